//! `cargo xtask demo`: the main job, as an operator does it, on a server that goes away afterwards.
//!
//! Every step is a line for the shell, and what is shown is what runs.

use crate::{
    failure::{At, Failure},
    lab::{self, Bootstrap, Directory, Laboratory},
    product,
};
use mosaic_lab::postgres::Major;
use std::{path::Path, process::Command};

pub(crate) fn run() -> Result<(), Failure> {
    let temporary = tempfile::Builder::new().prefix("mosaic-demo-").tempdir();
    let temporary = temporary.at("make a directory in", &std::env::temp_dir())?;
    println!("$ cargo xtask lab up --bare --dir {}", temporary.path().display());
    let laboratory = lab::up(temporary.path(), Major::V17, Bootstrap::LeftOut)?;
    let directory = &laboratory.directory;
    let show = |step: &String| shell(directory, &laboratory.programs, step);
    let shown = steps(&laboratory).iter().try_for_each(show).and_then(|()| import(&laboratory));
    println!("\n$ cargo xtask lab down --dir {}", directory.path().display());
    lab::down(directory)?;
    shown
}

/// Moves a local tier's rows into the database that was attested a moment ago.
fn import(laboratory: &Laboratory) -> Result<(), Failure> {
    if !rustix::process::geteuid().is_root() {
        println!(
            "\nAn import believes nothing that was not signed by root, so that this demonstration ends here."
        );
        return Ok(());
    }
    println!("\nThe same tables, with rows in them, as a tier on somebody's own machine has them:");
    // It comes from another registry than all else. Where that cannot be reached, this is all that is missing.
    let tier = match lab::tier::start() {
        Ok(tier) => tier,
        Err(failure) => {
            println!("It cannot be had here, so nothing is imported: {failure}");
            return Ok(());
        }
    };
    println!("Each row is read back and compared before anything is committed.");
    let line = format!(
        "( set -a; . ./importer.env; {} migrate-tier --yes --source-pglite {} --source-schema mosaic \\\n    \
         --target-attestation-file \"$PWD/attestations/$(cat attestations/current)/migrate-target.v1.json\" \\\n    \
         > import.txt 2> progress.txt ) && grep -v ' 0 B ' import.txt",
        product::NAME,
        tier.address(),
    );
    shell(&laboratory.directory, &laboratory.programs, &line).inspect_err(|_told_by_the_caller| {
        let progress = laboratory.directory.path().join("progress.txt");
        print!("{}", std::fs::read_to_string(progress).unwrap_or_default());
    })
}

fn steps(Laboratory { directory, .. }: &Laboratory) -> Vec<String> {
    let render = lab::render_arguments(directory, lab::DATABASE).join(" ").replace(" --", " \\\n    --");
    let as_migrator = |command: &str| format!("( set -a; . ./migrator.env; {} {command} )", product::NAME);
    vec![
        format!("{} {render} \\\n    > bootstrap.sql", product::NAME),
        "( set -a; . ./admin.env; psql --no-psqlrc --file=bootstrap.sql )".to_owned(),
        format!(
            "DATABASE_TLS_CA_CERT_PATH={} {} bootstrap check \\\n    --admin-url-file {} --database {} \\\n    \
             > checks.txt && tail -n 1 checks.txt",
            directory.path().join("ca.pem").display(),
            product::NAME,
            directory.secret_path("admin.url").display(),
            lab::DATABASE
        ),
        as_migrator("--run"),
        as_migrator("--verify"),
        format!(
            "{} attest inspect --trust-store \"$PWD/attestation-key/trust-store.v1.json\" \\\n    \
             \"$PWD/attestations/$(cat attestations/current)/migrate-target.v1.json\"",
            product::NAME
        ),
        as_migrator("status"),
        as_migrator("--run"),
    ]
}

/// Shows and runs one line in the laboratory's directory, with nothing of our own environment but PATH.
fn shell(directory: &Directory, programs: &Path, line: &str) -> Result<(), Failure> {
    println!("\n$ {line}");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path)));
    let mut command = Command::new("/bin/sh");
    command.args(["-c", line]).current_dir(directory.path()).env_clear();
    command.env("PATH", path.unwrap_or_default());
    let start = |source| Failure::Start { command: line.to_owned(), source };
    let status = command.status().map_err(start)?;
    if status.success() { Ok(()) } else { Err(Failure::Step { command: line.to_owned(), status }) }
}
