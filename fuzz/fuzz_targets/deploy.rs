//! Files of a deployment: whatever they hold, they are judged or refused with their place, and no line that looks like a
//! credential is shown.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mosaic_db::deploy::{DeployError, File, Kind, Report, check};

fuzz_target!(|bytes: &[u8]| {
    let kinds = Kind::ALL.into_iter().map(Some).chain([None]);
    for kind in kinds {
        match check(File { name: "file", bytes, kind }, &[]) {
            Ok(report) => report_is_whole(&report, bytes),
            Err(error) => error_is_whole(&error),
        }
    }
});

fn report_is_whole(report: &Report, bytes: &[u8]) {
    let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
    for finding in &report.findings {
        assert!((1..=lines).contains(&finding.place.line), "{finding:?}");
        assert!(finding.place.column > 0 && !finding.message.is_empty());
        assert!(!finding.excerpt.to_ascii_lowercase().contains("password="));
    }
    assert!(report.findings.is_sorted_by_key(|finding| finding.place));
}

fn error_is_whole(error: &DeployError) {
    let _ = error.code();
    assert!(error.place().line > 0 && !error.to_string().is_empty());
}
