//! A view of an import: bars with rate and time left on a terminal, plain lines elsewhere. On standard error.

use super::output::Output;
use crate::tier::{Event, Phase, Plan, Transfer};
use indicatif::{DecimalBytes, HumanCount, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

/// How often a log hears of a table that takes long.
const EVERY: Duration = Duration::from_secs(10);
/// How often a terminal shows other numbers.
const REDRAWN: Duration = Duration::from_millis(100);

/// How events are shown, and what is known of the tables at work.
pub struct ImportProgress<'a> {
    view: View<'a>,
    tables: BTreeMap<String, AtWork>,
    /// What each table has on the source's disk.
    expected: BTreeMap<String, u64>,
    /// The last phase that something entered so far.
    phase: Phase,
}

enum View<'a> {
    /// A terminal: a line for each table at work above the bar for everything.
    Bars { bars: MultiProgress, all: ProgressBar },
    /// A log, a file, a pipe.
    Lines(&'a Output),
}

/// A table at work, or a foreign key.
struct AtWork {
    phase: Phase,
    began: Instant,
    told: Instant,
    rows: u64,
    bytes: u64,
    /// How much of it is in the bar for everything already.
    counted: u64,
    bar: Option<ProgressBar>,
}

impl<'a> ImportProgress<'a> {
    pub fn new(output: &'a Output) -> Self {
        let view = if std::io::stderr().is_terminal() {
            let bars = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
            let all = styled(&bars, "{bar:24} {percent:>3} %  {decimal_bytes_per_sec}, {eta} left");
            View::Bars { bars, all }
        } else {
            View::Lines(output)
        };
        Self { view, tables: BTreeMap::new(), expected: BTreeMap::new(), phase: Phase::Copying }
    }

    pub fn show(&mut self, event: &Event<'_>) {
        match event {
            Event::Planned(plan) => self.planned(plan),
            Event::Started { name, phase } => self.started(name, *phase),
            Event::Passed { name, rows, bytes } => self.passed(name, *rows, *bytes),
            Event::Ended { name } => self.ended(name),
        }
    }

    pub fn finish(self) {
        if let View::Bars { bars, all } = self.view {
            all.finish_and_clear();
            let _a_terminal_that_went_away = bars.clear();
        }
    }

    fn planned(&mut self, plan: &Plan) {
        // A table that was emptied, or never filled, has its pages all the same.
        let bytes = |transfer: &Transfer| {
            if transfer.rows_estimated == Some(0) { 0 } else { transfer.disk_bytes }
        };
        let expected = plan.transfers().map(|transfer| (transfer.name.clone(), bytes(transfer)));
        self.expected = expected.collect();
        if let View::Bars { all, .. } = &self.view {
            // Each byte passes twice: into the target, and back for the comparison.
            all.set_length(2 * self.expected.values().sum::<u64>());
        }
    }

    fn started(&mut self, name: &str, phase: Phase) {
        let bar = match &self.view {
            View::Bars { bars, all } => {
                let bar = styled(bars, "{spinner} {msg}");
                bar.set_message(format!("{} {name}", word(phase)));
                if phase == Phase::Proving {
                    // Nothing passes by meanwhile.
                    bar.enable_steady_tick(REDRAWN);
                }
                all.tick();
                Some(bar)
            }
            View::Lines(output) => {
                match phase {
                    // Copying is told of table by table, and what comes after it once.
                    Phase::Comparing if self.phase < phase => {
                        output.progress("comparing: reading back what was copied");
                    }
                    Phase::Proving => output.progress(&format!("proving {name}")),
                    Phase::Copying | Phase::Comparing => {}
                }
                None
            }
        };
        self.phase = self.phase.max(phase);
        let now = Instant::now();
        let table = AtWork { phase, began: now, told: now, rows: 0, bytes: 0, counted: 0, bar };
        self.tables.insert(name.to_owned(), table);
    }

    fn passed(&mut self, name: &str, rows: u64, bytes: u64) {
        let Some(table) = self.tables.get_mut(name) else { return };
        (table.rows, table.bytes) = (rows, bytes);
        match &self.view {
            View::Bars { all, .. } => {
                // What a table has on disk is more or less than its values; the bar for everything counts the former.
                let expected = self.expected.get(name).copied().unwrap_or_default();
                let now = bytes.min(expected);
                all.inc(now.saturating_sub(table.counted));
                table.counted = now;
                if table.told.elapsed() >= REDRAWN {
                    table.told = Instant::now();
                    table.bar.iter().for_each(|bar| bar.set_message(table.line(name)));
                }
            }
            View::Lines(output) if table.told.elapsed() >= EVERY => {
                table.told = Instant::now();
                output.progress(&table.line(name));
            }
            View::Lines(_) => {}
        }
    }

    fn ended(&mut self, name: &str) {
        let Some(table) = self.tables.remove(name) else { return };
        match &self.view {
            View::Bars { all, .. } => {
                let expected = self.expected.get(name).copied().unwrap_or_default();
                all.inc(expected.saturating_sub(table.counted));
                table.bar.iter().for_each(ProgressBar::finish_and_clear);
            }
            // That a copy was read back and equal is said once, of all of them.
            View::Lines(output) if table.phase == Phase::Copying && table.rows > 0 => {
                output.progress(&table.line(name));
            }
            View::Lines(_) => {}
        }
    }
}

impl AtWork {
    fn line(&self, name: &str) -> String {
        let (verb, rows, bytes) = (word(self.phase), HumanCount(self.rows), DecimalBytes(self.bytes));
        let seconds = self.began.elapsed().as_secs();
        let rate = self.bytes.checked_div(seconds).map(|rate| format!(", {}/s", DecimalBytes(rate)));
        format!("{verb} {name}: {rows} rows, {bytes}{}", rate.unwrap_or_default())
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
        Phase::Proving => "proving",
    }
}
