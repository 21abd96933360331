//! Keeps what is measured, and shows each figure as soon as there is one. What is measured is kept piece by piece: neither
//! a piece that fails nor the end of the whole command loses a figure of another.

use super::{
    Error,
    figures::{Figures, Part},
    machine,
    page::Page,
    piece::Piece,
    text,
};
use crate::failure::Failure;
use std::{collections::BTreeSet, process::Command, time::Instant};

pub(crate) struct Record {
    figures: Figures,
    /// Nothing when figures are printed and not kept.
    page: Option<Page>,
    /// What is still to be measured.
    wanted: BTreeSet<Piece>,
    /// Of the piece that is measured just now.
    parts: Vec<Part>,
    /// What could not be measured by this command.
    failed: Vec<String>,
}

impl Record {
    /// Nothing yet, of a product that was built in this profile, and not to be kept.
    pub(super) fn printed(profile: &str, wanted: BTreeSet<Piece>) -> Self {
        Self { figures: Figures::new(profile), page: None, wanted, parts: Vec::new(), failed: Vec::new() }
    }

    /// What is kept beside the page and was measured alike, to be added to. What is there already is measured again
    /// unless this `resume`s.
    pub(super) fn kept(
        profile: &str,
        mut wanted: BTreeSet<Piece>,
        page: Page,
        resume: bool,
    ) -> Result<Self, Failure> {
        let mut record = Self::printed(profile, BTreeSet::new());
        match page.kept()? {
            Some(kept) if kept.are_alike(&record.figures) => record.figures = kept,
            Some(_) => eprintln!("what is kept is of another machine or profile, and is left behind"),
            None => {}
        }
        if resume {
            wanted.retain(|piece| !record.figures.have(*piece));
        }
        Ok(Self { page: Some(page), wanted, ..record })
    }

    pub(super) fn wants_any(&self, pieces: &[Piece]) -> bool {
        pieces.iter().any(|piece| self.wanted.contains(piece))
    }

    /// Measures a piece that is wanted, and keeps what came of it. Fails when it cannot be kept.
    pub(super) fn piece(
        &mut self,
        piece: Piece,
        measure: impl FnOnce(&mut Self) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if !self.wanted.remove(&piece) {
            return Ok(());
        }
        self.parts.clear();
        self.part(piece.name(), measure);
        self.keep(piece)
    }

    /// Says that those of the pieces could not be measured which are still wanted.
    pub(super) fn abandon(&mut self, pieces: &[Piece], failure: &Failure) -> Result<(), Failure> {
        for piece in pieces {
            if self.wanted.remove(piece) {
                self.parts.clear();
                self.fail(piece.name(), failure);
                self.keep(*piece)?;
            }
        }
        Ok(())
    }

    /// Measures a part of a piece. Its failure is said and kept, and the others go on.
    pub(super) fn part(&mut self, name: &str, measure: impl FnOnce(&mut Self) -> Result<(), Failure>) {
        eprintln!("measuring: {name}");
        let begin = Instant::now();
        match measure(self) {
            Ok(()) => eprintln!("measured in {} s: {name}", begin.elapsed().as_secs()),
            Err(failure) => self.fail(name, &failure),
        }
    }

    /// Shows and keeps a figure.
    pub(super) fn add(&mut self, part: impl Into<Part>) {
        let part = part.into();
        println!("\n{}", text::of(&part));
        self.parts.push(part);
    }

    /// Keeps which version of a program was measured.
    pub(super) fn program(&mut self, name: &str, version: impl Into<String>) {
        self.figures.programs.insert(name.to_owned(), version.into());
    }

    /// The same, as the program states it.
    pub(super) fn ask_version(&mut self, name: &str, program: &mut Command) {
        if let Some(version) = machine::version(program) {
            self.program(name, version);
        }
    }

    /// Writes the page, and fails when a part did.
    pub(super) fn finish(&self) -> Result<(), Failure> {
        if let Some(page) = &self.page {
            page.publish(&self.figures)?;
        }
        if self.failed.is_empty() { Ok(()) } else { Err(Error::Parts(self.failed.join(", ")).into()) }
    }

    fn fail(&mut self, name: &str, failure: &Failure) {
        eprintln!("NOT measured: {name}: {}", failure.chain());
        self.parts.push(Part::Failed { name: name.to_owned() });
        self.failed.push(name.to_owned());
    }

    fn keep(&mut self, piece: Piece) -> Result<(), Failure> {
        self.figures.pieces.insert(piece, std::mem::take(&mut self.parts));
        self.page.as_ref().map_or(Ok(()), |page| page.keep(&self.figures))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Piece; 2] = [Piece::Scan, Piece::Backfill];

    fn failed(name: &str) -> Part {
        Part::Failed { name: name.into() }
    }

    #[test]
    fn a_piece_that_fails_is_kept_and_told_in_the_end() {
        let mut record = Record::printed("dev", BOTH.into());
        record.piece(Piece::Scan, |_| Err(Error::Unseen.into())).unwrap();
        record
            .piece(Piece::Backfill, |record| {
                record.program("psql", "17");
                Ok(())
            })
            .unwrap();
        assert_eq!(record.figures.pieces[&Piece::Scan], [failed(Piece::Scan.name())]);
        assert!(record.figures.have(Piece::Backfill));
        assert_eq!(record.figures.programs["psql"], "17");
        assert!(record.finish().is_err());
    }

    #[test]
    fn what_was_never_begun_is_told_too_and_nothing_that_was_measured() {
        let mut record = Record::printed("dev", BOTH.into());
        record.piece(Piece::Scan, |_| Ok(())).unwrap();
        record.abandon(&BOTH, &Error::Unseen.into()).unwrap();
        assert!(record.figures.have(Piece::Scan) && !record.figures.have(Piece::Backfill));
    }

    #[test]
    fn what_was_cut_off_goes_on_where_it_was() {
        let directory = tempfile::tempdir().unwrap();
        let page = || Page::at(&directory.path().join("page.md"));
        let open = |profile, resume| Record::kept(profile, BOTH.into(), page(), resume).unwrap();
        open("dev", false).piece(Piece::Scan, |_| Ok(())).unwrap();
        open("dev", false).piece(Piece::Backfill, |_| Err(Error::Unseen.into())).unwrap();
        assert_eq!(open("dev", true).wanted, [Piece::Backfill].into());
        assert_eq!(open("dev", false).wanted, BOTH.into());
        assert_eq!(open("release", true).wanted, BOTH.into(), "of another profile");
    }
}
