//! What is to be done about a step, from what is recorded of it and what its sources are like now.

use super::step::Cursor;
use mosaic_db::digest::Digest;

/// What is recorded of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) state: State,
    /// What the sources were like when the pass began.
    pub(super) checksum: Option<Digest>,
    /// The last row that is done; `None` before the first.
    pub(super) cursor: Option<Cursor>,
    /// How many rows the pass has gone through.
    pub(super) rows: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running,
    Complete,
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// Nothing: the sources are what they were.
    Nothing,
    /// A pass, from the first row on.
    Begin,
    /// The rest of a pass that did not end. Its sources may have changed since it began; the checksum of the beginning
    /// stays, so that the next look finds out.
    Resume { cursor: Option<Cursor>, rows: u64 },
}

pub(super) fn next(progress: Option<&Progress>, now: Digest) -> Next {
    match progress {
        None => Next::Begin,
        Some(Progress { state: State::Running, cursor, rows, .. }) => {
            Next::Resume { cursor: cursor.clone(), rows: *rows }
        }
        Some(Progress { state: State::Complete, checksum, .. }) if *checksum == Some(now) => Next::Nothing,
        Some(Progress { state: State::Complete, .. }) => Next::Begin,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_is_finished_before_another_begins_and_begun_only_for_new_sources() {
        let (before, now) = (Digest::of(b"before"), Digest::of(b"now"));
        let cursor = Cursor::parse(r#"["a"]"#);
        let progress =
            |state, checksum| Progress { state, checksum: Some(checksum), cursor: cursor.clone(), rows: 7 };
        assert_eq!(next(None, now), Next::Begin);
        assert_eq!(next(Some(&progress(State::Complete, now)), now), Next::Nothing);
        assert_eq!(next(Some(&progress(State::Complete, before)), now), Next::Begin);
        assert_eq!(
            next(Some(&Progress { checksum: None, ..progress(State::Complete, now) }), now),
            Next::Begin
        );
        for checksum in [before, now] {
            let resume = Next::Resume { cursor: cursor.clone(), rows: 7 };
            assert_eq!(next(Some(&progress(State::Running, checksum)), now), resume);
        }
    }
}
