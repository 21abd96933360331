//! Every way in which two sides do not fit, on sides built here.

use super::super::order::{Check, Reference};
use super::super::side::Origin;
use super::*;

fn column(name: &str, kind: &str) -> Column {
    Column {
        name: name.to_owned(),
        sql: name.to_owned(),
        origin: Origin::Written,
        kind: kind.to_owned(),
        form: Form::Binary,
    }
}

fn table(name: &str, columns: &[Column]) -> Table {
    Table {
        name: name.to_owned(),
        sql: format!("s.{name}"),
        kind: Kind::Plain,
        rows_estimated: Some(3),
        disk_bytes: 8192,
        row_security: RowSecurity::Off,
        triggers: None,
        columns: columns.to_vec(),
    }
}

fn side(tables: &[Table]) -> Side {
    Side { tables: tables.to_vec(), ..Side::default() }
}

fn decide(source: &Side, target: &Side) -> Result<Plan, PlanError> {
    plan(source, target, &BTreeSet::from(["seeded".to_owned()]))
}

#[test]
fn columns_are_matched_by_name_in_the_order_of_the_target() {
    let source = side(&[table("a", &[column("x", "integer"), column("y", "text")])]);
    let target = side(&[table("a", &[column("y", "text"), column("x", "integer")]), table("b", &[])]);
    let plan = decide(&source, &target).unwrap();
    let names: Vec<&str> = plan
        .transfers()
        .flat_map(|transfer| transfer.columns.iter().map(|column| column.name.as_str()))
        .collect();
    assert_eq!(names, ["y", "x"]);
    assert_eq!(plan.absent, ["b"]);
}

#[test]
fn one_column_that_needs_text_makes_the_table_travel_as_text() {
    let source = side(&[table("a", &[column("x", "integer"), column("y", "mood[]")])]);
    let mut target = source.clone();
    target.tables[0].columns[1].form = Form::Text;
    assert_eq!(decide(&source, &target).unwrap().waves[0][0].form, Form::Text);
    assert_eq!(decide(&source, &source).unwrap().waves[0][0].form, Form::Binary);
}

#[test]
fn a_seeded_table_is_compared() {
    let both = side(&[table("seeded", &[]), table("a", &[])]);
    let acts: Vec<Act> = decide(&both, &both).unwrap().transfers().map(|transfer| transfer.act).collect();
    assert_eq!(acts, [Act::Copy, Act::Compare]);
}

#[test]
fn generated_columns_are_left_out_and_must_be_so_on_both_sides() {
    let mut source = side(&[table("a", &[column("x", "integer"), column("twice", "integer")])]);
    let plain = source.clone();
    source.tables[0].columns[1].origin = Origin::Generated;
    assert_eq!(decide(&source, &source).unwrap().waves[0][0].columns.len(), 1);
    assert!(matches!(decide(&source, &plain), Err(PlanError::Columns { .. })));
}

#[test]
fn what_does_not_fit_is_named() {
    let source = side(&[table("a", &[column("x", "integer")])]);
    let refusal = |target: &Side| decide(&source, target).unwrap_err().to_string();
    assert_eq!(refusal(&side(&[])), "the target has no table for a");
    assert_eq!(
        refusal(&side(&[table("a", &[column("x", "bigint"), column("z", "text")])])),
        "the columns of a differ: x is integer and bigint; the source has no z"
    );
    assert_eq!(refusal(&side(&[table("a", &[])])), "the columns of a differ: the target has no x");
    let mut secured = source.clone();
    secured.tables[0].row_security = RowSecurity::Enabled;
    assert_eq!(refusal(&secured), "row-level security is enabled on the target's a");
    let mut foreign = source.clone();
    foreign.tables[0].kind = Kind::Foreign;
    assert_eq!(refusal(&foreign), "a is a foreign table");
    assert_eq!(decide(&side(&[]), &source).unwrap_err(), PlanError::Nothing);
}

#[test]
fn the_target_decides_the_order() {
    let mut both = side(&[table("child", &[]), table("parent", &[])]);
    both.references = vec![Reference {
        name: "fk".to_owned(),
        child: "child".to_owned(),
        parent: "parent".to_owned(),
        check: Check::Statement,
    }];
    let plan = decide(&both, &both).unwrap();
    let waves: Vec<Vec<&str>> =
        plan.waves.iter().map(|wave| wave.iter().map(|transfer| transfer.name.as_str()).collect()).collect();
    assert_eq!(waves, [["parent"], ["child"]]);
}

#[test]
fn sequences_belong_together_by_their_column() {
    let sequence = |name: &str, owner: Option<&str>| Sequence {
        name: name.to_owned(),
        sql: name.to_owned(),
        owner: owner.map(|column| ("a".to_owned(), column.to_owned())),
    };
    let mut source = side(&[table("a", &[])]);
    let mut target = source.clone();
    source.sequences = vec![sequence("old_name", Some("id")), sequence("free", None), sequence("lost", None)];
    target.sequences =
        vec![sequence("a_id_seq", Some("id")), sequence("free", None), sequence("new", Some("x"))];
    let plan = decide(&source, &target).unwrap();
    let pairs: Vec<(&str, &str)> =
        plan.sequences.iter().map(|pair| (pair.source.name.as_str(), pair.target.name.as_str())).collect();
    assert_eq!(pairs, [("old_name", "a_id_seq"), ("free", "free")]);
}
