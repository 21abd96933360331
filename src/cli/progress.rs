//! A view of what happens during a run: a bar on a terminal, plain lines elsewhere. All of it on standard error.

use super::output::Output;
use crate::migrate::{Committed, Event};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal as _;

/// How events are shown.
pub enum Progress<'a> {
    /// A terminal.
    Bar(ProgressBar),
    /// A log, a file, a pipe.
    Lines(&'a Output),
}

impl<'a> Progress<'a> {
    pub fn new(output: &'a Output) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self::Lines(output);
        }
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len} {msg}");
        Self::Bar(style.map(|style| bar.clone().with_style(style)).unwrap_or(bar))
    }

    pub fn show(&mut self, event: &Event) {
        match self {
            // The answer lists what was committed; a log needs to know what is at work.
            Self::Lines(_) if matches!(event, Event::EntryApplied { .. }) => {}
            Self::Lines(output) => output.progress(&line(event)),
            Self::Bar(bar) => match event {
                Event::Planned { pending, .. } => bar.set_length(u64::try_from(*pending).unwrap_or(u64::MAX)),
                Event::EntryStarted { tag, .. } => bar.set_message(tag.clone()),
                Event::EntryApplied { .. } => bar.inc(1),
                Event::StepStarted { .. } => bar.set_message(line(event)),
                Event::Held { .. }
                | Event::UnmetMeasured { .. }
                | Event::StepAlreadyDone { .. }
                | Event::RemainsRemoved { .. }
                | Event::Retrying { .. }
                | Event::Waiting { .. }
                | Event::CommitResolved { .. } => bar.println(line(event)),
            },
        }
    }

    /// One thing that happens once.
    pub fn note(&self, text: &str) {
        match self {
            Self::Lines(output) => output.progress(text),
            Self::Bar(bar) => bar.println(text),
        }
    }

    /// One of a known number of things is done.
    pub fn count(&self, number: usize, of: usize, text: &str) {
        match self {
            Self::Lines(output) => output.progress(&format!("{number} of {of} {text}")),
            Self::Bar(bar) => {
                let whole = |count| u64::try_from(count).unwrap_or(u64::MAX);
                bar.set_length(whole(of));
                bar.set_position(whole(number));
                bar.set_message(text.to_owned());
            }
        }
    }

    pub fn finish(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

fn line(event: &Event) -> String {
    match event {
        Event::Planned { pending, entries } => format!("{pending} of {entries} entries pending"),
        Event::Held { hold } => hold.to_string(),
        Event::UnmetMeasured { hold } => format!("{hold}; it runs all the same, to be measured"),
        Event::EntryStarted { tag, number, of } => format!("{tag}: entry {number} of {of}"),
        Event::StepStarted { tag, step, of, line } => format!("{tag}: step {step} of {of}, line {line}"),
        Event::StepAlreadyDone { tag, step } => format!("{tag}: step {step} was done by an earlier run"),
        Event::RemainsRemoved { tag, what } => format!("{tag}: removed {what} of an earlier attempt"),
        Event::Retrying { tag, attempt, pause } => {
            format!(
                "{tag}: attempt {attempt} rolled back for want of a lock; again in {} ms",
                pause.as_millis()
            )
        }
        Event::Waiting { tag, pids } => format!("{tag}: waits for pid {pids}"),
        Event::EntryApplied { tag, took } => format!("{tag}: committed after {} ms", took.as_millis()),
        Event::CommitResolved { tag, committed: Committed::Yes } => {
            format!("{tag}: connection lost around COMMIT; the server says it was committed")
        }
        Event::CommitResolved { tag, committed: Committed::No } => {
            format!("{tag}: connection lost around COMMIT; the server says it was rolled back")
        }
    }
}
