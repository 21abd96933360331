use super::*;
use mosaic_lab::certificates::{self, Flaw, Identity};

fn chain(identity: &Identity) -> Chain {
    Chain::from_pem(identity.certificate.as_bytes()).unwrap()
}

fn authority(of: &certificates::Authority) -> Certificate {
    Certificate::from_pem(of.pem().as_bytes()).unwrap()
}

fn at(now: &str) -> Terms<'static> {
    Terms { host: "localhost", now: Instant::parse(now).unwrap(), warn_days: 30 }
}

const NOW: &str = "2026-03-01T00:00:00Z";

fn bad(checks: &[Check]) -> Vec<(&str, Verdict)> {
    let bad = checks.iter().filter(|check| check.verdict != Verdict::Good);
    bad.map(|check| (&*check.id, check.verdict)).collect()
}

/// An authority of this name that signed what it says.
fn signer(name: &str, signed_leaf: bool, signed_next: bool, time: Verdict) -> Authority {
    Authority {
        sha256: Some(Digest::of(name.as_bytes())),
        name: Some(name.to_owned()),
        not_after: None,
        signed_leaf,
        signed_next,
        time: ("in time".to_owned(), time),
    }
}

#[test]
fn each_flaw_fails_its_own_check() {
    let (ours, theirs) = (certificates::Authority::new().unwrap(), certificates::Authority::new().unwrap());
    let edwards = certificates::Authority::ed25519().unwrap();
    let bundle = [authority(&ours), authority(&edwards)];
    let judged = |identity: Identity| of_chain("leaf", &chain(&identity), &bundle, at(NOW));
    assert_eq!(bad(&judged(ours.server().unwrap())), []);
    assert_eq!(bad(&judged(theirs.server().unwrap())), [("leaf.signer", Verdict::Violation)]);
    assert_eq!(bad(&judged(edwards.server().unwrap())), [("leaf.binding", Verdict::Violation)]);
    assert_eq!(bad(&judged(ours.flawed(Flaw::Expired).unwrap())), [("leaf.validity", Verdict::Violation)]);
    for (flaw, names) in [(Flaw::WrongHost, "elsewhere.example"), (Flaw::NoSubjectAltName, "none")] {
        let checks = judged(ours.flawed(flaw).unwrap());
        assert_eq!(bad(&checks), [("leaf.names", Verdict::Violation)]);
        assert!(checks[1].observed.ends_with(&format!("it is for {names}")), "{}", checks[1]);
    }
}

#[test]
fn who_signed_what_is_told_of_each_authority() {
    let [old, new] = [(); 2].map(|()| certificates::Authority::new().unwrap());
    let bundle = [authority(&old), authority(&new)];
    let [shown, next] = [&old, &new].map(|it| chain(&it.server().unwrap()));
    let signed = |shown, next| {
        let found = authorities(&bundle, shown, next, at(NOW)).into_iter();
        found.map(|it| (it.signed_leaf, it.signed_next)).collect::<Vec<_>>()
    };
    assert_eq!(signed(Some(&shown), Some(&next)), [(true, false), (false, true)]);
    assert_eq!(signed(None, None), [(false, false); 2]);
    let found = &authorities(&bundle, None, None, at(NOW))[0];
    assert_eq!((found.sha256, found.name.as_deref()), (bundle[0].sha256(), Some("laboratory authority")));
    let unnamed = Authority { name: None, ..signer("x", true, true, Verdict::Good) };
    let digest = Digest::of(b"x").to_string();
    assert_eq!(unnamed.shown(), digest[..SHORT]);
    assert_eq!(signer("x", true, true, Verdict::Good).shown(), format!("\"x\" ({})", &digest[..SHORT]));
}

#[test]
fn a_rotation_needs_both_signers_and_an_idle_authority_is_warned_of() {
    use Verdict::{Good, Violation, Warning};
    let (leaf, next) = (signer("a", true, false, Good), signer("b", false, true, Good));
    let (both, idle) = (signer("c", true, true, Good), signer("d", false, false, Good));
    for (rotating, authorities, verdict) in [
        (Rotating::No, vec![&leaf], Good),
        (Rotating::No, vec![&leaf, &idle], Warning),
        (Rotating::Yes, vec![&both], Good),
        (Rotating::Yes, vec![&leaf, &next], Good),
        (Rotating::Yes, vec![&leaf, &next, &idle], Warning),
        (Rotating::Yes, vec![&leaf], Violation),
        (Rotating::Yes, vec![&next], Violation),
        (Rotating::Yes, vec![&idle], Violation),
    ] {
        let authorities: Vec<Authority> = authorities.into_iter().cloned().collect();
        let [overlap, validity] = &of_authorities(&authorities, rotating)[..] else { panic!() };
        assert_eq!((overlap.verdict, validity.verdict), (verdict, Good), "{overlap}");
    }
    let all = [leaf, next, idle];
    let overlap = |rotating| of_authorities(&all, rotating).remove(0).observed;
    let [a, b, d] = [0, 1, 2].map(|place: usize| all[place].shown());
    assert_eq!(overlap(Rotating::Yes), format!("shown: {a}; next: {b}; idle: {d}"));
    assert_eq!(overlap(Rotating::No), format!("signed by {a}; idle: {d}"));
}

#[test]
fn the_worst_time_counts_and_that_of_an_idle_authority_only_as_a_warning() {
    use Verdict::{Good, Unseen, Violation, Warning};
    let good = signer("a", true, true, Good);
    for (authorities, verdict) in [
        (vec![], Unseen),
        (vec![good.clone()], Good),
        (vec![good.clone(), signer("b", true, false, Warning)], Warning),
        (vec![good.clone(), signer("b", true, false, Violation)], Violation),
        (vec![good.clone(), signer("b", false, true, Violation)], Violation),
        (vec![good.clone(), signer("b", false, false, Violation)], Warning),
        (vec![good, signer("b", false, false, Good)], Good),
    ] {
        assert_eq!(times(&authorities).1, verdict, "{authorities:?}");
    }
}

#[test]
fn a_certificate_is_valid_from_its_first_to_its_last_second() {
    let authority = certificates::Authority::new().unwrap();
    let chain = chain(&authority.server_for_a_day().unwrap());
    let (from, until) = (chain.leaf().not_before().unwrap(), chain.leaf().not_after().unwrap());
    let judged = |now, warn_days| time(chain.leaf(), Terms { host: "localhost", now, warn_days });
    let [early, late] = [from.unix() - 1, until.unix() + 1].map(|second| Instant::from_unix(second).unwrap());
    for (now, warn_days, verdict) in [
        (early, 0, Verdict::Violation),
        (from, 0, Verdict::Good),
        (until, 0, Verdict::Good),
        (late, 0, Verdict::Violation),
        (from, 2, Verdict::Good),
        (from, 3, Verdict::Warning),
        (until, 1, Verdict::Warning),
    ] {
        assert_eq!(judged(now, warn_days).1, verdict, "{now} {warn_days}");
    }
    assert_eq!(judged(from, 0).0, format!("valid until {until}, 2 days from now"));
    assert_eq!(judged(late, 0).0, format!("valid from {from} until {until}; it is {late}"));
}
