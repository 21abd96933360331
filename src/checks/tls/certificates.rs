//! Certificates judged as data: whom they are for, until when, who signed them, and what becomes of them while an
//! authority is replaced.

use super::{Check, Verdict, VisibleTo, check, good_if};
use crate::attest::Instant;
use crate::digest::Digest;
use crate::postgres::x509::{Certificate, Chain};
use serde::Serialize;

const DAY: u64 = 86_400;

/// How many digits of a digest name a certificate in a sentence.
const SHORT: usize = 16;

/// What certificates are judged by.
#[derive(Clone, Copy, Debug)]
pub struct Terms<'a> {
    /// The host of the URL.
    pub host: &'a str,
    /// The time.
    pub now: Instant,
    /// How many days before its end a certificate is warned of.
    pub warn_days: u32,
}

/// One certificate of the CA file, and what it signed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Authority {
    /// SHA-256 over its DER form.
    pub sha256: Option<Digest>,
    /// The common name, where it has one.
    pub name: Option<String>,
    /// The last second in which it is valid.
    pub not_after: Option<Instant>,
    /// Whether what the server shows leads to it.
    pub signed_leaf: bool,
    /// Whether what the server is to show next leads to it.
    pub signed_next: bool,
    /// How its time is judged.
    #[serde(skip)]
    time: (String, Verdict),
}

/// What each certificate of a CA file signed.
#[must_use]
pub fn authorities(
    bundle: &[Certificate],
    shown: Option<&Chain>,
    next: Option<&Chain>,
    terms: Terms<'_>,
) -> Vec<Authority> {
    let one = |authority: &Certificate| Authority {
        sha256: authority.sha256(),
        name: authority.common_name(),
        not_after: authority.not_after(),
        signed_leaf: signed(authority, shown),
        signed_next: signed(authority, next),
        time: time(authority, terms),
    };
    bundle.iter().map(one).collect()
}

fn signed(authority: &Certificate, chain: Option<&Chain>) -> bool {
    chain.is_some_and(|chain| chain.require_signer([authority]).is_ok())
}

impl Authority {
    fn shown(&self) -> String {
        let digest = self.sha256.map(|digest| digest.to_string()).unwrap_or_default();
        let digest = digest.get(..SHORT).unwrap_or_default();
        match &self.name {
            Some(name) => format!("{name:?} ({digest})"),
            None => digest.to_owned(),
        }
    }

    const fn is_idle(&self) -> bool {
        !self.signed_leaf && !self.signed_next
    }
}

/// The checks of one server certificate: of the one that is shown (`leaf`) or of the one to be shown next (`next`).
pub(super) fn of_chain(area: &str, chain: &Chain, bundle: &[Certificate], terms: Terms<'_>) -> Vec<Check> {
    let leaf = chain.leaf();
    let id = |aspect: &str| format!("{area}.{aspect}");
    let signer = match chain.require_signer(bundle) {
        Ok(()) => ("it is".to_owned(), Verdict::Good),
        Err(reason) => (reason.to_owned(), Verdict::Violation),
    };
    let names = leaf.names().join(", ");
    let name = match leaf.require_name(terms.host) {
        Ok(()) => (names, Verdict::Good),
        Err(reason) => (format!("{reason}; it is for {}", or_none(names)), Verdict::Violation),
    };
    let bound = (format!("{}; {}", leaf.signature(), leaf.key()), good_if(leaf.can_be_bound_to()));
    vec![
        check(id("signer"), "signed by an authority of the CA file", signer, VisibleTo::Network),
        check(id("names"), terms.host, name, VisibleTo::Network),
        check(id("validity"), "valid now", time(leaf, terms), VisibleTo::Network),
        check(id("binding"), "a signature with a digest, as RSA and ECDSA have", bound, VisibleTo::Network),
    ]
}

/// The checks of the CA file beside what it signed.
pub(super) fn of_authorities(authorities: &[Authority], rotating: Rotating) -> Vec<Check> {
    let listed = |wanted: &dyn Fn(&Authority) -> bool| {
        let all: Vec<String> = authorities.iter().filter(|it| wanted(it)).map(Authority::shown).collect();
        or_none(all.join(", "))
    };
    let idle = authorities.iter().any(Authority::is_idle);
    let now = authorities.iter().any(|authority| authority.signed_leaf);
    let next = authorities.iter().any(|authority| authority.signed_next);
    let (expected, observed, verdict) = match rotating {
        Rotating::No => (
            "every authority of the CA file signed what is shown",
            format!("signed by {}; idle: {}", listed(&|it| it.signed_leaf), listed(&|it| it.is_idle())),
            if idle { Verdict::Warning } else { Verdict::Good },
        ),
        Rotating::Yes => (
            "the CA file holds who signed what is shown and who signed what comes next",
            format!(
                "shown: {}; next: {}; idle: {}",
                listed(&|it| it.signed_leaf),
                listed(&|it| it.signed_next),
                listed(&|it| it.is_idle())
            ),
            match (now && next, idle) {
                (false, _) => Verdict::Violation,
                (true, true) => Verdict::Warning,
                (true, false) => Verdict::Good,
            },
        ),
    };
    vec![
        check("authority.overlap", expected, (observed, verdict), VisibleTo::Network),
        check("authority.validity", "valid now", times(authorities), VisibleTo::Network),
    ]
}

/// Whether the certificate that comes next was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rotating {
    Yes,
    No,
}

/// An authority that signed nothing may end: nobody rests on it.
fn times(authorities: &[Authority]) -> (String, Verdict) {
    let one = |authority: &Authority| {
        let (observed, verdict) = &authority.time;
        let verdict = if authority.is_idle() { (*verdict).min(Verdict::Warning) } else { *verdict };
        (format!("{} {observed}", authority.shown()), verdict)
    };
    let all: Vec<(String, Verdict)> = authorities.iter().map(one).collect();
    let worst = all.iter().map(|(_, verdict)| *verdict).max().unwrap_or(Verdict::Unseen);
    (all.into_iter().map(|(observed, _)| observed).collect::<Vec<_>>().join("; "), worst)
}

fn time(certificate: &Certificate, Terms { now, warn_days, .. }: Terms<'_>) -> (String, Verdict) {
    let (Some(from), Some(until)) = (certificate.not_before(), certificate.not_after()) else {
        return ("its times cannot be read".to_owned(), Verdict::Unseen);
    };
    let left = until.seconds_since(now);
    let verdict = if now < from || now > until {
        Verdict::Violation
    } else if left < u64::from(warn_days) * DAY {
        Verdict::Warning
    } else {
        Verdict::Good
    };
    let observed = match verdict {
        Verdict::Violation => format!("valid from {from} until {until}; it is {now}"),
        _ => format!("valid until {until}, {} days from now", left / DAY),
    };
    (observed, verdict)
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}

#[cfg(test)]
mod tests;
