//! Everything that drives the built program. One binary, because each would link the product anew; one module
//! per capability.
#![allow(clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails by panicking")]
#![allow(unreachable_pub, reason = "a test binary exports nothing")]

mod allowances;
mod attest;
mod attested;
mod backfill;
mod blockers;
mod bootstrap;
mod catalog;
mod certify;
mod commit;
mod concurrency;
mod conditional;
mod crash;
mod deploy;
mod deployment;
mod doctor;
mod documents;
mod folder_shapes;
mod folders;
mod gateway;
mod handoff;
mod held;
mod hostile;
mod identity;
mod import;
mod kanban;
mod ledger_states;
mod library_boundary;
mod lock;
mod manifest;
mod pages;
mod pictures;
mod plans;
mod posture;
mod proposals;
mod readiness;
mod receipts;
mod refusals;
mod rehearse;
mod role_graphs;
mod routes;
mod run;
mod secrecy;
mod secrets;
mod servers;
mod service;
mod signals;
mod stepwise;
mod support;
mod takeover;
mod tls;
mod transcripts;
mod transitions;
mod two_gateways;
mod unseen;

/// A module file that is not declared above would never run.
#[test]
fn no_forgotten_files() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/integration");
    let declared = include_str!("main.rs");
    for entry in std::fs::read_dir(directory).expect("the directory of this file") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a UTF-8 name");
        let known = name == "main" || declared.contains(&format!("\nmod {name};\n"));
        assert!(known, "tests/integration/{name} is not declared in main.rs");
    }
}
