//! What whoever reaches the server's port can prove.

use super::certificates::{Authority, Rotating, Terms, of_authorities, of_chain};
use super::{Check, Verdict, VisibleTo, check};
use crate::digest::Digest;
use crate::dsn::Dsn;
use crate::postgres::CaBundle;
use crate::postgres::identity::role;
use crate::postgres::knock::{Answer, Handshake, KnockError, Visitor, knock_in_plaintext, shake_hands};
use crate::postgres::x509::{Certificate, Chain};
use std::time::Duration;

/// What was shown to somebody who has not logged in.
pub struct Outside {
    handshake: Handshake,
    /// Without TLS, to somebody who wants a session.
    client: Answer,
    /// Without TLS, to somebody who wants to replicate.
    replica: Answer,
}

impl Outside {
    /// Shakes hands, and knocks twice without TLS, each within `bound`. It blocks. Without TLS nothing is sent but the
    /// runtime's name and the database's.
    ///
    /// # Errors
    /// [`KnockError`] where there is nobody.
    pub fn look(dsn: &Dsn, ca: &CaBundle, bound: Duration) -> Result<Self, KnockError> {
        let knock = |visitor| {
            let answer = knock_in_plaintext(dsn, visitor, role::RUNTIME, bound);
            answer.unwrap_or_else(|_| Answer::Unclear("no connection".to_owned()))
        };
        Ok(Self {
            handshake: shake_hands(dsn, ca, bound)?,
            client: knock(Visitor::Client),
            replica: knock(Visitor::Replica),
        })
    }

    /// What the server showed, verified or not.
    #[must_use]
    pub const fn shown(&self) -> Option<&Chain> {
        match &self.handshake {
            Handshake::Verified { chain, .. } | Handshake::Refused { chain } => Some(chain),
            Handshake::None { .. } => None,
        }
    }

    /// The key that a session has to meet; nothing where none can come about.
    #[must_use]
    pub fn key_of_a_session(&self) -> Option<Digest> {
        match &self.handshake {
            Handshake::Verified { chain, .. } => {
                let leaf = chain.leaf();
                let fit = leaf.can_be_bound_to() && !leaf.names().is_empty();
                leaf.spki().filter(|_| fit)
            }
            Handshake::Refused { .. } | Handshake::None { .. } => None,
        }
    }
}

/// The checks that take no session.
#[must_use]
pub fn seen_from_outside(
    outside: &Outside,
    bundle: &[Certificate],
    authorities: &[Authority],
    next: Option<&Chain>,
    terms: Terms<'_>,
) -> Vec<Check> {
    let handshake = match &outside.handshake {
        Handshake::Verified { version, .. } => ((*version).to_owned(), Verdict::Good),
        Handshake::Refused { .. } => {
            ("TLS, with a certificate that is refused".to_owned(), Verdict::Violation)
        }
        Handshake::None { reason } => (reason.clone(), Verdict::Violation),
    };
    let mut checks = vec![check(
        "handshake.verified",
        "TLS 1.2 or 1.3, with a certificate that verifies",
        handshake,
        VisibleTo::Network,
    )];
    match outside.shown() {
        Some(chain) => checks.extend(of_chain("leaf", chain, bundle, terms)),
        None => checks.push(check(
            "leaf.signer",
            "signed by an authority of the CA file",
            ("no certificate was shown".to_owned(), Verdict::Unseen),
            VisibleTo::Network,
        )),
    }
    checks.extend(next.into_iter().flat_map(|next| of_chain("next", next, bundle, terms)));
    let rotating = if next.is_some() { Rotating::Yes } else { Rotating::No };
    checks.extend(of_authorities(authorities, rotating));
    checks.push(plaintext("plaintext.session", &outside.client));
    checks.push(plaintext("plaintext.replication", &outside.replica));
    checks
}

fn plaintext(id: &str, answer: &Answer) -> Check {
    let seen = match answer {
        Answer::Refused => ("refused by the access rules".to_owned(), Verdict::Good),
        Answer::Admitted => ("the server goes on to authentication".to_owned(), Verdict::Violation),
        Answer::Unclear(what) => (what.clone(), Verdict::Unseen),
    };
    check(id, "a start without TLS is refused by the access rules", seen, VisibleTo::Network)
}

#[cfg(test)]
mod tests {
    use super::super::authorities;
    use super::*;
    use crate::attest::Instant;
    use mosaic_lab::certificates::{self, Flaw, Identity};

    fn chain(identity: &Identity) -> Chain {
        Chain::from_pem(identity.certificate.as_bytes()).unwrap()
    }

    fn verified(chain: Chain) -> Outside {
        let handshake = Handshake::Verified { version: "TLSv1.3", chain };
        Outside { handshake, client: Answer::Refused, replica: Answer::Refused }
    }

    /// The checks that are not good, of a server whose authority is this one.
    fn bad(
        outside: &Outside,
        authority: &certificates::Authority,
        next: Option<&Chain>,
    ) -> Vec<(String, Verdict)> {
        let bundle = [Certificate::from_pem(authority.pem().as_bytes()).unwrap()];
        let now = Instant::parse("2026-03-01T00:00:00Z").unwrap();
        let terms = Terms { host: "localhost", now, warn_days: 30 };
        let authorities = authorities(&bundle, outside.shown(), next, terms);
        let checks = seen_from_outside(outside, &bundle, &authorities, next, terms).into_iter();
        checks.filter(|check| check.verdict != Verdict::Good).map(|check| (check.id, check.verdict)).collect()
    }

    #[test]
    fn each_deviation_fails_its_own_check() {
        let authority = certificates::Authority::new().unwrap();
        let shown = chain(&authority.server().unwrap());
        let failed = |outside: &Outside| bad(outside, &authority, None);
        let told = |id: &str, verdict| vec![(id.to_owned(), verdict)];
        assert_eq!(failed(&verified(shown.clone())), []);
        let refused = Handshake::Refused { chain: shown.clone() };
        let refused = Outside { handshake: refused, ..verified(shown.clone()) };
        assert_eq!(failed(&refused), told("handshake.verified", Verdict::Violation));
        let admitted = Outside { client: Answer::Admitted, ..verified(shown.clone()) };
        assert_eq!(failed(&admitted), told("plaintext.session", Verdict::Violation));
        let unclear = Outside { replica: Answer::Unclear("silence".to_owned()), ..verified(shown.clone()) };
        assert_eq!(failed(&unclear), told("plaintext.replication", Verdict::Unseen));
        let none = Handshake::None { reason: "it closed the connection".to_owned() };
        let none = Outside { handshake: none, ..verified(shown) };
        let expected = [
            ("handshake.verified", Verdict::Violation),
            ("leaf.signer", Verdict::Unseen),
            ("authority.overlap", Verdict::Warning),
        ];
        assert_eq!(failed(&none), expected.map(|(id, verdict)| (id.to_owned(), verdict)));
    }

    #[test]
    fn the_certificate_that_comes_next_is_judged_too() {
        let [ours, theirs] = [(); 2].map(|()| certificates::Authority::new().unwrap());
        let outside = verified(chain(&ours.server().unwrap()));
        assert_eq!(bad(&outside, &ours, Some(&chain(&ours.server().unwrap()))), []);
        let expected = ["next.signer", "authority.overlap"].map(|id| (id.to_owned(), Verdict::Violation));
        assert_eq!(bad(&outside, &ours, Some(&chain(&theirs.server().unwrap()))), expected);
    }

    #[test]
    fn a_session_has_the_key_of_a_certificate_that_it_can_come_about_with() {
        let authority = certificates::Authority::new().unwrap();
        let edwards = certificates::Authority::ed25519().unwrap();
        let fit = chain(&authority.server().unwrap());
        let key = fit.leaf().spki();
        assert!(key.is_some());
        assert_eq!(verified(fit.clone()).key_of_a_session(), key);
        let unbound = verified(chain(&edwards.server().unwrap()));
        assert_eq!(unbound.key_of_a_session(), None);
        let nameless = verified(chain(&authority.flawed(Flaw::NoSubjectAltName).unwrap()));
        assert_eq!(nameless.key_of_a_session(), None);
        let refused = Outside { handshake: Handshake::Refused { chain: fit.clone() }, ..verified(fit) };
        assert_eq!(refused.key_of_a_session(), None);
    }
}
