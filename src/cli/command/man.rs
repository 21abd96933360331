//! `man`: the manual page, made from the clap definition, the table of variables, the exit statuses and the error
//! catalogue, so that it cannot say anything else than the program does.

use super::super::args::Args;
use super::super::output::Reply;
use crate::environment::Variable;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, line_break, roman};
use mosaic_db::error::{Code, Status};
use std::io;

mod prose;
mod rules;

pub fn man() -> Reply {
    let definition = Args::definition();
    let mut rendered = Vec::new();
    // Writing to memory does not fail; were it to, the comparison with the committed page would.
    let _infallible = head(&definition, &mut rendered);
    let mut roff = Roff::new();
    sections(&prose::BEFORE, &mut roff);
    options(&definition, &mut roff);
    commands(&definition, &mut roff);
    sections(&prose::CONFIGURATION, &mut roff);
    environment(&mut roff);
    sections(&prose::OUTPUT, &mut roff);
    statuses(&mut roff);
    codes(&mut roff);
    rules::sections(&mut roff);
    sections(&prose::EXAMPLES, &mut roff);
    let head = String::from_utf8_lossy(&rendered);
    let tail = roff.render();
    // Each part comes with its own definition of the apostrophe; one is enough.
    let parts = head.lines().chain(tail.lines()).filter(|line| !APOSTROPHE.contains(line));
    Reply::Document(APOSTROPHE.into_iter().chain(parts).flat_map(|line| [line, "\n"]).collect())
}

/// An ASCII apostrophe in the output of groff and of every other formatter.
const APOSTROPHE: [&str; 2] = [r".ie \n(.g .ds Aq \(aq", r".el .ds Aq '"];

fn head(definition: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(definition.clone()).manual("Mosaic database control plane");
    man.render_title(page)?;
    man.render_name_section(page)
}

fn sections(sections: &[prose::Section], roff: &mut Roff) {
    for (heading, paragraphs) in sections {
        roff.control("SH", [*heading]);
        for paragraph in *paragraphs {
            roff.control("PP", []);
            roff.text([roman(*paragraph)]);
        }
    }
}

fn options(definition: &clap::Command, roff: &mut Roff) {
    roff.control("SH", ["OPTIONS"]);
    arguments(definition, roff);
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
    arguments(command, roff);
}

fn arguments(command: &clap::Command, roff: &mut Roff) {
    // Every command has --help; only the program's own is listed.
    let of_a_command = command.get_bin_name() != Some(command.get_name());
    for argument in command.get_arguments().filter(|argument| !(of_a_command && argument.get_id() == "help"))
    {
        let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
        let values: Vec<_> =
            argument.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        let values = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
        item(roff, [bold(argument.to_string())], [roman(format!("{help}{values}."))]);
    }
}

fn environment(roff: &mut Roff) {
    roff.control("SH", ["ENVIRONMENT"]);
    roff.text([roman(
        "A name that is almost one of these is refused, since a misspelt limit or directory would silently not \
         count; other names are left to other programs.",
    )]);
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
