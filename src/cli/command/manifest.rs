//! `manifest`: records what a bundle directory consists of, checks it, shows it, compares it.

mod measured;

use super::super::Context;
use super::super::args::manifest::{Build, Check, Diff, History as Wanted, Manifest as Action, Show};
use super::super::exit::Failure;
use super::super::output::{Answer, Ending, Reply, chain};
use crate::safe_fs;
use mosaic_db::bundle::{
    Bundle, BundleError, Finding, History, Manifest, Phase, Settings, Transaction, check, diff, directory,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const FILE_NAME: &str = "manifest.v1.json";

pub fn manifest(action: &Action, context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Action::Build(args) => build(args, context),
        Action::Check(args) => check_directory(args),
        Action::Show(args) => show(args),
        Action::Diff(args) => compare(args),
    };
    answer.map(Reply::Answer)
}

fn build(args: &Build, context: &Context<'_>) -> Result<Answer, Failure> {
    let files = directory::read(&args.directory)?;
    let draft = Manifest::draft(&files)?;
    let current = Manifest::recorded(&files).ok().flatten();
    let mut settings = draft.as_ref().map(Settings::of).unwrap_or_default();
    apply(args, &mut settings);
    let built = Manifest::build(files, &settings)?;
    let differences: Vec<String> =
        draft.iter().flat_map(|old| diff(old, &built)).map(|found| found.to_string()).collect();
    let wrote = current.as_ref() != Some(&built);
    if wrote {
        safe_fs::replace(&args.directory, FILE_NAME, &built.encode()?)?;
    }
    let fingerprint = built.fingerprint()?.to_string();
    let count = built.entries().len();
    let mut text = lines(&differences);
    let effects = match &args.scratch_url_file {
        Some(url_file) => Some(measured::write(&args.directory, url_file, context)?),
        None => None,
    };
    let _infallible = writeln!(text, "{count} entries, fingerprint {fingerprint}");
    let verb = if wrote { "written" } else { "current already" };
    Ok(Answer {
        ending: Ending::Reached(format!("{FILE_NAME} is {verb}")),
        text,
        result: json!({
            "fingerprint": fingerprint,
            "entries": count,
            "written": wrote,
            "differences": differences,
            "effects": effects,
        }),
        notes: Vec::new(),
    })
}

/// Each option that was given replaces what was recorded.
fn apply(args: &Build, settings: &mut Settings) {
    match &args.history {
        None => {}
        Some(Wanted::All) => settings.history = History::All,
        Some(Wanted::None) => settings.history = History::None,
        Some(Wanted::Through(tag)) => settings.history = History::Through(tag.clone()),
    }
    if let Some(ledger) = &args.ledger {
        settings.ledger = ledger.clone();
    }
    if !args.history_schema.is_empty() {
        settings.history_path.clone_from(&args.history_schema);
    }
    if !args.managed_schema.is_empty() {
        settings.managed_schemas = args.managed_schema.iter().cloned().collect();
    }
    if !args.extension.is_empty() {
        let wanted = args.extension.iter().cloned();
        settings.extensions = wanted.map(|extension| (extension.name, extension.versions)).collect();
    }
    if !args.seeded_table.is_empty() {
        settings.seeded_tables = args.seeded_table.iter().cloned().collect();
    }
    if !args.requires.is_empty() {
        let mut requires: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (tag, name) in args.requires.iter().cloned() {
            requires.entry(tag).or_default().push(name);
        }
        settings.requires = requires;
    }
}

fn check_directory(args: &Check) -> Result<Answer, Failure> {
    let findings = check(directory::read(&args.directory)?, now());
    let mut text = String::new();
    let mut rows: Vec<Value> = Vec::new();
    let mut first = None;
    for finding in findings {
        match finding {
            Finding::Error(error) => {
                let error = Failure::Bundle(error);
                let (code, message) = (error.code().entry().code, chain(&error));
                let _infallible = writeln!(text, "error    {code}: {message}");
                rows.push(json!({ "severity": "error", "code": code, "message": message }));
                first = first.or(Some(error));
            }
            Finding::Warning(warning) => {
                let message = warning.to_string();
                let _infallible = writeln!(text, "warning  {message}");
                rows.push(json!({ "severity": "warning", "code": null, "message": message }));
            }
        }
    }
    let ending = match first {
        Some(error) => Ending::NotReached(error),
        None => Ending::Reached("the directory is a bundle".to_owned()),
    };
    Ok(Answer { ending, text, result: json!({ "findings": rows }), notes: Vec::new() })
}

fn show(args: &Show) -> Result<Answer, Failure> {
    let manifest = match &args.directory {
        Some(directory) => recorded(directory)?,
        None => Bundle::shipped()?.manifest().clone(),
    };
    let fingerprint = manifest.fingerprint()?.to_string();
    let mut text = String::new();
    for entry in manifest.entries() {
        let phase = match entry.phase() {
            Phase::History => "history",
            Phase::Application => "application",
        };
        let transaction = match entry.transaction() {
            Transaction::Single => "single",
            Transaction::None => "none",
        };
        let digest = entry.sha256().to_string();
        let short = digest.get(..12).unwrap_or_default();
        let _infallible =
            writeln!(text, "{:>4}  {phase:<11}  {transaction:<6}  {short}  {}", entry.idx(), entry.tag());
    }
    let _infallible = writeln!(text, "fingerprint {fingerprint}");
    let message = format!("{} entries", manifest.entries().len());
    let document = serde_json::to_value(&manifest).map_err(BundleError::ManifestUnreadable)?;
    Ok(Answer {
        ending: Ending::Reached(message),
        text,
        result: json!({ "fingerprint": fingerprint, "manifest": document }),
        notes: Vec::new(),
    })
}

fn compare(args: &Diff) -> Result<Answer, Failure> {
    let old = recorded(&args.old)?;
    let new = match &args.new {
        Some(directory) => recorded(directory)?,
        None => Manifest::build(directory::read(&args.old)?, &Settings::of(&old))?,
    };
    let differences: Vec<String> = diff(&old, &new).iter().map(ToString::to_string).collect();
    Ok(Answer {
        ending: Ending::Reached(format!("{} differences", differences.len())),
        text: lines(&differences),
        result: json!({ "differences": differences }),
        notes: Vec::new(),
    })
}

fn recorded(directory: &Path) -> Result<Manifest, BundleError> {
    Manifest::recorded(&directory::read(directory)?)?.ok_or(BundleError::ManifestMissing)
}

fn lines(texts: &[String]) -> String {
    texts.iter().fold(String::new(), |mut all, text| {
        let _infallible = writeln!(all, "{text}");
        all
    })
}

/// Milliseconds since 1970.
#[expect(clippy::disallowed_methods, reason = "the command layer reads the clock")]
fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
