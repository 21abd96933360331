//! Which lines of `pg_hba.conf` let a session in without TLS.
//!
//! The server takes the first line that fits (PostgreSQL manual, "The pg_hba.conf File"), so a line that rejects
//! every plaintext session closes all that follow.

use super::super::{Check, Verdict, VisibleTo};
use super::facts::Answer;

const TLS_ONLY: &str = "no line of type host or hostnossl but reject";
const STRONG: &str = "no network line of method trust, password or md5";
const NO_ERRORS: &str = "no errors";
const LOOPBACK: [&str; 5] = ["127.0.0.1", "127.0.0.0", "::1", "localhost", "samehost"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Near {
    SameMachine,
    Elsewhere,
}

struct Line<'a> {
    number: &'a str,
    kind: &'a str,
    databases: &'a str,
    users: &'a str,
    address: &'a str,
    method: &'a str,
    error: &'a str,
}

/// Plaintext from the network, plaintext from the server's own machine, weak authentication, and the file itself.
pub(super) fn evaluate(answer: &Answer) -> [Check; 4] {
    let lines: Option<Vec<Line<'_>>> =
        answer.as_ref().and_then(|rows| rows.iter().map(|row| Line::read(row)).collect());
    let lines = lines.as_deref();
    [
        check("hba.network", TLS_ONLY, Verdict::Violation, lines.map(|all| plaintext(all, Near::Elsewhere))),
        check("hba.loopback", TLS_ONLY, Verdict::Warning, lines.map(|all| plaintext(all, Near::SameMachine))),
        check(
            "hba.authentication",
            STRONG,
            Verdict::Violation,
            lines.map(|all| picked(all, |it| it.is_weak())),
        ),
        check(
            "hba.file",
            NO_ERRORS,
            Verdict::Violation,
            lines.map(|all| picked(all, |it| !it.error.is_empty())),
        ),
    ]
}

fn plaintext<'a>(lines: &'a [Line<'a>], near: Near) -> Vec<&'a Line<'a>> {
    let reached = lines.iter().take_while(|line| !line.rejects_all_plaintext());
    reached.filter(|line| line.lets_plaintext_in() && line.near() == near).collect()
}

fn picked<'a>(lines: &'a [Line<'a>], wanted: fn(&Line<'_>) -> bool) -> Vec<&'a Line<'a>> {
    lines.iter().filter(|line| wanted(line)).collect()
}

fn check(id: &str, expected: &str, otherwise: Verdict, found: Option<Vec<&Line<'_>>>) -> Check {
    let (observed, verdict) = match found.as_deref() {
        None => ("not seen".to_owned(), Verdict::Unseen),
        Some([]) => (expected.to_owned(), Verdict::Good),
        Some(lines) => (lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "), otherwise),
    };
    let (id, expected) = (id.to_owned(), expected.to_owned());
    Check { id, expected, observed, verdict, visible_to: VisibleTo::Superuser }
}

impl<'a> Line<'a> {
    fn read(row: &'a [String]) -> Option<Self> {
        let [number, kind, databases, users, address, method, error] = row else { return None };
        Some(Self { number, kind, databases, users, address, method, error })
    }

    fn lets_plaintext_in(&self) -> bool {
        matches!(self.kind, "host" | "hostnossl" | "hostnogssenc") && self.method != "reject"
    }

    fn rejects_all_plaintext(&self) -> bool {
        let everybody = self.databases == "all" && self.users == "all" && self.address == "all";
        matches!(self.kind, "hostnossl") && everybody && self.method == "reject"
    }

    fn is_weak(&self) -> bool {
        self.kind.starts_with("host") && matches!(self.method, "trust" | "password" | "md5")
    }

    fn near(&self) -> Near {
        let address = self.address.split(' ').next().unwrap_or_default();
        if LOOPBACK.contains(&address) { Near::SameMachine } else { Near::Elsewhere }
    }
}

impl std::fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { number, kind, databases, users, address, method, error } = self;
        if error.is_empty() {
            write!(f, "line {number}: {kind} {databases} {users} {address} {method}")
        } else {
            write!(f, "line {number}: {error}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(lines: &[[&str; 5]]) -> [Verdict; 4] {
        let row = |line: &[&str; 5]| {
            let [kind, databases, users, address, method] = line.map(str::to_owned);
            vec!["1".to_owned(), kind, databases, users, address, method, String::new()]
        };
        evaluate(&Some(lines.iter().map(row).collect())).map(|check| check.verdict)
    }

    #[test]
    fn plaintext_from_the_network_is_a_violation_and_from_the_machine_itself_a_warning() {
        use Verdict::{Good, Violation, Warning};
        let tls = ["hostssl", "all", "all", "all", "scram-sha-256"];
        let socket = ["local", "all", "all", "", "peer"];
        let near = ["host", "all", "all", "127.0.0.1 255.255.255.255", "scram-sha-256"];
        let far = ["host", "all", "all", "10.0.0.0 255.0.0.0", "scram-sha-256"];
        let plain = ["hostnossl", "all", "all", "all", "md5"];
        let closed = ["hostnossl", "all", "all", "all", "reject"];
        assert_eq!(verdicts(&[socket, tls]), [Good, Good, Good, Good]);
        assert_eq!(verdicts(&[tls, near]), [Good, Warning, Good, Good]);
        assert_eq!(verdicts(&[tls, far]), [Violation, Good, Good, Good]);
        assert_eq!(verdicts(&[plain]), [Violation, Good, Violation, Good]);
        assert_eq!(
            verdicts(&[closed, far, near]),
            [Good, Good, Good, Good],
            "nothing plain gets past the first line"
        );
        assert_eq!(verdicts(&[far, closed]), [Violation, Good, Good, Good]);
    }

    #[test]
    fn a_broken_line_is_a_violation() {
        let row = ["7", "", "", "", "", "", "invalid connection type"].map(str::to_owned).to_vec();
        assert_eq!(evaluate(&Some(vec![row]))[3].verdict, Verdict::Violation);
    }
}
