//! A schema that grows: which changes happen, in which order, and what they make of the tables so far.

use super::{
    table::{self, Table},
    words,
};
use crate::random::Random;

/// One thing that developers do to a schema.
#[derive(Clone, Copy)]
enum Change {
    CreateEnum,
    CreateTable,
    DropTable,
    AddColumn,
    DropColumn,
    AlterColumn,
    CreateIndex,
    DropIndex,
    AddReference,
    RemakeReference,
    AddValue,
}

/// How often each change happens in [`PATTERN`] entries.
const CHANGES: [(Change, usize); 11] = [
    (Change::CreateEnum, 24),
    (Change::CreateTable, 93),
    (Change::DropTable, 14),
    (Change::AddColumn, 130),
    (Change::DropColumn, 60),
    (Change::AlterColumn, 290),
    (Change::CreateIndex, 107),
    (Change::DropIndex, 12),
    (Change::AddReference, 50),
    (Change::RemakeReference, 130),
    (Change::AddValue, 20),
];
const PATTERN: usize = 197;
/// The first entry has this part of all tables and enums.
const FIRST: usize = 6;

/// What has become of the schema, and the statements that led there.
pub(super) struct Evolution {
    tables: Vec<Table>,
    tables_ever: usize,
    enums: usize,
    values: usize,
    first: Vec<String>,
    later: Vec<Vec<String>>,
}

impl Evolution {
    /// Everything that happens over this many entries.
    pub(super) fn over(entries: usize, random: &mut Random) -> Self {
        let mut deck = Vec::new();
        let mut first = Vec::new();
        for (change, times) in CHANGES {
            let times = (times * entries).div_ceil(PATTERN);
            let at_first = match change {
                Change::CreateEnum | Change::CreateTable => times.div_ceil(FIRST),
                _ => 0,
            };
            first.extend(std::iter::repeat_n(change, at_first));
            deck.extend(std::iter::repeat_n(change, times - at_first));
        }
        random.shuffle(&mut deck);
        let mut evolution = Self {
            tables: Vec::new(),
            tables_ever: 0,
            enums: 0,
            values: 0,
            first: Vec::new(),
            later: Vec::new(),
        };
        evolution.first = first.into_iter().flat_map(|change| evolution.happen(change, random)).collect();
        evolution.later = deck
            .into_iter()
            .map(|change| evolution.happen(change, random))
            .filter(|statements| !statements.is_empty())
            .collect();
        evolution
    }

    /// How many tables there are in the end.
    pub(super) fn tables(&self) -> usize {
        self.tables.len()
    }

    /// The statements, cut into entries of very different sizes, as real ones are; none is empty.
    pub(super) fn into_entries(self, entries: usize, random: &mut Random) -> Vec<Vec<String>> {
        let mut cuts: Vec<usize> = (1..self.later.len()).collect();
        random.shuffle(&mut cuts);
        cuts.truncate(entries.saturating_sub(2));
        cuts.sort_unstable();
        let mut out = vec![self.first, Vec::new()];
        for (position, statements) in self.later.into_iter().enumerate() {
            if cuts.binary_search(&position).is_ok() {
                out.push(Vec::new());
            }
            if let Some(entry) = out.last_mut() {
                entry.extend(statements);
            }
        }
        out
    }

    /// The statements of one change; none where there is nothing yet that could change so.
    fn happen(&mut self, change: Change, random: &mut Random) -> Vec<String> {
        match change {
            Change::CreateEnum => {
                self.enums += 1;
                vec![table::create_enum(self.enums)]
            }
            Change::AddValue => {
                self.values += 1;
                vec![table::add_value(1 + random.position(self.enums), self.values)]
            }
            Change::CreateTable => self.create_table(random),
            Change::DropTable => self.drop_table(random),
            Change::AddColumn => self.somewhere(random, |table, random| Some(vec![table.add_column(random)])),
            Change::DropColumn => {
                self.somewhere(random, |table, random| table.drop_column(random).map(|sql| vec![sql]))
            }
            Change::AlterColumn => {
                self.somewhere(random, |table, random| table.alter_column(random).map(|sql| vec![sql]))
            }
            Change::CreateIndex => {
                self.somewhere(random, |table, random| table.create_index(random).map(|sql| vec![sql]))
            }
            Change::DropIndex => self.somewhere(random, |table, _| table.drop_index().map(|sql| vec![sql])),
            Change::AddReference => {
                let target = random.pick(&self.tables).name().to_owned();
                self.somewhere(random, |table, _| table.add_reference(&target))
            }
            Change::RemakeReference => self.somewhere(random, Table::remake_reference),
        }
    }

    fn create_table(&mut self, random: &mut Random) -> Vec<String> {
        let targets = (0..1 + random.position(2))
            .filter(|_| !self.tables.is_empty())
            .map(|_| random.position(self.tables.len()))
            .map(|target| self.tables[target].name().to_owned())
            .collect::<Vec<_>>();
        let mut table = Table::new(words::table(self.tables_ever));
        self.tables_ever += 1;
        let statements = table.create(self.enums, &targets, random);
        self.tables.push(table);
        statements
    }

    fn drop_table(&mut self, random: &mut Random) -> Vec<String> {
        let gone = self.tables.swap_remove(random.position(self.tables.len()));
        for table in &mut self.tables {
            table.forget(gone.name());
        }
        vec![format!("DROP TABLE \"{}\" CASCADE;", gone.name())]
    }

    /// The change in a table where it is possible, looked for from a random one on.
    fn somewhere(
        &mut self,
        random: &mut Random,
        mut change: impl FnMut(&mut Table, &mut Random) -> Option<Vec<String>>,
    ) -> Vec<String> {
        let start = random.position(self.tables.len());
        let (before, from) = self.tables.split_at_mut(start);
        from.iter_mut().chain(before).find_map(|table| change(table, random)).unwrap_or_default()
    }
}
