//! Which lines of `pg_hba.conf` let a session in without TLS.
//!
//! The server takes the first line that fits (PostgreSQL manual, "The pg_hba.conf File"), so a line that rejects
//! every plaintext session closes all that follow.

use super::super::{Check, Verdict};
use super::facts::Answer;

const TLS_ONLY: &str = "no line of type host or hostnossl but reject";
const LOOPBACK: [&str; 5] = ["127.0.0.1", "127.0.0.0", "::1", "localhost", "samehost"];

struct Line<'a> {
    number: &'a str,
    kind: &'a str,
    databases: &'a str,
    users: &'a str,
    address: &'a str,
    method: &'a str,
    error: &'a str,
}

/// One check for plaintext from the network, one for plaintext from the server's own machine, one for the file.
pub(super) fn evaluate(answer: &Answer) -> [Check; 3] {
    let Some(lines) =
        answer.as_ref().and_then(|rows| rows.iter().map(|row| Line::read(row)).collect::<Option<Vec<_>>>())
    else {
        return [("hba.network", TLS_ONLY), ("hba.loopback", TLS_ONLY), ("hba.file", "no errors")].map(
            |(id, expected)| Check {
                id: id.to_owned(),
                expected: expected.to_owned(),
                observed: "not seen".to_owned(),
                verdict: Verdict::Unseen,
            },
        );
    };
    let open =
        lines.iter().take_while(|line| !line.rejects_all_plaintext()).filter(|line| line.lets_plaintext_in());
    let (near, far): (Vec<&Line<'_>>, Vec<&Line<'_>>) = open.partition(|line| line.is_loopback());
    let broken = lines.iter().filter(|line| !line.error.is_empty()).collect();
    [
        check("hba.network", TLS_ONLY, &far, Verdict::Violation),
        check("hba.loopback", TLS_ONLY, &near, Verdict::Warning),
        check("hba.file", "no errors", &broken, Verdict::Violation),
    ]
}

fn check(id: &str, expected: &str, lines: &Vec<&Line<'_>>, otherwise: Verdict) -> Check {
    let observed: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    Check {
        id: id.to_owned(),
        expected: expected.to_owned(),
        observed: if observed.is_empty() { expected.to_owned() } else { observed.join("; ") },
        verdict: if observed.is_empty() { Verdict::Good } else { otherwise },
    }
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

    fn is_loopback(&self) -> bool {
        LOOPBACK.iter().any(|name| self.address == *name || self.address.starts_with(&format!("{name} ")))
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

    fn verdicts(lines: &[[&str; 5]]) -> [Verdict; 3] {
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
        assert_eq!(verdicts(&[socket, tls]), [Good, Good, Good]);
        assert_eq!(verdicts(&[tls, near]), [Good, Warning, Good]);
        assert_eq!(verdicts(&[tls, far]), [Violation, Good, Good]);
        assert_eq!(verdicts(&[plain]), [Violation, Good, Good]);
        assert_eq!(
            verdicts(&[closed, far, near]),
            [Good, Good, Good],
            "nothing plain gets past the first line"
        );
        assert_eq!(verdicts(&[far, closed]), [Violation, Good, Good]);
    }

    #[test]
    fn a_broken_line_is_a_violation() {
        let row = ["7", "", "", "", "", "", "invalid connection type"].map(str::to_owned).to_vec();
        assert_eq!(evaluate(&Some(vec![row]))[2].verdict, Verdict::Violation);
    }
}
