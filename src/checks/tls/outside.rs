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
