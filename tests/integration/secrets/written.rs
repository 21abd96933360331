//! How files are written, as the kernel sees it: nothing is ever open to more than its owner, and nothing has its final
//! name before it is durable.

use super::site::Site;
use crate::support::traced;
use std::fs;

/// The calls of one rendering, in order.
fn calls(site: &Site) -> Vec<String> {
    let log = site.within("calls");
    let output = format!("--output={}", log.display());
    let trace = "--trace=openat,mkdirat,fchmod,fchown,write,fsync,renameat2,renameat";
    let ended = traced(site.render(), &["--decode-fds=path", &output, trace]);
    assert!(ended.success(), "{ended}");
    let calls = fs::read_to_string(&log).expect("a log");
    calls.lines().map(str::to_owned).collect()
}

#[test]
fn nothing_is_readable_for_more_than_its_owner_at_any_moment() {
    let site = Site::new();
    let calls = calls(&site);
    let made: Vec<_> = calls.iter().filter(|call| call.contains("O_CREAT|O_EXCL")).collect();
    assert!(made.len() > 20, "{}", made.len());
    for call in made {
        let public = ["ca.pem", "server.crt", "trust-store", "generation.v1", ".current.tmp"];
        let public = public.iter().any(|name| call.contains(name));
        assert!(public || call.contains(", 0400)"), "{call}");
    }
    for call in calls.iter().filter(|call| call.contains("mkdirat(")) {
        assert!(call.contains(", 0700)"), "{call}");
    }
}

#[test]
fn every_file_is_durable_before_it_has_its_name() {
    let site = Site::new();
    let calls = calls(&site);
    let renamed = calls.iter().position(|call| call.contains("renameat2(")).expect("a generation");
    let pointed = calls.iter().position(|call| call.contains("renameat(")).expect("a pointer");
    assert!(renamed < pointed, "the pointer comes last");
    let file =
        |call: &String| call.split('<').nth(1).and_then(|rest| rest.split('>').next()).map(str::to_owned);
    let synced: Vec<_> =
        calls[..renamed].iter().filter(|call| call.contains("fsync(")).filter_map(file).collect();
    let out = site.out().display().to_string();
    let written = calls[..renamed].iter().filter(|call| call.contains("write(")).filter_map(file);
    let written: Vec<_> = written.filter(|path| path.starts_with(&out)).collect();
    assert!(written.len() > 20, "{}", written.len());
    for path in written {
        assert!(synced.contains(&path), "{path} is not durable");
        let directory = path.rsplit_once('/').expect("a directory").0;
        assert!(synced.contains(&directory.to_owned()), "{directory} is not durable");
    }
    let after: Vec<_> =
        calls[renamed..].iter().filter(|call| call.contains("fsync(")).filter_map(file).collect();
    assert!(after.iter().filter(|path| **path == out).count() >= 2, "{after:?}");
}
