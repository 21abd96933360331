//! `cargo xtask lab`: a server to try things by hand.

use crate::{
    failure::{At, Failure},
    lab::{self, Bootstrap, Directory, Laboratory},
};
use mosaic_lab::postgres::Major;
use std::path::PathBuf;

/// What to do with the laboratory.
#[derive(clap::Subcommand)]
pub(crate) enum Action {
    /// Start a server with a bootstrapped database, and write the files of every identity
    Up(Up),
    /// End the server and remove the directory
    Down(Down),
    /// Start an embedded database with rows to import, and end it with the next line or end of standard input
    Tier,
}

#[derive(clap::Args)]
pub(crate) struct Up {
    /// Where to put the files: a new or an empty directory
    #[arg(long)]
    dir: PathBuf,
    /// The major version of PostgreSQL
    #[arg(long, value_name = "MAJOR", default_value = "17", value_parser = major)]
    pg: Major,
    /// Leave the server as it is, without roles or database
    #[arg(long)]
    bare: bool,
}

#[derive(clap::Args)]
pub(crate) struct Down {
    /// The directory that was given to `up`
    #[arg(long)]
    dir: PathBuf,
}

pub(crate) fn run(action: Action) -> Result<(), Failure> {
    match action {
        Action::Up(Up { dir, pg, bare }) => {
            let bootstrap = if bare { Bootstrap::LeftOut } else { Bootstrap::Applied };
            let Laboratory { directory, port, .. } = lab::up(&dir, pg, bootstrap)?;
            let here = directory.path().display();
            println!(
                "PostgreSQL {pg} is up on port {port}. Its files are in {here}, to be sourced with `set -a`:"
            );
            println!("  admin.env                                the superuser, and a psql for this server");
            println!("  migrator.env, runtime.env, importer.env  one identity each");
            println!(
                "  attestation-key, attestations, replay    what --verify signs with, publishes, and an import remembers"
            );
            println!("  receipts                                 what each run did");
            println!("End it with: cargo xtask lab down --dir {here}");
            Ok(())
        }
        Action::Down(Down { dir }) => lab::down(&Directory::existing(&dir)?),
        Action::Tier => {
            let tier = lab::tier::start()?;
            println!("It is up. To read it: --source-pglite {} --source-schema mosaic", tier.address());
            println!("Enter ends it.");
            std::io::stdin().read_line(&mut String::new()).at("read", "standard input".as_ref()).map(drop)
        }
    }
}

fn major(text: &str) -> Result<Major, String> {
    [Major::V16, Major::V17, Major::V18]
        .into_iter()
        .find(|major| major.to_string() == text)
        .ok_or_else(|| "16, 17 or 18".to_owned())
}
