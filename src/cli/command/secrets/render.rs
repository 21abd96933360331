//! `secrets render`: one reading of the provider, one generation.

use super::super::super::args::secrets::Render as Args;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::{clock, runtime};
use super::{SecretsCommandError, generation, versions};
use crate::safe_fs;
use crate::secrets::descriptor::{Orchestrator, Wish};
use crate::secrets::material::Material;
use crate::secrets::record::{Kind, Records};
use crate::secrets::render::{Rendered, Written, render as write, require_root};
use crate::secrets::vault::{self, Address, Client, Login, Wanted};
use mosaic_db::attest::Grade;
use mosaic_db::postgres::CaBundle;
use serde_json::json;
use std::fmt::Write as _;

pub fn render(args: &Args) -> Result<Answer, Failure> {
    // What cannot be written need not be read.
    require_root()?;
    let trust_store = safe_fs::read_trust_store(&args.trust_store_file)?;
    let records = read(args)?;
    let now = clock::instant().map_err(SecretsCommandError::Clock)?;
    let material = Material::check(records, trust_store, now)?;
    let wish = Wish {
        environment: args.env.clone(),
        orchestrator: args.orchestrator,
        server: args.server_user,
        grade: if args.development { Grade::Development } else { Grade::Production },
    };
    Ok(answer(args, &write(&args.out, &material, &wish, args.keep)?))
}

fn read(args: &Args) -> Result<Records, Failure> {
    let address = Address::parse(&args.vault_address)?;
    let ca = CaBundle::from_pem(&safe_fs::read_certificates(&args.vault_ca_file)?)?;
    let login = match (&args.vault_token_file, &args.vault_role_id_file, &args.vault_secret_id_file) {
        (None, Some(role_id), Some(secret_id)) => Login::approle_files(role_id, secret_id)?,
        (Some(token), ..) => Login::token_file(token)?,
        // clap has refused this already.
        (None, ..) => return Err(SecretsCommandError::NoLogin.into()),
    };
    let wanted = |kind| {
        let pin = args.versions.iter().rev().find(|pin| pin.kind == kind);
        pin.map_or(Wanted::Newest, |pin| Wanted::Exactly(pin.version))
    };
    let read = runtime::block_on(async {
        let read = async {
            let client = Client::open(&address, &ca, login, &args.env).await?;
            let mut records = Vec::new();
            for kind in Kind::ALL {
                records.push(client.read(kind, wanted(kind)).await?);
            }
            Ok::<_, vault::Error>(records)
        };
        Ok(read.await)
    })?;
    Ok(Records::new(read?)?)
}

fn answer(args: &Args, rendered: &Rendered) -> Answer {
    let Rendered { generation: known, path, written, retired } = rendered;
    let descriptor = &known.descriptor;
    let (number, environment) = (descriptor.number, &descriptor.environment);
    let mut text = format!("generation  {number}  {}\n", path.display());
    let _infallible = writeln!(text, "versions    {}", versions(descriptor));
    match descriptor.orchestrator {
        Orchestrator::Compose => {
            for (consumer, given) in &descriptor.consumers {
                let files: Vec<_> =
                    given.private.iter().chain(given.public.keys()).map(String::as_str).collect();
                let (user, group, files) = (given.user, given.group, files.join(" "));
                let _infallible = writeln!(text, "{:<11} {user}:{group}  {files}", consumer.name());
            }
        }
        Orchestrator::Swarm => {
            let _infallible = writeln!(text, "stack       {}", path.join("stack.yml").display());
        }
    }
    for name in retired {
        let _infallible = writeln!(text, "removed     {name}");
    }
    let message = match written {
        Written::Nothing => "was there already; nothing was written",
        Written::Pointer => "was there already and is current now",
        Written::Generation => "is current",
    };
    Answer {
        ending: Ending::Reached(format!("generation {number} of {environment} {message}")),
        text,
        result: json!({
            "environment": environment,
            "for": descriptor.orchestrator,
            "generation": generation(&args.out, known),
            "consumers": descriptor.consumers,
            "written": written.name(),
            "removed": retired,
        }),
        notes: Vec::new(),
    }
}
