//! One side of a copy as data: the tables of a schema, what refers to what, and the sequences.

use super::order::{Check, Reference};
use super::rows::Form;
use mosaic_db::postgres::{Batch, Literal, ResultSet};

/// How many questions [`questions`] gives.
pub const QUESTION_COUNT: usize = 3;

/// A schema, as far as rows are concerned.
#[derive(Clone, Debug, Default)]
pub struct Side {
    /// Its tables by name.
    pub tables: Vec<Table>,
    /// Foreign keys among them.
    pub references: Vec<Reference>,
    /// Its sequences by name.
    pub sequences: Vec<Sequence>,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its name with its schema, quoted by the server.
    pub sql: String,
    /// What kind of table it is.
    pub kind: Kind,
    /// How many rows the server thinks it has; none before it looked (ANALYZE).
    pub rows_estimated: Option<u64>,
    /// Its size on disk, without indexes.
    pub disk_bytes: u64,
    /// Whether row-level security is enabled on it.
    pub row_security: RowSecurity,
    /// Its triggers, where it has some.
    pub triggers: Option<String>,
    /// Its columns in order.
    pub columns: Vec<Column>,
}

/// What kind of table it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It holds its rows itself.
    Plain,
    /// Its partitions do.
    Partitioned,
    /// Another server does.
    Foreign,
}

/// Whether row-level security is enabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowSecurity {
    /// It is.
    Enabled,
    /// It is not.
    Off,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// Its name, quoted by the server.
    pub sql: String,
    /// Where its values come from.
    pub origin: Origin,
    /// Its type, in words that mean the same on both sides.
    pub kind: String,
    /// How its values travel.
    pub form: Form,
}

/// Where a column's values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// From whoever writes the row.
    Written,
    /// From the other columns; it is not copied.
    Generated,
}

/// A sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sequence {
    /// Its name.
    pub name: String,
    /// Its name with its schema, quoted by the server.
    pub sql: String,
    /// The table and column it belongs to.
    pub owner: Option<(String, String)>,
}

/// The server's answer has not the form that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server's answer about its {0} has another form than was asked for")]
pub struct Malformed(&'static str);

impl Malformed {
    /// About sequences.
    pub const SEQUENCES: Self = Self("sequences");
    /// About its snapshot.
    pub const SNAPSHOT: Self = Self("snapshot");
}

/// The questions about a schema.
pub fn questions(schema: &str) -> [String; QUESTION_COUNT] {
    let schema = Literal(schema).to_string();
    [
        include_str!("questions/columns.sql"),
        include_str!("questions/references.sql"),
        include_str!("questions/sequences.sql"),
    ]
    .map(|question| question.replace("{schema}", &schema))
}

impl Side {
    /// Reads the answers, of which the first stands at `first`.
    ///
    /// # Errors
    /// [`Malformed`].
    pub fn from_batch(batch: &Batch, first: usize) -> Result<Self, Malformed> {
        Ok(Self {
            tables: tables(batch.set(first)).ok_or(Malformed("columns"))?,
            references: references(batch.set(first + 1)).ok_or(Malformed("foreign keys"))?,
            sequences: sequences(batch.set(first + 2)),
        })
    }

    /// The table of this name.
    pub fn table(&self, name: &str) -> Option<&Table> {
        self.tables.iter().find(|table| table.name == name)
    }
}

impl Table {
    /// The columns that are copied.
    pub fn written(&self) -> impl Iterator<Item = &Column> {
        self.columns.iter().filter(|column| column.origin == Origin::Written)
    }
}

fn tables(answer: &ResultSet) -> Option<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    for row in 0..answer.rows().len() {
        let name = answer.get(row, 0)?;
        if tables.last().is_none_or(|last| last.name != name) {
            tables.push(Table {
                name: name.to_owned(),
                sql: answer.get(row, 1)?.to_owned(),
                kind: match answer.get(row, 2)? {
                    "plain" => Kind::Plain,
                    "partitioned" => Kind::Partitioned,
                    _ => Kind::Foreign,
                },
                rows_estimated: answer.get(row, 3).and_then(|rows| rows.parse().ok()),
                disk_bytes: answer.get(row, 4)?.parse().ok()?,
                row_security: if flag(answer.get(row, 5)?) { RowSecurity::Enabled } else { RowSecurity::Off },
                triggers: answer.get(row, 6).map(str::to_owned),
                columns: Vec::new(),
            });
        }
        // A table without columns has one row, without a column.
        let Some(column) = answer.get(row, 7) else { continue };
        tables.last_mut()?.columns.push(Column {
            name: column.to_owned(),
            sql: answer.get(row, 8)?.to_owned(),
            origin: if flag(answer.get(row, 9)?) { Origin::Generated } else { Origin::Written },
            kind: answer.get(row, 10)?.to_owned(),
            form: if answer.get(row, 11)? == "binary" { Form::Binary } else { Form::Text },
        });
    }
    Some(tables)
}

fn references(answer: &ResultSet) -> Option<Vec<Reference>> {
    let rows = answer.exact::<4>()?.into_iter();
    let reference = |[name, child, parent, deferrable]: [&str; 4]| Reference {
        name: name.to_owned(),
        child: child.to_owned(),
        parent: parent.to_owned(),
        check: if flag(deferrable) { Check::Deferrable } else { Check::Statement },
    };
    Some(rows.map(reference).collect())
}

fn sequences(answer: &ResultSet) -> Vec<Sequence> {
    let owned = |row: usize| Some((answer.get(row, 2)?.to_owned(), answer.get(row, 3)?.to_owned()));
    let sequence = |row: usize| {
        let (name, sql) = (answer.get(row, 0)?.to_owned(), answer.get(row, 1)?.to_owned());
        Some(Sequence { name, sql, owner: owned(row) })
    };
    (0..answer.rows().len()).filter_map(sequence).collect()
}

fn flag(text: &str) -> bool {
    text == "t"
}
