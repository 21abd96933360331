//! A view of an import: bars with rate and time left on a terminal, plain lines elsewhere. On standard error.

use super::output::Output;
use crate::tier::{Event, Phase};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// How often a log hears of a table that takes long.
const EVERY: Duration = Duration::from_secs(10);

/// How events are shown, and what is known of the tables at work.
pub struct ImportProgress<'a> {
    view: View<'a>,
    tables: BTreeMap<String, AtWork>,
}

enum View<'a> {
    /// A terminal: a line for each table at work above the bar for everything.
    Bars { bars: MultiProgress, all: ProgressBar },
    /// A log, a file, a pipe.
    Lines(&'a Output),
}

/// A table at work.
struct AtWork {
    phase: Phase,
    began: Instant,
    told: Instant,
    /// Bytes that are in the bar for everything already.
    counted: u64,
    bar: Option<ProgressBar>,
}

impl<'a> ImportProgress<'a> {
    pub fn new(output: &'a Output) -> Self {
        let view = if std::io::stderr().is_terminal() {
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
            let all = styled(&bars, "{bar:24} {bytes} of about {total_bytes}, {bytes_per_sec}, {eta} left");
            View::Bars { bars, all }
        } else {
            View::Lines(output)
        };
        Self { view, tables: BTreeMap::new() }
    }

    pub fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Planned(plan) => match &self.view {
                // Each byte passes twice: into the target, and back for the comparison.
                View::Bars { all, .. } => {
                    all.set_length(2 * plan.transfers().map(|transfer| transfer.disk_bytes).sum::<u64>());
                }
                View::Lines(output) => {
                    output.progress(&format!("{} tables to import", plan.transfers().count()));
                }
            },
            Event::Started { name, phase } => self.started(name, *phase),
            Event::Passed { name, rows, bytes } => self.passed(name, *rows, *bytes),
            Event::Ended { name } => {
                if let Some(AtWork { bar: Some(bar), .. }) = self.tables.remove(*name) {
                    bar.finish_and_clear();
                }
            }
        }
    }

    pub fn finish(self) {
        if let View::Bars { bars, all } = self.view {
            all.finish_and_clear();
            let _a_terminal_that_went_away = bars.clear();
        }
    }

    fn started(&mut self, name: &str, phase: Phase) {
        let bar = match &self.view {
            View::Bars { bars, all } => {
                let bar = styled(bars, "{spinner} {msg}: {pos} rows, {per_sec}");
                bar.set_message(format!("{} {name}", word(phase)));
                all.tick();
                Some(bar)
            }
            View::Lines(output) => {
                output.progress(&format!("{} {name}", word(phase)));
                None
            }
        };
        let now = Instant::now();
        self.tables.insert(name.to_owned(), AtWork { phase, began: now, told: now, counted: 0, bar });
    }

    fn passed(&mut self, name: &str, rows: u64, bytes: u64) {
        let Some(table) = self.tables.get_mut(name) else { return };
        match &self.view {
            View::Bars { all, .. } => {
                all.inc(bytes.saturating_sub(table.counted));
                table.counted = bytes;
                if let Some(bar) = &table.bar {
                    bar.set_position(rows);
                }
            }
            View::Lines(output) if table.told.elapsed() >= EVERY => {
                table.told = Instant::now();
                let rate = rows / table.began.elapsed().as_secs().max(1);
                let verb = word(table.phase);
                output.progress(&format!("{verb} {name}: {rows} rows, {bytes} bytes, {rate} rows/s"));
            }
            View::Lines(_) => {}
        }
    }
}

fn styled(bars: &MultiProgress, template: &str) -> ProgressBar {
    let bar = bars.add(ProgressBar::new(0));
    ProgressStyle::with_template(template).map(|style| bar.clone().with_style(style)).unwrap_or(bar)
}

const fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Copying => "copying",
        Phase::Comparing => "comparing",
    }
}
