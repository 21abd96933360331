//! What a gateway says of its database to the public: three states, with what each is good for.
//!
//! Invariant: what can be read and written follows from the state, so that no [`Health`] contradicts itself; text that
//! does is refused. And nobody writes because of one: that takes a [`super::write::WriteHealthProof`], which only the
//! transaction that writes can give.

use crate::attest::{Instant, Text};
use serde::{Deserialize, Serialize};

/// Which policy was in force: 1 to 64 bytes of printable ASCII, compared and not understood.
pub type PolicyRevision = Text<64>;

/// What a database is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Reads and, where a transaction proves it for itself, writes.
    Healthy,
    /// Reads.
    ReadOnlyDegraded,
    /// Neither.
    WriteUnavailable,
}

/// An answer, for as long as it is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub struct Health {
    state: State,
    checked_at: Instant,
    valid_until: Instant,
    policy_revision: PolicyRevision,
}

/// The text contradicts itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Contradiction {
    /// What is said of reading and writing is not what the state is good for.
    #[error("{} does not go with read: {read}, write: {write}", .state.word())]
    Capability {
        /// The state.
        state: State,
        /// What is said of reading.
        read: bool,
        /// What is said of writing.
        write: bool,
    },
    /// It was never valid.
    #[error("checked at {checked_at} and valid until {valid_until}")]
    Window {
        /// When it was checked.
        checked_at: Instant,
        /// Until when it is said to be valid.
        valid_until: Instant,
    },
}

/// As it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Wire {
    state: State,
    read: bool,
    write: bool,
    checked_at: Instant,
    valid_until: Instant,
    policy_revision: PolicyRevision,
}

impl State {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Healthy, Self::ReadOnlyDegraded, Self::WriteUnavailable];

    /// Whether the database can be read.
    #[must_use]
    pub const fn reads(self) -> bool {
        match self {
            Self::Healthy | Self::ReadOnlyDegraded => true,
            Self::WriteUnavailable => false,
        }
    }

    /// Whether it can be written to.
    #[must_use]
    pub const fn writes(self) -> bool {
        match self {
            Self::Healthy => true,
            Self::ReadOnlyDegraded | Self::WriteUnavailable => false,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Healthy => "healthy",
            Self::ReadOnlyDegraded => "read-only-degraded",
            Self::WriteUnavailable => "write-unavailable",
        }
    }
}

impl Health {
    /// What was found at a time, valid until a later one.
    ///
    /// # Errors
    /// [`Contradiction::Window`] if it would never be valid.
    pub fn new(
        state: State,
        checked_at: Instant,
        valid_until: Instant,
        policy_revision: PolicyRevision,
    ) -> Result<Self, Contradiction> {
        if checked_at < valid_until {
            Ok(Self { state, checked_at, valid_until, policy_revision })
        } else {
            Err(Contradiction::Window { checked_at, valid_until })
        }
    }

    /// The state that was found. Whether it may still be believed, [`Self::is_valid`] says.
    #[must_use]
    pub const fn state(&self) -> State {
        self.state
    }

    /// When it was found.
    #[must_use]
    pub const fn checked_at(&self) -> Instant {
        self.checked_at
    }

    /// From when on it says nothing.
    #[must_use]
    pub const fn valid_until(&self) -> Instant {
        self.valid_until
    }

    /// Under which policy.
    #[must_use]
    pub const fn policy_revision(&self) -> &PolicyRevision {
        &self.policy_revision
    }

    /// Whether it says anything at this time, under this policy.
    #[must_use]
    pub fn is_valid(&self, now: Instant, policy: &PolicyRevision) -> bool {
        self.checked_at <= now && now < self.valid_until && self.policy_revision == *policy
    }
}

impl TryFrom<Wire> for Health {
    type Error = Contradiction;
    fn try_from(wire: Wire) -> Result<Self, Contradiction> {
        let Wire { state, read, write, checked_at, valid_until, policy_revision } = wire;
        if (read, write) != (state.reads(), state.writes()) {
            return Err(Contradiction::Capability { state, read, write });
        }
        Self::new(state, checked_at, valid_until, policy_revision)
    }
}

impl From<Health> for Wire {
    fn from(health: Health) -> Self {
        let Health { state, checked_at, valid_until, policy_revision } = health;
        let (read, write) = (state.reads(), state.writes());
        Self { state, read, write, checked_at, valid_until, policy_revision }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn wire(state: &str, read: bool, write: bool) -> serde_json::Value {
        json!({
            "state": state, "read": read, "write": write, "policyRevision": "7",
            "checkedAt": "2026-11-30T20:00:00Z", "validUntil": "2026-11-30T20:00:05Z",
        })
    }

    #[test]
    fn of_all_combinations_those_without_contradiction_are_read_and_come_back() {
        let mut read_back = Vec::new();
        for state in State::ALL {
            for (read, write) in [(true, true), (true, false), (false, true), (false, false)] {
                let text = wire(state.word(), read, write);
                if let Ok(health) = serde_json::from_value::<Health>(text.clone()) {
                    assert_eq!(serde_json::to_value(&health).unwrap(), text);
                    read_back.push((health.state(), read, write));
                }
            }
        }
        let good = [
            (State::Healthy, true, true),
            (State::ReadOnlyDegraded, true, false),
            (State::WriteUnavailable, false, false),
        ];
        assert_eq!(read_back, good);
    }

    #[test]
    fn a_window_that_never_was_open_and_fields_that_nobody_knows_are_refused() {
        let changed = |name: &str, value: &str| {
            let mut text = wire("healthy", true, true);
            text[name] = json!(value);
            serde_json::from_value::<Health>(text).map(|health| health.state())
        };
        assert_eq!(changed("validUntil", "2026-11-30T20:00:01Z").unwrap(), State::Healthy);
        for (name, value) in [
            ("validUntil", "2026-11-30T20:00:00Z"),
            ("validUntil", "2026-11-30T19:59:59Z"),
            ("policyRevision", ""),
            ("state", "degraded"),
            ("proof", "1"),
        ] {
            assert!(changed(name, value).is_err(), "{name}: {value}");
        }
        for name in ["state", "read", "write", "checkedAt", "validUntil", "policyRevision"] {
            let mut text = wire("healthy", true, true);
            text.as_object_mut().unwrap().remove(name);
            assert!(serde_json::from_value::<Health>(text).is_err(), "without {name}");
        }
    }

    #[test]
    fn it_is_believed_within_its_window_and_under_its_policy() {
        let health: Health = serde_json::from_value(wire("healthy", true, true)).unwrap();
        let policy = PolicyRevision::new("7").unwrap();
        let valid = |text: &str| health.is_valid(Instant::parse(text).unwrap(), &policy);
        assert!(valid("2026-11-30T20:00:00Z") && valid("2026-11-30T20:00:04Z"));
        assert!(!valid("2026-11-30T19:59:59Z") && !valid("2026-11-30T20:00:05Z"));
        let other = PolicyRevision::new("8").unwrap();
        assert!(!health.is_valid(health.checked_at(), &other));
    }
}
