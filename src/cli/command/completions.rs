//! `completions`: the completion script of a shell, made from the clap definition.

use super::super::args::{Args, Completions, Shell};
use super::super::output::Reply;

pub fn completions(args: &Completions) -> Reply {
    let shell = match args.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Fish => clap_complete::Shell::Fish,
        Shell::Zsh => clap_complete::Shell::Zsh,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::definition(), "mosaic-db-migrator", &mut script);
    Reply::Document(String::from_utf8_lossy(&script).into_owned())
}
