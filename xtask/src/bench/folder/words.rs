//! The words that names are made of.

use crate::random::Random;

const ADJECTIVES: [&str; 16] = [
    "amber", "brave", "calm", "dusty", "eager", "faint", "gentle", "hollow", "idle", "jolly", "keen",
    "lunar", "mellow", "nimble", "quiet", "rustic",
];
const NOUNS: [&str; 16] = [
    "anchor", "beacon", "canyon", "delta", "ember", "falcon", "glacier", "harbor", "island", "juniper",
    "kestrel", "lantern", "meadow", "orchard", "prairie", "summit",
];
const SUBJECTS: [&str; 12] = [
    "account",
    "deployment",
    "environment",
    "job",
    "policy",
    "release",
    "resource",
    "runbook",
    "system",
    "target",
    "variable",
    "workspace",
];
const ASPECTS: [&str; 10] = [
    "agent",
    "approval",
    "condition",
    "event",
    "metadata",
    "relationship",
    "rule",
    "schema",
    "selector",
    "version",
];
const COLUMNS: [&str; 20] = [
    "status",
    "description",
    "slug",
    "position",
    "priority",
    "payload",
    "config",
    "started_at",
    "completed_at",
    "external_id",
    "reason",
    "message",
    "retry_count",
    "is_active",
    "labels",
    "source",
    "provider",
    "checksum",
    "timeout_seconds",
    "visibility",
];

/// Two words, as in the names that Drizzle gives migrations.
pub(super) fn tag(random: &mut Random) -> String {
    format!("{}_{}", random.pick(&ADJECTIVES), random.pick(&NOUNS))
}

/// A table name, another for each number.
pub(super) fn table(number: usize) -> String {
    let (round, rest) = (number / SUBJECTS.len(), SUBJECTS[number % SUBJECTS.len()]);
    match round {
        0 => rest.to_owned(),
        1..=10 => format!("{rest}_{}", ASPECTS[round - 1]),
        _ => format!("{rest}_{}_{round}", ASPECTS[round % ASPECTS.len()]),
    }
}

/// A column name, another for each number.
pub(super) fn column(number: usize) -> String {
    let word = COLUMNS[number % COLUMNS.len()];
    match number / COLUMNS.len() {
        0 => word.to_owned(),
        round => format!("{word}_{round}"),
    }
}
