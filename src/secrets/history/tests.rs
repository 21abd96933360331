//! What comes after what.

use super::*;
use crate::safe_fs::Recipient;
use crate::secrets::fixture::{Provider, trust_store, wish};

fn known(number: u32, provider: &Provider) -> Known {
    let descriptor = Descriptor::of(&provider.material(), &wish()).numbered(number);
    Known { name: format!("gen-{number}"), descriptor }
}

fn wanted(provider: &Provider) -> Descriptor {
    Descriptor::of(&provider.material(), &wish())
}

#[test]
fn what_is_there_is_kept_or_pointed_to() {
    let mut provider = Provider::at(7);
    assert_eq!(next(None, None, &wanted(&provider)), Ok(Step::Make { number: 1 }));
    let there = known(4, &provider);
    assert_eq!(next(Some(&there), Some("gen-4"), &wanted(&provider)), Ok(Step::Keep));
    // The one before is current still, or none.
    assert_eq!(next(Some(&there), Some("gen-3"), &wanted(&provider)), Ok(Step::Point));
    assert_eq!(next(Some(&there), None, &wanted(&provider)), Ok(Step::Point));
    provider.rotate(8);
    assert_eq!(next(Some(&there), Some("gen-4"), &wanted(&provider)), Ok(Step::Make { number: 5 }));
    // A generation that was never current is followed like any other.
    assert_eq!(next(Some(&there), Some("gen-3"), &wanted(&provider)), Ok(Step::Make { number: 5 }));
}

#[test]
fn an_older_version_is_refused_whichever_secret_it_is_of() {
    for kind in Kind::ALL {
        let mut provider = Provider::at(7);
        provider.pretend(kind, 9);
        let newest = known(1, &provider);
        provider.pretend(kind, 8);
        let [rendered, offered] = [9, 8].map(|number| SecretVersion::new(number).unwrap());
        let lower = Err(HistoryError::Lower { kind, rendered, offered });
        assert_eq!(next(Some(&newest), Some("gen-1"), &wanted(&provider)), lower);
    }
}

#[test]
fn an_older_trust_store_is_refused() {
    let mut provider = Provider::at(7);
    provider.trust_store = trust_store(3);
    let there = known(1, &provider);
    provider.trust_store = trust_store(2);
    let older = Err(HistoryError::OlderTrustStore { rendered: 3, offered: 2 });
    assert_eq!(next(Some(&there), Some("gen-1"), &wanted(&provider)), older);
    provider.trust_store = trust_store(4);
    assert_eq!(next(Some(&there), Some("gen-1"), &wanted(&provider)), Ok(Step::Make { number: 2 }));
}

#[test]
fn generations_of_another_environment_or_orchestrator_are_left_alone() {
    let provider = Provider::at(7);
    let there = known(1, &provider);
    let mut other = wanted(&provider);
    other.environment = Environment::parse("test").unwrap();
    assert!(matches!(next(Some(&there), None, &other), Err(HistoryError::Foreign { .. })));
    let mut other = wanted(&provider);
    other.orchestrator = Orchestrator::Swarm;
    assert!(matches!(next(Some(&there), None, &other), Err(HistoryError::Foreign { .. })));
}

#[test]
fn another_owner_is_another_generation() {
    let provider = Provider::at(7);
    let wish = crate::secrets::descriptor::Wish { server: Recipient { user: 70, group: 70 }, ..wish() };
    let other = Descriptor::of(&provider.material(), &wish);
    assert_eq!(next(Some(&known(1, &provider)), Some("gen-1"), &other), Ok(Step::Make { number: 2 }));
}
