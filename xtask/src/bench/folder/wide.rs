//! A schema that is large and plain: tables of the same width, each with an index on its key and two more.

use super::{Entry, FIRST_WHEN, Folder, HOUR};

/// Tables that one entry makes.
const TOGETHER: usize = 40;

impl Folder {
    /// A folder that makes this many tables of twelve columns and three indexes.
    pub(crate) fn wide(tables: usize) -> Self {
        let numbers: Vec<usize> = (0..tables).collect();
        let entry = |(position, numbers): (usize, &[usize])| Entry {
            tag: format!("{position:04}_wide"),
            when: FIRST_WHEN + HOUR * position as u64,
            statements: numbers.iter().flat_map(|number| statements(*number)).collect(),
        };
        Self { entries: numbers.chunks(TOGETHER).enumerate().map(entry).collect(), tables }
    }
}

fn statements(number: usize) -> [String; 3] {
    let table = format!("\"wide_{number}\"");
    let parent = match number.checked_sub(1) {
        Some(previous) => format!("\"parent_id\" uuid REFERENCES \"public\".\"wide_{previous}\" (\"id\")"),
        None => "\"parent_id\" uuid".to_owned(),
    };
    [
        format!(
            "CREATE TABLE {table} (\n\t\"id\" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,\n\t{parent},\n\t\
             \"name\" text NOT NULL,\n\t\"slug\" varchar(64) NOT NULL,\n\t\"status\" text DEFAULT 'pending' NOT NULL,\n\t\
             \"position\" integer DEFAULT 0 NOT NULL,\n\t\"amount\" numeric(20, 10),\n\t\"is_active\" boolean DEFAULT true NOT NULL,\n\t\
             \"config\" jsonb DEFAULT '{{}}'::jsonb NOT NULL,\n\t\"owner\" text,\n\t\
             \"created_at\" timestamp with time zone DEFAULT now() NOT NULL,\n\t\"deleted_at\" timestamp with time zone\n);\n"
        ),
        format!("CREATE UNIQUE INDEX \"wide_{number}_slug\" ON {table} (\"slug\", \"status\");\n"),
        format!(
            "CREATE INDEX \"wide_{number}_created\" ON {table} (\"owner\", \"created_at\" DESC) \
             WHERE \"deleted_at\" IS NULL;\n"
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::{super::BREAKPOINT, *};

    #[test]
    fn every_table_has_twelve_columns_and_three_indexes() {
        let folder = Folder::wide(100);
        assert_eq!((folder.tables(), folder.statements(), folder.entries().len()), (100, 300, 3));
        for entry in folder.entries() {
            let sql = entry.sql();
            let tables = sql.matches("CREATE TABLE").count();
            assert_eq!(sql.matches("\n\t\"").count(), 12 * tables);
            assert_eq!(sql.matches("INDEX").count() + sql.matches("PRIMARY KEY").count(), 3 * tables);
            assert_eq!(sql.matches(BREAKPOINT).count(), 3 * tables - 1);
        }
    }
}
