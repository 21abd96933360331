//! Who has what.

use super::*;
use crate::secrets::fixture::{Provider, wish};

fn known(number: u32, provider: &Provider) -> Known {
    let descriptor = Descriptor::of(&provider.material(), &wish()).numbered(number);
    Known { name: format!("gen-{number}"), descriptor }
}

#[test]
fn a_consumer_that_was_not_started_again_is_reported() {
    let mut provider = Provider::at(7);
    let gone = known(1, &provider).descriptor;
    provider.rotate(8);
    let old = known(2, &provider);
    provider.rotate(9);
    let current = known(3, &provider);
    let there = [old, current.clone()];
    let mount = |generation: &str, consumer| Mount { generation: generation.to_owned(), consumer };
    let mounts = [
        mount("gen-2", Consumer::Importer),
        mount("gen-3", Consumer::Gateway),
        mount("gen-2", Consumer::Gateway),
        mount("gen-9", Consumer::Server),
    ];
    let foreign = known(5, &provider).descriptor;
    let shown = [
        (Consumer::Migrator, current.descriptor.clone()),
        (Consumer::Handoff, gone),
        (Consumer::Server, foreign),
    ];
    let found = holdings(&there, &current, &mounts.into(), &shown);
    let has = |consumer, evidence| -> Vec<_> {
        let of = found.iter().filter(|one| one.consumer == consumer && one.evidence == evidence);
        of.map(|one| (one.number, one.age)).collect()
    };
    assert_eq!(has(Consumer::Importer, Evidence::Mounted), [(Some(2), Age::Behind)]);
    let two = [(Some(2), Age::Behind), (Some(3), Age::Current)];
    assert_eq!(has(Consumer::Gateway, Evidence::Mounted), two);
    assert_eq!(has(Consumer::Migrator, Evidence::Shown), [(Some(3), Age::Current)]);
    assert_eq!(has(Consumer::Handoff, Evidence::Shown), [(Some(1), Age::Behind)]);
    assert_eq!(has(Consumer::Server, Evidence::Shown), [(None, Age::Foreign)]);
    assert_eq!(has(Consumer::Server, Evidence::Mounted), [], "another directory's generation");
    let behind = require_current(&found).unwrap_err();
    assert_eq!(behind.to_string(), "gateway, handoff, importer, server have not the current generation");
    assert_eq!(behind.code().entry().status, mosaic_db::error::Status::Pending);
}

#[test]
fn whoever_has_the_current_one_is_not_reported() {
    let current = known(1, &Provider::at(7));
    let mount = Mount { generation: current.name.clone(), consumer: Consumer::Gateway };
    let there = [current.clone()];
    let shown = [(Consumer::Importer, current.descriptor.clone())];
    let found = holdings(&there, &current, &[mount].into(), &shown);
    assert_eq!(found.len(), 2);
    assert_eq!(require_current(&found), Ok(()));
    assert_eq!(require_current(&[]), Ok(()));
}
