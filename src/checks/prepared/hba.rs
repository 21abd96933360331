//! What a bootstrapped server's access rules must be like.

use super::super::access_rules::{Line, Near, broken, listed, open_without_tls};
use super::super::{Check, Verdict, VisibleTo};
use super::facts::Answer;

const TLS_ONLY: &str = "no line of type host or hostnossl but reject";
const STRONG: &str = "no network line of method trust, password or md5";
const NO_ERRORS: &str = "no errors";

/// Plaintext from the network, plaintext from the server's own machine, weak authentication, and the file itself.
pub(super) fn evaluate(answer: &Answer) -> [Check; 4] {
    let lines = answer.as_ref().and_then(|rows| Line::read_all(rows));
    let lines = lines.as_deref();
    [
        check("hba.network", TLS_ONLY, Verdict::Violation, lines.map(|all| plaintext(all, Near::Elsewhere))),
        check("hba.loopback", TLS_ONLY, Verdict::Warning, lines.map(|all| plaintext(all, Near::SameMachine))),
        check("hba.authentication", STRONG, Verdict::Violation, lines.map(weak)),
        check("hba.file", NO_ERRORS, Verdict::Violation, lines.map(broken)),
    ]
}

fn plaintext<'a, 'b>(lines: &'b [Line<'a>], near: Near) -> Vec<&'b Line<'a>> {
    open_without_tls(lines).into_iter().filter(|line| line.near() == near).collect()
}

fn weak<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b Line<'a>> {
    lines.iter().filter(|line| line.is_weak()).collect()
}

fn check(id: &str, expected: &str, otherwise: Verdict, found: Option<Vec<&Line<'_>>>) -> Check {
    let (observed, verdict) = match found.as_deref() {
        None => ("not seen".to_owned(), Verdict::Unseen),
        Some([]) => (expected.to_owned(), Verdict::Good),
        Some(lines) => (listed(lines), otherwise),
    };
    let (id, expected) = (id.to_owned(), expected.to_owned());
    Check { id, expected, observed, verdict, visible_to: VisibleTo::Superuser }
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
