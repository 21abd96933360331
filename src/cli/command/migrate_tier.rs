//! `migrate-tier`: a tier's rows, copied into an attested database and compared there.

mod report;

use super::super::Context;
use super::super::args::import::MigrateTier;
use super::super::exit::Failure;
use super::super::import_progress::ImportProgress;
use super::super::output::{Answer, Ending, Reply};
use super::super::resolve::ImportConfig;
use super::super::runtime;
use crate::migrate::Interrupt;
use crate::tier::{self, Event, Extent, Report, Request};

pub fn migrate_tier(args: &MigrateTier, context: &Context<'_>) -> Result<Reply, Failure> {
    let extent = match (args.yes, args.jobs) {
        (false, _) => Extent::DryRun,
        (true, None) => Extent::Whole,
        (true, Some(jobs)) => Extent::Jobs(jobs),
    };
    let config = match ImportConfig::resolve(args, context.environment) {
        Ok(config) => config,
        // An answer too: that nobody was spoken to is in it.
        Err(error) => return Ok(reply(&Report::default(), extent, Ending::NotReached(error.into()))),
    };
    let application_name = context.output.application_name();
    let mut report = Report::default();
    let mut progress = ImportProgress::new(context.output);
    let ended = runtime::block_on(async {
        let interrupt = Interrupt::listen()?;
        let request = Request {
            source: &config.source,
            source_schema: &args.source_schema,
            target: &config.target,
            attested: &config.attested,
            bundle: &config.bundle,
            allowances: config.permits.in_force(),
            extent,
            constraints: args.constraints,
            application_name: &application_name,
            interrupt: &interrupt,
        };
        let mut tell = |event: Event<'_>| {
            if let (Event::Planned(plan), Extent::Whole | Extent::Jobs(_)) = (&event, extent) {
                context.output.progress(report::plan_text(plan).trim_end());
            }
            progress.show(&event);
        };
        Ok(tier::import(&request, &mut report, &mut tell).await)
    })?;
    progress.finish();
    let ending = match ended {
        Ok(()) => Ending::Reached(report::sentence(&report, extent)),
        Err(error) => Ending::NotReached(error.into()),
    };
    Ok(reply(&report, extent, ending))
}

fn reply(report: &Report, extent: Extent, ending: Ending) -> Reply {
    let mut text = report::text(report, extent);
    if let Ending::Reached(sentence) = &ending {
        text.push_str(sentence);
        text.push('\n');
    }
    Reply::Answer(Answer { ending, text, result: report::result(report, extent), notes: Vec::new() })
}
