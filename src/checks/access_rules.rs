//! The lines of `pg_hba.conf` as the server shows them, and which of them let a session in without TLS.
//!
//! The server takes the first line that fits (PostgreSQL manual, "The pg_hba.conf File"), so a line that rejects
//! every session without TLS closes all that follow. `all` databases are not replication: that has to be closed, and can
//! be opened, by itself.

/// One line. Lists are joined by commas; what a line does not have is empty.
pub(super) struct Line<'a> {
    number: &'a str,
    kind: &'a str,
    databases: &'a str,
    users: &'a str,
    address: &'a str,
    method: &'a str,
    error: &'a str,
}

/// From where a line lets in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Near {
    SameMachine,
    Elsewhere,
}

const LOOPBACK: [&str; 5] = ["127.0.0.1", "127.0.0.0", "::1", "localhost", "samehost"];

/// The database that stands for replication.
const REPLICATION: &str = "replication";

impl<'a> Line<'a> {
    /// Reads the rows of the question about the rules; nothing where one has another form.
    pub(super) fn read_all(rows: &'a [Vec<String>]) -> Option<Vec<Self>> {
        rows.iter().map(|row| Self::read(row)).collect()
    }

    fn read(row: &'a [String]) -> Option<Self> {
        let [number, kind, databases, users, address, method, error] = row else { return None };
        Some(Self { number, kind, databases, users, address, method, error })
    }

    pub(super) fn is_weak(&self) -> bool {
        self.kind.starts_with("host") && matches!(self.method, "trust" | "password" | "md5")
    }

    pub(super) fn near(&self) -> Near {
        let address = self.address.split(' ').next().unwrap_or_default();
        if LOOPBACK.contains(&address) { Near::SameMachine } else { Near::Elsewhere }
    }

    /// GSSAPI encrypts too, but nothing that this program trusts says who is at the other end.
    fn lets_in_without_tls(&self) -> bool {
        matches!(self.kind, "host" | "hostnossl" | "hostgssenc" | "hostnogssenc") && self.method != "reject"
    }

    /// Whether nobody passes it without TLS who wants this kind of session.
    fn closes(&self, databases: &str) -> bool {
        let everybody = self.databases == databases && self.users == "all" && self.address == "all";
        matches!(self.kind, "host" | "hostnossl") && everybody && self.method == "reject"
    }

    fn is_for_replication(&self) -> bool {
        self.databases.split(',').any(|database| database == REPLICATION)
    }

    fn is_for_databases(&self) -> bool {
        self.databases.split(',').any(|database| database != REPLICATION)
    }
}

/// The lines that somebody without TLS can get in by.
pub(super) fn open_without_tls<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b Line<'a>> {
    let before = |databases: &str| {
        let closed = lines.iter().position(|line| line.closes(databases));
        closed.unwrap_or(lines.len())
    };
    let (databases, replication) = (before("all"), before(REPLICATION));
    let reached = |position: usize, line: &Line<'_>| {
        line.is_for_databases() && position < databases || line.is_for_replication() && position < replication
    };
    let open = lines.iter().enumerate().filter(|(position, line)| {
        line.error.is_empty() && line.lets_in_without_tls() && reached(*position, line)
    });
    open.map(|(_, line)| line).collect()
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

/// The lines that are not in force because the server could not read them.
pub(super) fn broken<'a, 'b>(lines: &'b [Line<'a>]) -> Vec<&'b Line<'a>> {
    lines.iter().filter(|line| !line.error.is_empty()).collect()
}

/// Several, as one text.
pub(super) fn listed(lines: &[&Line<'_>]) -> String {
    lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(lines: &[[&str; 4]]) -> Vec<String> {
        let row = |(position, line): (usize, &[&str; 4])| {
            let [kind, databases, address, method] = line.map(str::to_owned);
            vec![(position + 1).to_string(), kind, databases, "all".into(), address, method, String::new()]
        };
        let rows: Vec<Vec<String>> = lines.iter().enumerate().map(row).collect();
        let lines = Line::read_all(&rows).unwrap();
        open_without_tls(&lines).iter().map(|line| line.number.to_owned()).collect()
    }

    #[test]
    fn every_kind_but_hostssl_lets_in_without_tls() {
        let tls = ["hostssl", "all", "all", "scram-sha-256"];
        let socket = ["local", "all", "", "peer"];
        assert!(open(&[socket, tls]).is_empty());
        for kind in ["host", "hostnossl", "hostgssenc", "hostnogssenc"] {
            assert_eq!(
                open(&[tls, [kind, "mosaic", "10.0.0.0 255.0.0.0", "scram-sha-256"]]),
                ["2"],
                "{kind}"
            );
            assert!(open(&[tls, [kind, "mosaic", "all", "reject"]]).is_empty(), "{kind}");
        }
    }

    #[test]
    fn what_rejects_everybody_closes_what_follows() {
        let host = ["host", "all", "all", "md5"];
        for kind in ["host", "hostnossl"] {
            assert!(open(&[[kind, "all", "all", "reject"], host]).is_empty(), "{kind}");
        }
        for hole in [
            ["hostssl", "all", "all", "reject"],
            ["hostnossl", "mosaic", "all", "reject"],
            ["hostnossl", "all", "0.0.0.0 0.0.0.0", "reject"],
        ] {
            assert_eq!(open(&[hole, host]), ["2"], "{hole:?}");
        }
    }

    #[test]
    fn replication_is_closed_by_itself() {
        let closed = ["hostnossl", "all", "all", "reject"];
        let replication = ["host", "replication", "all", "scram-sha-256"];
        assert_eq!(open(&[closed, replication]), ["2"]);
        assert_eq!(open(&[closed, ["host", "mosaic,replication", "all", "scram-sha-256"]]), ["2"]);
        let also_closed = ["hostnossl", "replication", "all", "reject"];
        assert!(open(&[closed, also_closed, replication]).is_empty());
        assert!(open(&[also_closed, replication]).is_empty());
        assert_eq!(open(&[also_closed, ["host", "all", "all", "scram-sha-256"]]), ["2"]);
    }

    #[test]
    fn a_line_is_told_with_its_number_and_a_broken_one_with_what_is_wrong() {
        let rows = [["3", "host", "all", "x", "::1", "md5", ""], ["4", "", "", "", "", "", "no such type"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let lines = Line::read_all(&rows).unwrap();
        assert_eq!(
            listed(&lines.iter().collect::<Vec<_>>()),
            "line 3: host all x ::1 md5; line 4: no such type"
        );
        assert_eq!(listed(&broken(&lines)), "line 4: no such type");
    }
}
