//! A defect as data: SQL that brings it about, SQL that takes it back, and which proof must find it by what name. The
//! files in `defects/` hold them all, in a form that can be run by hand.

use mosaic_db::error::Code;

/// The oldest supported server.
const OLDEST: u32 = 16;

/// A state that a proof must not let pass.
#[derive(Debug)]
pub(super) struct Defect {
    pub(super) id: &'static str,
    /// The first major version that can have it.
    pub(super) since: u32,
    pub(super) finding: Finding,
    pub(super) apply: &'static str,
    pub(super) revert: &'static str,
}

/// The proof that must find a defect, and how.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// `--verify` ends with this code and names it: by the id of a check or by words about what is objected to.
    Verify { code: Code, named: &'static str },
    /// `bootstrap check` has these checks fail or warn, and no other.
    Prepared { ids: Vec<&'static str> },
}

/// The commands that can find one.
#[derive(Clone, Copy, Debug)]
pub(super) enum Proof {
    /// `--verify`.
    Verify,
    /// `bootstrap check`.
    Prepared,
}

impl Finding {
    pub(super) const fn by(&self) -> Proof {
        match self {
            Self::Verify { .. } => Proof::Verify,
            Self::Prepared { .. } => Proof::Prepared,
        }
    }
}

/// A file of defects that cannot be read, from this block on.
#[derive(Debug, thiserror::Error)]
#[error("defect {0} cannot be read")]
pub struct Malformed(&'static str);

/// Reads a file of them.
///
/// # Errors
/// [`Malformed`].
pub(super) fn read(file: &'static str) -> Result<Vec<Defect>, Malformed> {
    let blocks = file.split("\n-- defect ").skip(1);
    blocks.map(|block| one(block).ok_or(Malformed(block.lines().next().unwrap_or_default()))).collect()
}

fn one(block: &'static str) -> Option<Defect> {
    let (head, rest) = block.split_once('\n')?;
    let (id, since) = match head.split_once(" since ") {
        Some((id, since)) => (id, since.parse().ok()?),
        None => (head, OLDEST),
    };
    let (finding, rest) = rest.split_once('\n')?;
    let finding = match finding.strip_prefix("-- verify ") {
        Some(wanted) => {
            let (word, named) = wanted.split_once(": ")?;
            let code = Code::ALL.iter().copied().find(|code| code.entry().code == word)?;
            Finding::Verify { code, named }
        }
        None => Finding::Prepared { ids: finding.strip_prefix("-- prepared ")?.split(' ').collect() },
    };
    let (apply, revert) = rest.split_once("\n-- revert\n")?;
    Some(Defect { id, since, finding, apply, revert })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_is_read_line_by_line() {
        let text = "-- What this file is.\n\n-- defect one since 17\n-- verify CHECK_FAILED: a.b: c\nA;\nB;\n\
                    -- revert\nC;\n\n-- defect two\n-- prepared x.y z\nD;\n-- revert\nE;\n";
        let defects = read(text).expect("two defects");
        let [one, two] = defects.as_slice() else { panic!("{defects:?}") };
        assert_eq!((one.id, one.since, one.apply, one.revert), ("one", 17, "A;\nB;", "C;\n"));
        assert_eq!(one.finding, Finding::Verify { code: Code::CheckFailed, named: "a.b: c" });
        assert_eq!((two.id, two.since, two.apply, two.revert), ("two", 16, "D;", "E;\n"));
        assert_eq!(two.finding, Finding::Prepared { ids: vec!["x.y", "z"] });
    }

    #[test]
    fn what_is_incomplete_is_not_read() {
        for text in [
            "\n-- defect a\n-- verify CHECK_FAILED: b\nA;",
            "\n-- defect a\n-- verify NO_SUCH_CODE: b\nA;\n-- revert\nB;",
            "\n-- defect a\nA;\n-- revert\nB;",
            "\n-- defect a since ever\n-- prepared b\nA;\n-- revert\nB;",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
