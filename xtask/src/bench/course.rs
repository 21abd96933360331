//! One folder that several tools apply, each time to a database of its own.

use super::{
    figures::Absence,
    folder::Folder,
    ground::Ground,
    layout::Layout,
    rounds::{Contender, Measured, Whose},
    tool::Tool,
    trips,
};
use crate::failure::Failure;
use std::{path::Path, process::Command};

pub(super) struct Course<'bench> {
    ground: &'bench Ground,
    folder: Folder,
    layout: Layout,
}

impl<'bench> Course<'bench> {
    /// Writes a folder of so many entries for every tool.
    pub(super) fn of(ground: &'bench Ground, entries: usize, directory: &Path) -> Result<Self, Failure> {
        let folder = Folder::of(entries);
        let layout = Layout::write(&folder, directory)?;
        ground.build_manifest(&layout.drizzle())?;
        Ok(Self { ground, folder, layout })
    }

    pub(super) const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Makes the databases for round 0 and these. All are made beforehand and none is dropped: file systems are slow to
    /// reuse what was deleted a moment ago.
    pub(super) fn prepare(&self, place: &str, tools: &[&Tool], rounds: usize) -> Result<(), Failure> {
        for round in 0..=rounds {
            for tool in tools {
                let database = database(place, tool, round);
                match tool {
                    Tool::Product => self.ground.bootstrapped_database(&database, &self.layout.drizzle())?,
                    _ => self.ground.plain_database(&database)?,
                }
            }
        }
        self.ground.settle()
    }

    /// The tool as it applies what is pending: in each round, to the database of that round.
    pub(super) fn applying<'course>(
        &'course self,
        name: impl Into<String>,
        place: &'course str,
        tool: &'course Tool,
        port: u16,
    ) -> Contender<'course> {
        Contender::new(name, tool.whose(), move |round| Ok(self.apply(place, tool, round, port)))
    }

    /// The tool on a database where it has applied everything: that of this round.
    pub(super) fn again<'course>(
        &'course self,
        name: impl Into<String>,
        place: &'course str,
        tool: &'course Tool,
        round: usize,
    ) -> Contender<'course> {
        Contender::new(name, tool.whose(), move |_| Ok(self.apply(place, tool, round, self.ground.port())))
    }

    /// Leaves out who did not make the tables of the folder; fails when that is the product.
    pub(super) fn check(
        &self,
        place: &str,
        tool: &Tool,
        rounds: usize,
        name: &str,
        measured: &mut Measured,
    ) -> Result<(), Failure> {
        if measured.series(name).is_none() {
            return Ok(());
        }
        let tables = self.folder.tables();
        let checked = (0..=rounds).try_for_each(|round| {
            self.ground.expect_tables(&database(place, tool, round), tool.name(), tables)
        });
        match (checked, tool.whose()) {
            (Err(failure), Whose::Theirs) => {
                eprintln!("{name} is left out: {}", failure.chain());
                measured.dismiss(name, Absence::OtherWork);
                Ok(())
            }
            (checked, _) => checked,
        }
    }

    /// Round trips of the tool on a database where it has applied everything: that of this round.
    pub(super) fn trips(&self, place: &str, tool: &Tool, round: usize) -> Result<usize, Failure> {
        trips::least(self.ground, &database(place, tool, round), |port| self.apply(place, tool, round, port))
    }

    fn apply(&self, place: &str, tool: &Tool, round: usize, port: u16) -> Command {
        tool.apply(self.ground, &self.layout, &database(place, tool, round), port)
    }
}

fn database(place: &str, tool: &Tool, round: usize) -> String {
    format!("{place}_{}_{round}", tool.name().replace('-', "_"))
}
