//! What can be proved of a server's TLS: from outside, as whoever reaches its port, and from inside, as a login that sees
//! every session and the access rules.
//!
//! Invariant: where the certificate does not let a session come about, what only a session sees is unseen, and fails.

mod certificates;
mod inside;
mod outside;

pub use certificates::{Authority, Terms, authorities};
pub use inside::{Client, Inside, PostureError, Without, seen_from_inside};
pub use outside::{Outside, seen_from_outside};

use super::{Check, Verdict, VisibleTo};

fn check(id: impl Into<String>, expected: &str, seen: (String, Verdict), visible_to: VisibleTo) -> Check {
    let (observed, verdict) = seen;
    Check { id: id.into(), expected: expected.to_owned(), observed, verdict, visible_to }
}

fn good_if(good: bool) -> Verdict {
    if good { Verdict::Good } else { Verdict::Violation }
}
