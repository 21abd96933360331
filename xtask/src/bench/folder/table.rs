//! One table as it is at the moment, and the statements that change it, in Drizzle's own style.

use super::words;
use crate::random::Random;

/// A table that exists.
pub(super) struct Table {
    name: String,
    columns: Vec<Column>,
    /// Columns ever added under a name of their own, so that no name comes twice.
    named: usize,
    references: Vec<Reference>,
    indexes: Vec<String>,
}

struct Column {
    name: String,
    kind: Kind,
    required: bool,
    default: bool,
}

#[derive(Clone, Copy)]
enum Kind {
    Text,
    Varchar,
    Integer,
    Boolean,
    Json,
    Time,
    Enum(usize),
}

/// A foreign key on the `id` of another table.
struct Reference {
    column: String,
    target: String,
    action: usize,
}

const KINDS: [Kind; 6] = [Kind::Text, Kind::Varchar, Kind::Integer, Kind::Boolean, Kind::Json, Kind::Time];
/// In bytes (the PostgreSQL manual, "Identifiers and Key Words").
const LONGEST_NAME: usize = 63;
const ACTIONS: [&str; 3] = ["cascade", "no action", "restrict"];

impl Kind {
    fn sql(self) -> String {
        match self {
            Self::Text => "text".into(),
            Self::Varchar => "varchar(255)".into(),
            Self::Integer => "integer".into(),
            Self::Boolean => "boolean".into(),
            Self::Json => "jsonb".into(),
            Self::Time => "timestamp with time zone".into(),
            Self::Enum(number) => format!("\"{}\"", enum_name(number)),
        }
    }

    fn default(self) -> &'static str {
        match self {
            Self::Text | Self::Varchar => "''",
            Self::Integer => "0",
            Self::Boolean => "false",
            Self::Json => "'{}'::jsonb",
            Self::Time => "now()",
            Self::Enum(_) => "'pending'",
        }
    }
}

impl Column {
    fn definition(&self) -> String {
        let default = if self.default { format!(" DEFAULT {}", self.kind.default()) } else { String::new() };
        let required = if self.required { " NOT NULL" } else { "" };
        format!("\"{}\" {}{default}{required}", self.name, self.kind.sql())
    }
}

impl Table {
    pub(super) fn new(name: String) -> Self {
        Self { name, columns: Vec::new(), named: 0, references: Vec::new(), indexes: Vec::new() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// CREATE TABLE, with one or two columns of its own, perhaps an enum, and a foreign key for each target.
    pub(super) fn create(&mut self, enums: usize, targets: &[String], random: &mut Random) -> Vec<String> {
        let mut lines = vec!["\"id\" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL".to_owned()];
        for _ in 0..=random.position(2) {
            let kind = *random.pick(&KINDS);
            lines.push(self.new_column(kind, random).definition());
        }
        if random.below(4) == 0 && enums > 0 {
            let kind = Kind::Enum(1 + random.position(enums));
            lines.push(self.new_column(kind, random).definition());
        }
        for target in targets {
            if self.refer(target).is_some() {
                lines.push(format!("\"{target}_id\" uuid NOT NULL"));
            }
        }
        lines.push("\"created_at\" timestamp with time zone DEFAULT now() NOT NULL".into());
        let create =
            format!("CREATE TABLE IF NOT EXISTS \"{}\" (\n\t{}\n);\n", self.name, lines.join(",\n\t"));
        let keys = self.references.iter().map(|reference| self.foreign_key(reference));
        std::iter::once(create).chain(keys).collect()
    }

    pub(super) fn add_column(&mut self, random: &mut Random) -> String {
        let kind = *random.pick(&KINDS);
        let definition = self.new_column(kind, random).definition();
        format!("ALTER TABLE \"{}\" ADD COLUMN {definition};", self.name)
    }

    pub(super) fn drop_column(&mut self, random: &mut Random) -> Option<String> {
        let mut free: Vec<usize> = (0..self.columns.len()).collect();
        free.retain(|position| !self.indexes.contains(&self.columns[*position].name));
        (!free.is_empty()).then(|| {
            let gone = self.columns.remove(*random.pick(&free));
            format!("ALTER TABLE \"{}\" DROP COLUMN IF EXISTS \"{}\";", self.name, gone.name)
        })
    }

    pub(super) fn alter_column(&mut self, random: &mut Random) -> Option<String> {
        if self.columns.is_empty() {
            return None;
        }
        let position = random.position(self.columns.len());
        let column = &mut self.columns[position];
        let action = match (random.below(3), column.kind) {
            (0, Kind::Text) => {
                column.kind = Kind::Varchar;
                "SET DATA TYPE varchar(255)".to_owned()
            }
            (0, Kind::Varchar) => {
                column.kind = Kind::Text;
                "SET DATA TYPE text".to_owned()
            }
            (1, _) => {
                column.required = !column.required;
                format!("{} NOT NULL", if column.required { "SET" } else { "DROP" })
            }
            _ => {
                column.default = !column.default;
                if column.default {
                    format!("SET DEFAULT {}", column.kind.default())
                } else {
                    "DROP DEFAULT".into()
                }
            }
        };
        Some(format!("ALTER TABLE \"{}\" ALTER COLUMN \"{}\" {action};", self.name, column.name))
    }

    pub(super) fn create_index(&mut self, random: &mut Random) -> Option<String> {
        let mut free: Vec<&Column> = self.columns.iter().collect();
        free.retain(|column| !self.indexes.contains(&column.name));
        if free.is_empty() {
            return None;
        }
        let column = random.pick(&free).name.clone();
        let unique = if random.below(3) == 0 { "UNIQUE " } else { "" };
        let table = &self.name;
        let sql = format!(
            "CREATE {unique}INDEX IF NOT EXISTS \"{table}_{column}_index\" ON \"{table}\" USING btree (\"{column}\");"
        );
        self.indexes.push(column);
        Some(sql)
    }

    pub(super) fn drop_index(&mut self) -> Option<String> {
        let column = self.indexes.pop()?;
        Some(format!("DROP INDEX IF EXISTS \"{}_{column}_index\";", self.name))
    }

    /// A new column that refers to the target, unless there is one.
    pub(super) fn add_reference(&mut self, target: &str) -> Option<Vec<String>> {
        let reference = self.refer(target)?;
        let column = format!("ALTER TABLE \"{}\" ADD COLUMN \"{target}_id\" uuid;", self.name);
        Some(vec![column, self.foreign_key(&self.references[reference])])
    }

    /// Drops a foreign key and makes it anew with the next action.
    pub(super) fn remake_reference(&mut self, random: &mut Random) -> Option<Vec<String>> {
        if self.references.is_empty() {
            return None;
        }
        let position = random.position(self.references.len());
        self.references[position].action += 1;
        let reference = &self.references[position];
        let (table, key) = (&self.name, self.key_name(reference));
        let drop = format!("ALTER TABLE \"{table}\" DROP CONSTRAINT \"{key}\";\n");
        Some(vec![drop, self.foreign_key(reference)])
    }

    /// The target has gone, and its foreign keys with it; the columns stay.
    pub(super) fn forget(&mut self, target: &str) {
        self.references.retain(|reference| reference.target != target);
    }

    fn refer(&mut self, target: &str) -> Option<usize> {
        let known = self.references.iter().any(|reference| reference.target == target);
        (!known).then(|| {
            let column = format!("{target}_id");
            self.references.push(Reference { column, target: target.to_owned(), action: 0 });
            self.references.len() - 1
        })
    }

    fn new_column(&mut self, kind: Kind, random: &mut Random) -> &Column {
        self.named += 1 + random.position(3);
        // A required column without a default could not be added where there are rows.
        let default = random.below(2) == 0;
        let name = words::column(self.named);
        self.columns.push(Column { name, kind, required: default, default });
        &self.columns[self.columns.len() - 1]
    }

    fn foreign_key(&self, reference: &Reference) -> String {
        let Reference { column, target, action } = reference;
        let (table, key, action) = (&self.name, self.key_name(reference), ACTIONS[action % ACTIONS.len()]);
        tolerant(&format!(
            "ALTER TABLE \"{table}\" ADD CONSTRAINT \"{key}\" FOREIGN KEY (\"{column}\") \
             REFERENCES \"public\".\"{target}\"(\"id\") ON DELETE {action} ON UPDATE no action"
        ))
    }

    /// Cut where the server would cut it, and say so each time.
    fn key_name(&self, Reference { column, target, .. }: &Reference) -> String {
        let mut name = format!("{}_{column}_{target}_id_fk", self.name);
        name.truncate(LONGEST_NAME);
        name
    }
}

pub(super) fn create_enum(number: usize) -> String {
    let name = enum_name(number);
    tolerant(&format!("CREATE TYPE \"public\".\"{name}\" AS ENUM('pending', 'active', 'failed')"))
}

pub(super) fn add_value(number: usize, value: usize) -> String {
    format!("ALTER TYPE \"public\".\"{}\" ADD VALUE 'value_{value}';", enum_name(number))
}

fn enum_name(number: usize) -> String {
    format!("{}_kind_{number}", words::table(number))
}

/// The statement in a DO block that takes an object which is there already for its own.
fn tolerant(statement: &str) -> String {
    format!("DO $$ BEGIN\n {statement};\nEXCEPTION\n WHEN duplicate_object THEN null;\nEND $$;\n")
}
