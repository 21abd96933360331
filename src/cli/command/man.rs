//! `man`: the manual page, made from the clap definition, the table of variables, the exit statuses and the error
//! catalogue, so that it cannot say anything else than the program does.

use super::super::args::Args;
use super::super::output::Reply;
use crate::environment::Variable;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, line_break, roman};
use mosaic_db::error::{Code, Status};
use std::io;

pub fn man() -> Reply {
    let definition = Args::definition();
    let mut rendered = Vec::new();
    // Writing to memory does not fail; were it to, the comparison with the committed page would.
    let _infallible = write_head(&definition, &mut rendered);
    let mut roff = Roff::new();
    commands(&definition, &mut roff);
    environment(&mut roff);
    statuses(&mut roff);
    codes(&mut roff);
    let head = String::from_utf8_lossy(&rendered);
    let tail = roff.render();
    // Each part comes with its own definition of the apostrophe; one is enough.
    let parts = head.lines().chain(tail.lines()).filter(|line| !APOSTROPHE.contains(line));
    Reply::Document(APOSTROPHE.into_iter().chain(parts).flat_map(|line| [line, "\n"]).collect())
}

/// An ASCII apostrophe in the output of groff and of every other formatter.
const APOSTROPHE: [&str; 2] = [r".ie \n(.g .ds Aq \(aq", r".el .ds Aq '"];

/// Title, name, description and the frozen options.
fn write_head(definition: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(definition.clone()).manual("Mosaic database control plane");
    man.render_title(page)?;
    man.render_name_section(page)?;
    man.render_description_section(page)?;
    man.render_options_section(page)
}

fn commands(definition: &clap::Command, roff: &mut Roff) {
    roff.control("SH", ["COMMANDS"]);
    for command in definition.get_subcommands() {
        describe(command, roff);
    }
}

/// A command that only groups others is described by them.
fn describe(command: &clap::Command, roff: &mut Roff) {
    if command.has_subcommands() {
        command.get_subcommands().for_each(|inner| describe(inner, roff));
        return;
    }
    roff.control("SS", [command.clone().render_usage().to_string().trim_start_matches("Usage: ")]);
    roff.text([roman(command.get_about().map(ToString::to_string).unwrap_or_default() + ".")]);
    for argument in command.get_arguments().filter(|argument| argument.get_id() != "help") {
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let values: Vec<_> =
            argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
        item(roff, [bold(argument.to_string())], [roman(format!("{help}{values}."))]);
    }
}

fn environment(roff: &mut Roff) {
    roff.control("SH", ["ENVIRONMENT"]);
    for variable in Variable::ALL {
        let readers = format!("Read by: {}.", variable.used_by());
        let meaning = [roman(variable.meaning()), line_break(), italic(readers)];
        item(roff, [bold(variable.name())], meaning);
    }
}

fn statuses(roff: &mut Roff) {
    roff.control("SH", ["EXIT STATUS"]);
    for status in Status::ALL {
        item(roff, [bold(status.number().to_string())], [roman(format!("{}.", status.meaning()))]);
    }
}

fn codes(roff: &mut Roff) {
    roff.control("SH", ["ERRORS"]);
    for entry in Code::ALL.iter().map(|code| code.entry()) {
        let term = [bold(entry.code), roman(format!(" (exit status {})", entry.status.number()))];
        let body = [roman(entry.what), line_break(), roman(entry.database), line_break(), italic(entry.next)];
        item(roff, term, body);
    }
}

fn item<const N: usize, const M: usize>(roff: &mut Roff, term: [Inline; N], body: [Inline; M]) {
    roff.control("TP", []);
    roff.text(term);
    roff.text(body);
}
