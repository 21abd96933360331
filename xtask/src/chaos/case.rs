//! What can be disturbed, by what, and where: all of it data. A case has one name, by which it is played again.

use mosaic_lab::proxy::{Direction, Place};
use std::{fmt, str::FromStr};

/// A command of the product that is disturbed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Subject {
    Run,
    Verify,
    Import,
    Backfill,
}

impl Subject {
    pub(crate) const ALL: [Self; 4] = [Self::Run, Self::Verify, Self::Import, Self::Backfill];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Verify => "verify",
            Self::Import => "migrate-tier",
            Self::Backfill => "backfill",
        }
    }

    /// The database that it is about.
    pub(super) const fn database(self) -> &'static str {
        match self {
            Self::Run => "chaos_run",
            Self::Verify => "chaos_verify",
            Self::Import => "chaos_import",
            Self::Backfill => "chaos_backfill",
        }
    }

    /// Whom it connects as.
    pub(super) const fn login(self) -> &'static str {
        match self {
            Self::Run | Self::Verify | Self::Backfill => "mosaic_migrator",
            Self::Import => "mosaic_data_importer",
        }
    }
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fault {
    /// The network resets all connections.
    Cut,
    /// One direction of the connection ends in good order, the other stays open.
    HalfClose,
    /// The network holds the record back for a while.
    Delay,
    /// SIGKILL.
    Kill,
    /// SIGSTOP, and after a while SIGCONT.
    Pause,
    /// SIGSTOP, until the server gives the session up.
    Freeze,
    /// `pg_terminate_backend` of every session of the command.
    Terminate,
    /// A fast shutdown, and a server that is up again before the command goes on.
    Restart,
    /// An immediate shutdown; the server stays away until the command has ended.
    Immediate,
    /// A standby with everything up to this record is promoted and takes the server's place.
    Promote,
    /// The name leads to another server from the start.
    Reroute,
    /// PgBouncer stands in front of the server.
    Pooler,
    /// The file system of the database has little room or none.
    DiskFull,
    /// The wall clock of the command goes an hour forth.
    ClockForth,
    /// And an hour back.
    ClockBack,
}

impl Fault {
    pub(crate) const ALL: [Self; 15] = [
        Self::Cut,
        Self::HalfClose,
        Self::Delay,
        Self::Kill,
        Self::Pause,
        Self::Freeze,
        Self::Terminate,
        Self::Restart,
        Self::Immediate,
        Self::Promote,
        Self::Reroute,
        Self::Pooler,
        Self::DiskFull,
        Self::ClockForth,
        Self::ClockBack,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Cut => "cut",
            Self::HalfClose => "half-close",
            Self::Delay => "delay",
            Self::Kill => "kill",
            Self::Pause => "pause",
            Self::Freeze => "freeze",
            Self::Terminate => "terminate",
            Self::Restart => "restart",
            Self::Immediate => "immediate",
            Self::Promote => "promote",
            Self::Reroute => "reroute",
            Self::Pooler => "pooler",
            Self::DiskFull => "disk-full",
            Self::ClockForth => "clock-forth",
            Self::ClockBack => "clock-back",
        }
    }
}

/// Another server that a name may lead to.
pub(super) const STRANGER: &str = "stranger";
pub(super) const STANDBY: &str = "standby";
pub(super) const SERVERS: [&str; 2] = [STRANGER, STANDBY];
/// When PgBouncer takes a connection back.
pub(super) const POOL_MODES: [&str; 3] = ["session", "transaction", "statement"];
/// How many KiB are left on the disk.
pub(super) const ROOMS: [&str; 3] = ["0", "16", "64"];

/// Where, or in which of its forms, a fault comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum At {
    /// At a TLS record: `s7` is the seventh to the server, `c7` the seventh to the client.
    Record(Place),
    /// In the form of this name.
    Form(&'static str),
}

/// One disturbance of one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Case {
    pub(crate) subject: Subject,
    pub(crate) fault: Fault,
    pub(crate) at: At,
}

/// Which cases are wanted: COMMAND, COMMAND/FAULT or COMMAND/FAULT/K.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    pub(super) subject: Subject,
    pub(super) fault: Option<Fault>,
    pub(super) at: Option<At>,
}

/// Why a name is that of no case.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotACase {
    #[error("COMMAND is one of {}", Subject::ALL.map(Subject::name).join(", "))]
    Subject,
    #[error("FAULT is one of {}", Fault::ALL.map(Fault::name).join(", "))]
    Fault,
    #[error("K is a record, such as s7 to the server or c7 to the client, or one of {}", forms().join(", "))]
    At,
}

fn forms() -> Vec<&'static str> {
    [&SERVERS[..], &POOL_MODES, &ROOMS].concat()
}

impl Wanted {
    pub(super) fn wants(&self, case: &Case) -> bool {
        self.subject == case.subject
            && self.fault.is_none_or(|fault| fault == case.fault)
            && self.at.is_none_or(|at| at == case.at)
    }
}

impl FromStr for Wanted {
    type Err = NotACase;

    fn from_str(text: &str) -> Result<Self, NotACase> {
        let mut parts = text.splitn(3, '/');
        let named = |name: &str| Subject::ALL.into_iter().find(|subject| subject.name() == name);
        let subject = parts.next().and_then(named).ok_or(NotACase::Subject)?;
        let named = |name: &str| Fault::ALL.into_iter().find(|fault| fault.name() == name);
        let fault = parts.next().map(|name| named(name).ok_or(NotACase::Fault)).transpose()?;
        let at = parts.next().map(|name| at(name).ok_or(NotACase::At)).transpose()?;
        Ok(Self { subject, fault, at })
    }
}

fn at(text: &str) -> Option<At> {
    if let Some(form) = forms().into_iter().find(|form| *form == text) {
        return Some(At::Form(form));
    }
    let (direction, number) = match text.split_at_checked(1)? {
        ("s", number) => (Direction::ToServer, number),
        ("c", number) => (Direction::ToClient, number),
        _ => return None,
    };
    let number = number.parse().ok().filter(|number| *number > 0)?;
    Some(At::Record(Place { direction, number }))
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(Place { direction: Direction::ToServer, number }) => write!(f, "s{number}"),
            Self::Record(Place { direction: Direction::ToClient, number }) => write!(f, "c{number}"),
            Self::Form(name) => f.write_str(name),
        }
    }
}

impl Case {
    /// The same one record earlier.
    pub(super) fn before(self) -> Option<Self> {
        let At::Record(Place { direction, number }) = self.at else { return None };
        (number > 1).then(|| Self { at: At::Record(Place { direction, number: number - 1 }), ..self })
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.subject.name(), self.fault.name(), self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_before_the_first_is_none() {
        let case = |number| Case {
            subject: Subject::Run,
            fault: Fault::Kill,
            at: At::Record(Place { direction: Direction::ToServer, number }),
        };
        assert_eq!((case(2).before(), case(1).before()), (Some(case(1)), None));
        assert_eq!(Case { at: At::Form("0"), ..case(1) }.before(), None);
    }

    #[test]
    fn a_case_is_found_by_its_name() {
        for name in ["run/cut/s7", "migrate-tier/kill/c120", "verify/pooler/session", "backfill/disk-full/64"]
        {
            let wanted: Wanted = name.parse().expect("a case");
            let case = Case {
                subject: wanted.subject,
                fault: wanted.fault.expect("a fault"),
                at: wanted.at.expect("a place"),
            };
            assert_eq!(case.to_string(), name);
            assert!(wanted.wants(&case));
        }
        for name in ["", "walk", "run/rust", "run/cut/", "run/cut/s0", "run/cut/x7", "run/cut/s7/8", "run/"] {
            assert!(name.parse::<Wanted>().is_err(), "{name}");
        }
    }
}
