//! Which tables are ledgers.

use super::*;

fn fault(columns: &[Column]) -> ShapeFault {
    Shape::of(columns).unwrap_err()
}

fn with(change: impl Fn(&mut Vec<Column>)) -> Vec<Column> {
    let mut columns = five_columns();
    change(&mut columns);
    columns
}

#[test]
fn both_forms_are_recognised_in_any_column_order() {
    let mut columns = three_columns();
    columns.reverse();
    let three = Shape::of(&columns).unwrap();
    assert!(!three.has_name());
    let five = Shape::of(&five_columns()).unwrap();
    assert!(five.has_name());
}

#[test]
fn what_real_tables_differ_in_is_tolerated() {
    for columns in [
        with(|c| c[0].data_type = "bigint".into()),
        with(|c| c[2].data_type = "numeric".into()),
        with(|c| c[2].not_null = true),
        with(|c| c.push(column("comment", "jsonb"))),
        with(|c| c.push(Column { not_null: true, has_default: true, ..column("host", "inet") })),
    ] {
        assert!(Shape::of(&columns).is_ok(), "{columns:?}");
    }
}

#[test]
fn anything_else_is_no_ledger() {
    assert_eq!(fault(&[]), ShapeFault::Missing("id"));
    assert_eq!(fault(&with(|c| drop(c.remove(1)))), ShapeFault::Missing("hash"));
    assert_eq!(fault(&with(|c| drop(c.remove(2)))), ShapeFault::Missing("created_at"));
    assert_eq!(fault(&with(|c| c[0].has_default = false)), ShapeFault::Unfilled("id".into()));
    assert_eq!(fault(&with(|c| c[0].not_null = false)), ShapeFault::Nullable("id"));
    assert_eq!(fault(&with(|c| c[1].not_null = false)), ShapeFault::Nullable("hash"));
    let stamped = |c: &mut Vec<Column>| c[4] = Column { not_null: true, has_default: false, ..c[4].clone() };
    assert_eq!(fault(&with(stamped)), ShapeFault::Unfilled("applied_at".into()));
    let extra = Column { not_null: true, ..column("version", "integer") };
    assert_eq!(fault(&with(|c| c.push(extra.clone()))), ShapeFault::Unfilled("version".into()));
    for (position, wrong) in
        [(0, "uuid"), (1, "bytea"), (2, "timestamp with time zone"), (3, "name"), (4, "date")]
    {
        let columns = with(|c| c[position].data_type = wrong.into());
        let ShapeFault::Type { column, found, .. } = fault(&columns) else { panic!("{position} {wrong}") };
        assert_eq!((column, found.as_str()), (columns[position].name.as_str(), wrong));
    }
}
