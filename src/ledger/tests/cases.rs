//! One case for each state a ledger can be in, and for each way Drizzle and its users are known to leave one.

use super::*;
use crate::bundle::Variant;

const A: &str = "create table a ();";
const B: &str = "create table b ();";
const C: &str = "create table c ();";
/// What `generate --custom` writes: every untouched custom migration has these bytes.
const CUSTOM: &str = "-- Custom SQL migration file, put your code below! --";

/// Entries a, b and c at 1000, 2000 and 3000.
fn abc() -> Vec<File> {
    vec![history("a", 1000, A), history("b", 2000, B), history("c", 3000, C)]
}

fn custom(tags: &[(&str, i64)]) -> Vec<File> {
    tags.iter().map(|(tag, when)| history(tag, *when, CUSTOM)).collect()
}

// ---- the states ------------------------------------------------------------------------------------------------

#[test]
fn an_entry_with_its_row_is_applied_and_one_without_is_pending() {
    let found = against(&abc(), &three(vec![row(1, A, 1000), row(2, B, 2000)]));
    assert_eq!(found.entries(), [applied(1), applied(2), NEXT]);
    assert_eq!(found.notes(), []);
    let plan = plan(&found).unwrap();
    assert_eq!(
        plan.steps().iter().map(|step| (step.position(), step.turn())).collect::<Vec<_>>(),
        [(2, Turn::Next)]
    );
    let pending = plan.require_empty().unwrap_err();
    assert_eq!((pending.count, pending.of, pending.code().entry().code), (1, 3, "ENTRIES_PENDING"));
}

#[test]
fn a_complete_ledger_leaves_nothing_to_do() {
    let found = against(&abc(), &three(vec![row(1, A, 1000), row(2, B, 2000), row(3, C, 3000)]));
    assert_eq!(plan(&found).unwrap().require_empty(), Ok(()));
}

#[test]
fn an_empty_ledger_leaves_everything_pending() {
    let found = against(&abc(), &three(vec![]));
    assert_eq!(found.entries(), [NEXT, NEXT, NEXT]);
    assert_eq!(found.notes(), []);
    assert_eq!(plan(&found).unwrap().steps().len(), 3);
}

#[test]
fn no_ledger_is_a_matter_for_bootstrap() {
    let found = against(&abc(), &Observed::Absent);
    assert_eq!(codes(&found), ["LEDGER_MISSING"]);
    assert_eq!(found.entries(), [NEXT, NEXT, NEXT]);
}

#[test]
fn a_row_of_no_entry_is_unknown() {
    let found = against(&abc(), &three(vec![row(1, A, 1000), row(2, "elsewhere", 9000)]));
    assert_eq!(codes(&found), ["LEDGER_ROW_UNKNOWN"]);
    assert_eq!(found.entries(), [applied(1), NEXT, NEXT]);
}

#[test]
fn unknown_rows_over_a_complete_bundle_mean_that_the_bundle_is_old() {
    let rows = vec![row(1, A, 1000), row(2, "d", 4000), row(3, "e", 5000)];
    let found = against(&abc()[..1], &three(rows));
    assert_eq!(refusals(&found), [Refusal::BundleOlder { rows: vec![2, 3] }]);
    assert_eq!(codes(&found), ["BUNDLE_OLDER_THAN_DATABASE"]);
}

#[test]
fn an_edited_entry_is_found_by_time() {
    let found = against(&abc(), &three(vec![row(1, A, 1000), row(2, "create table b (i int);", 2000)]));
    let edited = Refusal::Edited {
        tag: "b".into(),
        row: 2,
        shipped: Digest::of(B.as_bytes()),
        recorded: Digest::of(b"create table b (i int);"),
        variant: None,
    };
    assert_eq!(refusals(&found), [edited]);
    assert_eq!(codes(&found), ["LEDGER_ENTRY_EDITED"]);
    assert_eq!(found.entries(), [applied(1), EntryState::Edited { row: 2 }, NEXT]);
}

#[test]
fn an_edited_entry_is_found_by_name() {
    let found = against(&abc(), &five(vec![named(1, "was", 77, "b")]));
    assert_eq!(codes(&found), ["LEDGER_ENTRY_EDITED"]);
    assert_eq!(found.entries(), [LATE, EntryState::Edited { row: 1 }, NEXT]);
}

#[test]
fn what_a_tool_did_to_an_edited_file_is_named() {
    let sql = "create table a ();\ncreate table b ();\n";
    for (recorded, variant) in [
        (sql.replace('\n', "\r\n"), Variant::CarriageReturns),
        (format!("\u{feff}{sql}"), Variant::WithMark),
        (sql.trim_end().to_owned(), Variant::WithoutFinalNewline),
    ] {
        let found = against(&[history("a", 1000, sql)], &three(vec![row(1, &recorded, 1000)]));
        let [Refusal::Edited { variant: explained, .. }] = refusals(&found)[..] else { panic!("{found:?}") };
        assert_eq!(explained, Some(variant));
    }
}

#[test]
fn an_entry_that_has_its_row_is_not_edited_by_another_row_of_its_time() {
    let found = against(&abc()[..1], &three(vec![row(1, A, 1000), row(2, "newer", 1000)]));
    assert_eq!(codes(&found), ["BUNDLE_OLDER_THAN_DATABASE"]);
}

#[test]
fn parallel_runners_leave_duplicates() {
    let found = against(&abc(), &three(vec![row(1, A, 1000), row(2, A, 1000), row(3, A, 1000)]));
    assert_eq!(refusals(&found), [Refusal::Duplicate { rows: vec![1, 2, 3], tags: vec!["a".into()] }]);
    assert_eq!(codes(&found), ["LEDGER_ROW_DUPLICATE"]);
}

#[test]
fn a_duplicate_is_not_taken_for_an_equal_entry_that_has_not_run() {
    let folder = custom(&[("a", 1000), ("b", 2000), ("c", 3000)]);
    for count in [2, 3] {
        let found = against(&folder[..count], &three(vec![row(1, CUSTOM, 1000), row(2, CUSTOM, 1000)]));
        assert_eq!(codes(&found), ["LEDGER_ROW_DUPLICATE"], "{count} entries");
    }
}

#[test]
fn equal_entries_of_which_an_unknown_one_ran_are_ambiguous() {
    let found = against(&custom(&[("a", 1000), ("b", 2000)]), &three(vec![row(7, CUSTOM, 1500)]));
    assert_eq!(refusals(&found), [Refusal::Ambiguous { rows: vec![7], tags: vec!["a".into(), "b".into()] }]);
    assert_eq!(codes(&found), ["LEDGER_AMBIGUOUS"]);
    assert_eq!(found.entries(), [EntryState::Unclear; 2]);
}

#[test]
fn a_row_between_two_equal_entries_is_ambiguous() {
    let torn = against(&custom(&[("a", 1000), ("b", 2000)]), &five(vec![named(1, CUSTOM, 2000, "a")]));
    assert_eq!(codes(&torn), ["LEDGER_AMBIGUOUS"], "name and time disagree");
    let same_time = against(&custom(&[("a", 1000), ("b", 1000)]), &three(vec![row(1, CUSTOM, 1000)]));
    assert_eq!(codes(&same_time), ["LEDGER_AMBIGUOUS"], "the time is that of both");
    let folder = custom(&[("a", 1000), ("b", 2000), ("c", 3000)]);
    let same_name = against(&folder, &five(vec![named(1, CUSTOM, 7, "a"), named(2, CUSTOM, 8, "a")]));
    assert_eq!(codes(&same_name), ["LEDGER_AMBIGUOUS"], "both rows have the name of one");
}

#[test]
fn a_malformed_row_is_corrupt() {
    let upper = Row { hash: Digest::of(b"a").to_string().to_uppercase(), ..row(1, A, 1000) };
    let null = Row { created_at: None, ..row(2, A, 1000) };
    let fraction = Row { created_at: Some("1000.5".into()), ..row(3, A, 1000) };
    let infinite = Row { created_at: Some("Infinity".into()), ..row(4, A, 1000) };
    let empty = Row { hash: String::new(), ..row(5, A, 1000) };
    let point = Row { created_at: Some("1000.".into()), ..row(6, A, 1000) };
    let found = against(&abc(), &three(vec![infinite, upper, null, empty, point, fraction]));
    let expected = [
        (1, RowFault::Hash),
        (2, RowFault::CreatedAtNull),
        (3, RowFault::CreatedAt),
        (4, RowFault::CreatedAt),
        (5, RowFault::Hash),
        (6, RowFault::CreatedAt),
    ];
    assert_eq!(refusals(&found), expected.map(|(row, fault)| Refusal::Row { row, fault }));
    assert_eq!(codes(&found), ["LEDGER_CORRUPT"; 6]);
    assert_eq!(found.entries(), [EntryState::Unclear; 3]);
}

#[test]
fn another_table_is_corrupt() {
    let columns = vec![column("version", "text")];
    for other in [Observed::NotATable, Observed::Table { columns, rows: vec![] }] {
        let found = against(&abc(), &other);
        assert_eq!(codes(&found), ["LEDGER_CORRUPT"]);
        assert_eq!(found.entries(), [EntryState::Unclear; 3]);
    }
}

#[test]
fn a_history_entry_after_an_application_entry_is_refused() {
    let folder = vec![history("a", 1000, A), history("b", 2000, B), application("c", 3000, C)];
    let found = against(&folder, &three(vec![row(1, A, 1000), row(2, C, 3000)]));
    let expected = Refusal::HistoryAfterApplication { tag: "b".into(), after: "c".into() };
    assert_eq!(refusals(&found), [expected]);
    assert_eq!(codes(&found), ["HISTORY_AFTER_APPLICATION"]);
    let before = against(&folder, &three(vec![row(1, A, 1000)]));
    assert_eq!(codes(&before), [] as [&str; 0]);
}

// ---- what Drizzle and its users leave --------------------------------------------------------------------------

#[test]
fn a_late_entry_that_drizzle_passes_over_is_pending() {
    let folder = vec![history("a", 1000, A), history("c", 1500, C), history("b", 2000, B)];
    let found = against(&folder, &three(vec![row(1, A, 1000), row(2, B, 2000)]));
    assert_eq!(found.entries(), [applied(1), LATE, applied(2)]);
    assert_eq!(found.notes(), [Note::LateWhen { tag: "c".into(), when: 1500, newest: 2000 }]);
    assert_eq!(plan(&found).unwrap().steps()[0].turn(), Turn::Late);
}

#[test]
fn a_time_in_the_future_hides_nothing() {
    let folder = vec![history("a", 86_400_000_000_000, A), history("b", 2000, B)];
    let found = against(&folder, &three(vec![row(1, A, 86_400_000_000_000)]));
    assert_eq!(found.entries(), [applied(1), NEXT]);
}

#[test]
fn a_row_repaired_by_hand_with_the_time_of_the_repair_is_only_noted() {
    let found = against(&abc(), &three(vec![row(1, A, 1_700_000_000_000), row(2, B, 2000)]));
    assert_eq!(found.entries(), [applied(1), applied(2), NEXT]);
    let differs =
        Note::CreatedAtDiffers { tag: "a".into(), row: 1, when: 1000, created_at: 1_700_000_000_000 };
    let late = Note::LateWhen { tag: "c".into(), when: 3000, newest: 1_700_000_000_000 };
    assert_eq!(found.notes(), [differs, late]);
}

#[test]
fn a_restamped_journal_is_only_noted_even_when_times_changed_places() {
    let rows = vec![row(1, A, 2000), row(2, B, 1000), row(3, C, 4000)];
    let found = against(&abc(), &three(rows));
    assert_eq!(found.entries(), [applied(1), applied(2), applied(3)]);
    assert_eq!(found.notes().len(), 3);
    assert_eq!(codes(&found), [] as [&str; 0]);
}

#[test]
fn equal_entries_are_told_apart_by_time() {
    let folder = custom(&[("a", 1000), ("b", 2000), ("c", 3000), ("d", 4000)]);
    let found = against(&folder, &three(vec![row(1, CUSTOM, 1000), row(2, CUSTOM, 3000)]));
    assert_eq!(found.entries(), [applied(1), LATE, applied(2), NEXT]);
}

#[test]
fn equal_entries_are_told_apart_by_name() {
    let folder = custom(&[("a", 1000), ("b", 2000), ("c", 3000)]);
    let found = against(&folder, &five(vec![named(1, CUSTOM, 1001, "c"), named(2, CUSTOM, 1002, "a")]));
    assert_eq!(found.entries(), [applied(2), LATE, applied(1)]);
}

#[test]
fn equal_entries_of_one_time_are_applied_when_each_has_its_row() {
    let folder = custom(&[("a", 1000), ("b", 1000), ("c", 3000)]);
    let found = against(&folder, &three(vec![row(1, CUSTOM, 1000), row(2, CUSTOM, 1000)]));
    assert_eq!(found.entries(), [applied(1), applied(2), NEXT]);
}

#[test]
fn as_many_rows_as_equal_entries_leave_no_choice_whatever_their_times() {
    let found =
        against(&custom(&[("a", 1000), ("b", 2000)]), &three(vec![row(1, CUSTOM, 7), row(2, CUSTOM, 7)]));
    assert_eq!(found.entries(), [applied(1), applied(2)]);
    assert_eq!(found.notes().len(), 2);
}

#[test]
fn an_untouched_custom_migration_that_was_filled_in_after_it_ran_is_edited_not_a_duplicate() {
    let folder = vec![history("a", 1000, CUSTOM), history("b", 2000, B)];
    let found = against(&folder, &three(vec![row(1, CUSTOM, 1000), row(2, CUSTOM, 2000)]));
    assert_eq!(codes(&found), ["LEDGER_ENTRY_EDITED"]);
    assert_eq!(found.entries(), [applied(1), EntryState::Edited { row: 2 }]);
}

#[test]
fn a_duplicate_is_not_taken_for_an_edit_of_another_entry_of_its_time() {
    let folder = vec![history("a", 1000, A), history("b", 1000, B)];
    let found = against(&folder, &three(vec![row(1, A, 1000), row(2, A, 1000)]));
    assert_eq!(codes(&found), ["LEDGER_ROW_DUPLICATE"]);
}

#[test]
fn a_name_that_two_equal_entries_share_tells_nothing() {
    let folder = custom(&[("same", 1000), ("same", 2000)]);
    let found = against(&folder, &five(vec![named(1, CUSTOM, 7, "same")]));
    assert_eq!(codes(&found), ["LEDGER_AMBIGUOUS"]);
    let told_by_time = against(&folder, &five(vec![named(1, CUSTOM, 2000, "same")]));
    assert_eq!(told_by_time.entries(), [LATE, applied(1)]);
}

#[test]
fn an_upgrade_that_gave_every_row_one_name_is_only_noted() {
    let found =
        against(&abc(), &five(vec![named(1, A, 1000, "a"), named(2, B, 2000, "a"), named(3, C, 3000, "a")]));
    assert_eq!(found.entries(), [applied(1), applied(2), applied(3)]);
    assert_eq!(found.notes().len(), 2);
}

#[test]
fn equal_files_of_one_second_that_an_upgrade_gave_one_name_are_both_applied() {
    let folder = custom(&[("a", 1000), ("b", 1000)]);
    let found = against(&folder, &five(vec![named(1, CUSTOM, 1123, "a"), named(2, CUSTOM, 1456, "a")]));
    assert_eq!(found.entries(), [applied(1), applied(2)]);
}

#[test]
fn an_older_drizzle_on_a_newer_ledger_leaves_rows_without_names() {
    let found = against(&abc(), &five(vec![named(1, A, 1000, "a"), row(2, B, 2000)]));
    assert_eq!(found.entries(), [applied(1), applied(2), NEXT]);
    assert_eq!(found.notes(), [Note::NameMissing { tag: "b".into(), row: 2 }]);
}

#[test]
fn a_renamed_folder_is_found_by_its_hash() {
    let found = against(&abc(), &five(vec![named(1, A, 5, "20200101000000_old")]));
    assert_eq!(found.entries(), [applied(1), NEXT, NEXT]);
    assert!(found.notes().iter().any(|note| matches!(note, Note::NameDiffers { row: 1, .. })));
}

#[test]
fn a_numeric_time_is_read_with_or_without_its_zeros() {
    for time in ["1000", "1000.0", "1000.000000"] {
        let found = against(&abc(), &three(vec![Row { created_at: Some(time.into()), ..row(1, A, 0) }]));
        assert_eq!((found.entries()[0], found.notes()), (applied(1), [].as_slice()), "{time}");
    }
}

#[test]
fn every_reason_is_reported_in_one_go() {
    let rows = vec![row(1, "was a", 1000), row(2, B, 2000), row(3, B, 2000), row(4, "elsewhere", 9)];
    let found = against(&abc(), &three(rows));
    assert_eq!(codes(&found), ["LEDGER_ENTRY_EDITED", "LEDGER_ROW_DUPLICATE", "LEDGER_ROW_UNKNOWN"]);
}

#[test]
fn a_long_list_of_rows_is_cut_short_in_the_message_only() {
    let rows = (1..=9).map(|id| row(id, A, 1000)).collect();
    let found = against(&abc(), &three(rows));
    let [refusal] = &refusals(&found)[..] else { panic!("{found:?}") };
    assert!(refusal.to_string().contains("rows 1, 2, 3, 4, 5 and 4 more "), "{refusal}");
}

#[test]
fn a_message_says_how_many_more_reasons_there_are() {
    let stranger = |id| row(id, &format!("elsewhere {id}"), 9000 + id);
    for (rows, more) in [(1, ""), (2, " (and 1 more reason)"), (3, " (and 2 more reasons)")] {
        let found = against(&abc(), &three((1..=rows).map(stranger).collect()));
        let (refused, first) = (plan(&found).unwrap_err().to_string(), refusals(&found)[0].to_string());
        assert_eq!(refused, format!("{first}{more}"));
    }
}

#[test]
fn a_note_says_all_that_it_knows() {
    let (tag, row, name) = (String::from("0007_tag"), 41, String::from("0006_name"));
    let (when, created_at, newest) = (1001, 1002, 1003);
    for (note, facts) in [
        (
            Note::CreatedAtDiffers { tag: tag.clone(), row, when, created_at },
            &["0007_tag", "41", "1001", "1002"][..],
        ),
        (Note::NameDiffers { tag: tag.clone(), row, name }, &["0007_tag", "41", "0006_name"]),
        (Note::NameMissing { tag: tag.clone(), row }, &["0007_tag", "41"]),
        (Note::LateWhen { tag, when, newest }, &["0007_tag", "1001", "1003"]),
    ] {
        let line = note.to_string();
        assert!(facts.iter().all(|fact| line.contains(fact)), "{line}");
    }
}

// ---- the fingerprint -------------------------------------------------------------------------------------------

#[test]
fn the_fingerprint_is_of_canonical_json() {
    let hostile =
        Row { id: 2, hash: "\u{7f}\"\\\n\u{1}€😀/".into(), created_at: None, name: Some("n".into()) };
    let rows = [hostile, row(1, A, 1000)];
    let document = serde_json::json!([
        "mosaic-db/ledger/v1",
        [["1", Digest::of(A.as_bytes()), "1000", null], ["2", "\u{7f}\"\\\n\u{1}€😀/", null, "n"],]
    ]);
    assert_eq!(fingerprint(&rows), Digest::of(&serde_jcs::to_vec(&document).unwrap()));
}

#[test]
fn the_fingerprint_sees_every_column_and_no_order() {
    let rows = [named(1, A, 1000, "a"), named(2, B, 2000, "b")];
    let reversed = [rows[1].clone(), rows[0].clone()];
    assert_eq!(fingerprint(&rows), fingerprint(&reversed));
    for changed in [named(3, A, 1000, "a"), named(1, C, 1000, "a"), named(1, A, 1001, "a"), row(1, A, 1000)] {
        assert_ne!(fingerprint(&rows), fingerprint(&[changed, rows[1].clone()]));
    }
}
