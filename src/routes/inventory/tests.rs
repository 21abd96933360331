//! What a record can permit, and everything that keeps it from permitting.

mod history;

use super::super::rules;
use super::super::scan::{Hit, scan};
use super::super::snippet;
use super::*;
use crate::attest::Instant;
use crate::digest::Digest;

const SHELL: &str = "npx prisma migrate deploy\n";
const ENV: &str = "DATABASE_URL=postgres://app:canary@db.example/shop\n";
const HISTORY: &str = "CREATE TABLE orders (id bigint);\n";

fn now() -> Instant {
    Instant::parse("2026-11-30T12:00:00Z").expect("a time")
}

fn parse(text: &str) -> Inventory {
    Inventory::parse(text.as_bytes()).expect("an inventory")
}

fn found(path: &str, text: &str) -> Vec<Hit> {
    let hits = scan(path, text.as_bytes()).hits;
    assert!(!hits.is_empty(), "nothing in {path}");
    hits
}

/// A record that permits what is found in the shell script, with some lines of it replaced by others.
fn record(replaced: &[(&str, &str)]) -> String {
    let hit = &found("tools/up.sh", SHELL)[0];
    let text = format!(
        "schema = \"mosaic.routes.inventory.v1\"\n\n[[record]]\npath = \"tools/up.sh\"\nclass = \"executable-source\"\n\
         disposition = \"disposable\"\nowner = \"data team\"\nrationale = \"makes the database of a test\"\n\
         reviewed = \"4f1c\"\nexpires = 2027-06-01\n[record.allow]\n\"{}\" = [\"{}\"]\n",
        hit.rule.id, hit.token
    );
    replaced.iter().fold(text, |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    })
}

struct File {
    path: &'static str,
    text: &'static str,
}

const UP: File = File { path: "tools/up.sh", text: SHELL };

fn judge(inventory: &str, files: &[File]) -> Judgement {
    judge_at(inventory, files, now())
}

fn judge_at(inventory: &str, files: &[File], now: Instant) -> Judgement {
    let inventory = parse(inventory);
    let scanned: Vec<_> = files.iter().map(|file| scan(file.path, file.text.as_bytes())).collect();
    let seen = files.iter().zip(&scanned).map(|(file, scanned)| Seen {
        path: file.path,
        kind: scanned.kind,
        digest: inventory.seals(file.path).then(|| Digest::of(file.text.as_bytes())),
        hits: &scanned.hits,
        corpus: None,
    });
    inventory.judge(&seen.collect::<Vec<_>>(), now)
}

fn faults(judgement: &Judgement) -> Vec<&'static str> {
    judgement
        .faults
        .iter()
        .map(|fault| fault.mistake.rule().id.trim_start_matches("routes.inventory."))
        .collect()
}

fn open(judgement: &Judgement) -> Vec<Why> {
    let verdicts = judgement.verdicts.iter().flatten();
    verdicts
        .filter_map(|verdict| match verdict {
            Verdict::Open { why } => Some(*why),
            Verdict::Permitted { .. } | Verdict::Labelled { .. } => None,
        })
        .collect()
}

#[test]
fn a_record_in_order_permits_what_it_names_and_nothing_else() {
    let judgement = judge(&record(&[]), &[UP]);
    assert_eq!(judgement.faults, []);
    assert_eq!(judgement.verdicts, [vec![Verdict::Permitted { record: 0 }]]);
    let [permitting] = parse(&record(&[])).records().to_vec().try_into().expect("one record");
    let Record { line, path, .. }: Record = permitting;
    assert_eq!((line, String::from(path)), (3, "tools/up.sh".to_owned()));

    let other = File { path: "tools/other.sh", text: SHELL };
    assert_eq!(open(&judge(&record(&[]), &[UP, other])), [Why::Unrecorded]);

    let more = File { path: "tools/up.sh", text: "npx prisma migrate deploy\nnpx prisma migrate reset\n" };
    assert_eq!(open(&judge(&record(&[]), &[more])), [Why::Unnamed]);

    let of_another_rule = record(&[("routes.migrate-call.prisma", "routes.migrate-call.flyway")]);
    let judgement = judge(&of_another_rule, &[UP]);
    assert_eq!((open(&judgement), faults(&judgement)), (vec![Why::Unnamed], vec!["stale"]));
}

#[test]
fn whatever_is_wrong_with_a_record_is_said_and_makes_it_permit_nothing() {
    let cases: &[(&[(&str, &str)], &str)] = &[
        (&[("data team", "")], "ownerless"),
        (&[("data team", " - ")], "ownerless"),
        (&[("makes the database of a test", "")], "unexplained"),
        (&[("4f1c", "unreviewed")], "unreviewed"),
        (&[("4f1c", "")], "unreviewed"),
        (&[("2027-06-01", "2026-11-30")], "expired"),
        (&[("2027-06-01", "2028-12-01")], "too-long"),
        (&[("disposable", "retire")], "too-long"),
        (&[("tools/up.sh", "tools/*")], "broad"),
        (&[("tools/up.sh", "t*/up.sh")], "broad"),
        (&[("executable-source", "operator-document")], "unfit"),
        (&[("disposable", "inert")], "unreasonable"),
        (
            &[(
                "[record.allow]",
                "sha256 = \"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\"\n[record.allow]",
            )],
            "sealed-for-nothing",
        ),
        (&[("[record.allow]", "snippets = 1\n[record.allow]")], "not-snippets"),
        (&[("[record.allow]", "[record.allow]\n\"routes.no-such.rule\" = [\"x\"]")], "unknown-rule"),
    ];
    for (replaced, expected) in cases {
        let judgement = judge(&record(replaced), &[UP]);
        assert!(faults(&judgement).contains(expected), "{expected}: {:?}", judgement.faults);
        assert_eq!(open(&judgement), [Why::Void], "{expected}");
    }
}

#[test]
fn what_a_program_writes_may_be_a_whole_directory() {
    let written = [("tools/up.sh", "tools/*"), ("executable-source", "vendored-or-generated")];
    assert_eq!(faults(&judge(&record(&written), &[UP])), Vec::<&str>::new());
    let deeper = [("tools/up.sh", "to*/*"), ("executable-source", "vendored-or-generated")];
    assert_eq!(faults(&judge(&record(&deeper), &[UP])), ["broad"]);
}

#[test]
fn the_last_day_is_the_one_before_and_two_years_are_the_longest() {
    for (day, expected) in [
        ("2026-12-01", &[][..]),
        ("2026-11-30", &["expired"]),
        ("2028-11-30", &[]),
        ("2028-12-01", &["too-long"]),
    ] {
        assert_eq!(faults(&judge(&record(&[("2027-06-01", day)]), &[UP])), expected, "{day}");
    }
    let midnight = Instant::parse("2026-11-30T00:00:00Z").expect("a time");
    for (day, expected) in [("2026-11-30", &["expired"][..]), ("2028-11-30", &[])] {
        let judgement = judge_at(&record(&[("2027-06-01", day)]), &[UP], midnight);
        assert_eq!(faults(&judgement), expected, "{day}");
    }
}

#[test]
fn a_digest_is_asked_for_where_a_record_has_one_or_needs_one() {
    let seal = format!("sha256 = \"{}\"", Digest::of(HISTORY.as_bytes()));
    for (inventory, path, expected) in [
        (record(&[]), "tools/up.sh", false),
        (record(&[("[record.allow]", &format!("{seal}\n[record.allow]"))]), "tools/up.sh", true),
        (historical("", "db/0*.sql"), "db/0001.sql", true),
        (historical("", "db/0*.sql"), "db/1.sql", false),
    ] {
        assert_eq!(parse(&inventory).seals(path), expected, "{path} {inventory}");
    }
}

#[test]
fn a_permission_in_what_only_says_how_far_something_is_is_a_fault() {
    let status = record(&[("executable-source", "status-only"), ("disposable", "inert")]);
    assert!(faults(&judge(&status, &[UP])).contains(&"allows-nothing"));
    let (without, _) = status.split_once("[record.allow]").expect("a permission");
    assert!(!faults(&judge(without, &[UP])).contains(&"allows-nothing"));
}

/// What is deployed cannot be called a report, and a package's file only what packages are.
#[test]
fn a_class_fits_the_kinds_that_it_is_about() {
    use super::super::kind::Kind;
    for (kind, expected) in [
        (Kind::Go, "executable-source embedded-database-only"),
        (Kind::Sql, "executable-source normative-contract historical-sql embedded-database-only"),
        (Kind::Pairs, "package-script deploy-manifest embedded-database-only"),
        (Kind::Json, "package-script deploy-manifest normative-contract embedded-database-only"),
        (Kind::Terraform, "deploy-manifest"),
        (Kind::Text, "operator-document normative-contract historical-report status-only"),
    ] {
        let fitting = CLASSES.iter().map(|(class, _)| *class).filter(|class| class.fits(kind));
        let of_any = [FileClass::NegativeTestLiteral, FileClass::VendoredOrGenerated];
        let named: Vec<&str> = fitting.filter(|class| !of_any.contains(class)).map(FileClass::name).collect();
        assert_eq!(named.join(" "), expected, "{kind}");
    }
    assert!(!FileClass::NegativeTestLiteral.fits(Kind::Markdown), "it is read by people");
}

#[test]
fn a_record_of_nothing_is_a_fault_and_so_is_a_text_that_is_gone() {
    assert_eq!(faults(&judge(&record(&[]), &[])), ["missing", "stale"]);
    let quiet = File { path: "tools/up.sh", text: "true\n" };
    assert_eq!(faults(&judge(&record(&[]), &[quiet])), ["stale"]);
}

#[test]
fn two_records_of_one_file_permit_nothing() {
    let second = record(&[("tools/up.sh", "tools/u*.sh"), ("data team", "web team")]);
    let (_, second) = second.split_once("\n\n").expect("a record");
    let judgement = judge(&format!("{}\n{second}", record(&[])), &[UP]);
    assert_eq!(faults(&judgement), ["duplicate", "duplicate"]);
    assert_eq!(open(&judgement), [Why::Void]);
    let places = judgement.faults.iter().map(|fault| (fault.line, &*fault.path)).collect::<Vec<_>>();
    assert_eq!(places, [(3, "tools/up.sh"), (14, "tools/u*.sh")]);
}

#[test]
fn no_class_permits_what_a_text_means() {
    let hits = found("ops/.env", ENV);
    let semantic =
        hits.iter().find(|hit| hit.rule.basis() == super::super::Basis::Semantic).expect("a semantic hit");
    for (class, disposition) in CLASSES {
        let text = format!(
            "schema = \"mosaic.routes.inventory.v1\"\n[[record]]\npath = \"ops/.env\"\nclass = \"{}\"\ndisposition = \"{}\"\n\
             owner = \"o\"\nrationale = \"r\"\nreviewed = \"1\"\nexpires = 2026-12-31\n[record.allow]\n\"{}\" = ['''{}''']\n",
            class.name(),
            disposition.name(),
            semantic.rule.id,
            semantic.token
        );
        let judgement = judge(&text, &[File { path: "ops/.env", text: ENV }]);
        assert!(faults(&judgement).contains(&"semantic"), "{class:?}: {:?}", judgement.faults);
        assert!(open(&judgement).contains(&Why::Semantic), "{class:?}");
    }
}

/// Each class with a disposition that goes with it.
const CLASSES: [(FileClass, Disposition); 11] = [
    (FileClass::ExecutableSource, Disposition::Runner),
    (FileClass::PackageScript, Disposition::Disposable),
    (FileClass::OperatorDocument, Disposition::Bootstrap),
    (FileClass::DeployManifest, Disposition::Bootstrap),
    (FileClass::NormativeContract, Disposition::Inert),
    (FileClass::HistoricalSql, Disposition::Runner),
    (FileClass::EmbeddedDatabaseOnly, Disposition::Embedded),
    (FileClass::NegativeTestLiteral, Disposition::Disposable),
    (FileClass::VendoredOrGenerated, Disposition::Inert),
    (FileClass::HistoricalReport, Disposition::Inert),
    (FileClass::StatusOnly, Disposition::Inert),
];

fn historical(sha256: &str, path: &str) -> String {
    let hit = &found("db/0001.sql", HISTORY)[0];
    format!(
        "schema = \"mosaic.routes.inventory.v1\"\n[[record]]\npath = \"{path}\"\nclass = \"historical-sql\"\n\
         disposition = \"runner\"\nowner = \"o\"\nrationale = \"r\"\nreviewed = \"1\"\nexpires = 2026-12-31\n{sha256}\n\
         [record.allow]\n\"{}\" = [\"{}\"]\n",
        hit.rule.id, hit.token
    )
}

#[test]
fn history_is_compared_byte_by_byte() {
    let seal = format!("sha256 = \"{}\"", Digest::of(HISTORY.as_bytes()));
    let file = || File { path: "db/0001.sql", text: HISTORY };
    assert_eq!(faults(&judge(&historical(&seal, "db/0001.sql"), &[file()])), Vec::<&str>::new());
    assert_eq!(faults(&judge(&historical("", "db/0001.sql"), &[file()])), ["unsealed"]);
    let changed = File { path: "db/0001.sql", text: "CREATE TABLE orders (id bigint);\n\n" };
    let judgement = judge(&historical(&seal, "db/0001.sql"), &[changed]);
    assert_eq!((faults(&judgement), open(&judgement)), (vec!["changed"], vec![Why::Void]));
}

/// The digest is what `sha256sum db/*.sql | sha256sum` prints of these two files.
#[test]
fn a_digest_of_several_files_is_that_of_their_list() {
    let lines =
        ["db/0001.sql", "db/0002.sql"].map(|path| format!("{}  {path}\n", Digest::of(HISTORY.as_bytes())));
    let seal = format!("sha256 = \"{}\"", Digest::of(lines.concat().as_bytes()));
    let files = [File { path: "db/0001.sql", text: HISTORY }, File { path: "db/0002.sql", text: HISTORY }];
    assert_eq!(faults(&judge(&historical(&seal, "db/0*.sql"), &files)), Vec::<&str>::new());
    assert_eq!(faults(&judge(&historical(&seal, "db/0*.sql"), &files[..1])), ["changed"]);
}

const SNIPPETS: &str = "▌ one\n▌ file ops/.env\n▌ route credential-in-env-file\nDATABASE_URL=postgres://app:canary@db.example/shop\n\n\
                        ▌ two\n▌ file a.md\n▌ clean first-boot-language\nAn order has lines.\n";

fn corpus(number: usize, snippets: &str, class: FileClass) -> Judgement {
    let text = format!(
        "schema = \"mosaic.routes.inventory.v1\"\n[[record]]\npath = \"cases/a.snippets\"\nclass = \"{}\"\n\
         disposition = \"inert\"\nowner = \"o\"\nrationale = \"r\"\nreviewed = \"1\"\nexpires = 2026-12-31\nsnippets = {number}\n",
        class.name()
    );
    let inventory = parse(&text);
    let read = snippet::parse(snippets).ok().filter(|_| inventory.is_corpus("cases/a.snippets"));
    let as_text = scan("cases/a.snippets", snippets.as_bytes());
    let (agreement, hits) = match &read {
        Some(read) => (Some(snippet::scan_each(read).0), snippet::scan_each(read).1),
        None => (None, as_text.hits),
    };
    let seen =
        Seen { path: "cases/a.snippets", kind: as_text.kind, digest: None, hits: &hits, corpus: agreement };
    inventory.judge(&[seen], now())
}

#[test]
fn snippets_are_what_their_labels_say_or_text_like_any_other() {
    let accepted = corpus(2, SNIPPETS, FileClass::NegativeTestLiteral);
    assert_eq!(accepted.faults, []);
    assert!(accepted.verdicts[0].iter().all(|verdict| *verdict == Verdict::Labelled { record: 0 }));
    assert!(!accepted.verdicts[0].is_empty());

    let one_more = format!("{SNIPPETS}\n▌ three\n▌ file a.md\n▌ clean psql-file\nNothing.\n");
    assert_eq!(faults(&corpus(2, &one_more, FileClass::NegativeTestLiteral)), ["miscounted"]);

    let relabelled = SNIPPETS.replace("route credential", "clean credential");
    let judgement = corpus(2, &relabelled, FileClass::NegativeTestLiteral);
    assert_eq!(faults(&judgement), ["disbelieved"]);
    assert!(open(&judgement).contains(&Why::Semantic));

    let unlabelled = format!("{ENV}{SNIPPETS}");
    assert_eq!(faults(&corpus(2, &unlabelled, FileClass::NegativeTestLiteral)), ["not-snippets"]);
    assert!(faults(&corpus(2, SNIPPETS, FileClass::HistoricalReport)).contains(&"not-snippets"));
}

#[test]
fn what_is_no_inventory_is_refused_at_its_place() {
    for (from, to, place) in [
        ("inventory.v1", "inventory.v2", (1, 10)),
        ("owner = \"data team\"", "owner = \"data team\"\nforce = true", (8, 1)),
        ("owner = \"data team\"", "owner = 7", (7, 9)),
        ("class = \"executable-source\"", "class = \"anything\"", (5, 9)),
        ("path = \"tools/up.sh\"", "path = \"../up.sh\"", (4, 8)),
        ("expires = 2027-06-01", "expires = 2027-06-01T00:00:00Z", (10, 11)),
        ("expires = 2027-06-01", "expires = 2027-02-30", (10, 11)),
        ("reviewed = \"4f1c\"\n", "", (3, 1)),
    ] {
        let text = record(&[(from, to)]);
        let refused = Inventory::parse(text.as_bytes()).expect_err(to);
        assert_eq!(
            refused.place(),
            place,
            "{to}: {:?}",
            std::error::Error::source(&refused).map(ToString::to_string)
        );
    }
    assert_eq!(Inventory::parse(b"schema = \"\xff\"").expect_err("not UTF-8").place(), (1, 11));
}

#[test]
fn an_inventory_has_a_mebibyte_at_most() {
    let of_length = |length: usize| {
        let text = record(&[]);
        text.clone() + &"#".repeat(length - text.len())
    };
    assert!(Inventory::parse(of_length(1 << 20).as_bytes()).is_ok());
    for longer in [1, 2] {
        let refused = Inventory::parse(of_length((1 << 20) + longer).as_bytes()).expect_err("too long");
        assert_eq!(refused.place(), (1, 1));
    }
}

#[test]
fn a_draft_is_an_inventory_that_permits_nothing() {
    let mixed = "npx prisma migrate deploy\nexport DATABASE_URL=postgres://app:canary@db.example/shop\n";
    let files = [UP, File { path: "tools/a \"b\".sh", text: mixed }];
    let scanned: Vec<_> = files.iter().map(|file| scan(file.path, file.text.as_bytes())).collect();
    let seen = || {
        files.iter().zip(&scanned).map(|(file, scanned)| Seen {
            path: file.path,
            kind: scanned.kind,
            digest: None,
            hits: &scanned.hits,
            corpus: None,
        })
    };
    let draft = draft(seen(), now());
    let inventory = parse(&draft);
    assert!(!draft.contains("canary"), "{draft}");
    assert_eq!(draft.matches("expires = 2026-12-30\n").count(), files.len(), "30 days from now: {draft}");
    let token = &scanned[0].hits[0].token;
    assert!(draft.contains(&format!(" = [\"{token}\"]\n")), "one text is on the line of its rule: {draft}");
    let judgement = inventory.judge(&seen().collect::<Vec<_>>(), now());
    let expected = ["ownerless", "unexplained", "unreviewed"];
    assert_eq!(faults(&judgement), [expected, expected].concat());
    assert_eq!(open(&judgement).len(), scanned.iter().map(|scanned| scanned.hits.len()).sum::<usize>());

    let completed = draft.replace("= \"\"", "= \"somebody\"").replace("unreviewed", "4f1c");
    let judgement = parse(&completed).judge(&seen().collect::<Vec<_>>(), now());
    assert_eq!(judgement.faults, []);
    assert!(open(&judgement).iter().all(|why| *why == Why::Semantic));
    assert!(!open(&judgement).is_empty());
}

#[test]
fn every_kind_of_fault_has_a_name_of_its_own() {
    let mut ids: Vec<_> =
        FaultRule::ALL.iter().map(|rule| rule.id).chain(rules::all().map(|rule| rule.id)).collect();
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
}
