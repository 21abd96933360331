use super::*;
use crate::bench::{
    figures::{Absence, Absent, Curve, Unit},
    machine::Machine,
    piece::Piece,
    rounds::{Measured, Series, Whose},
};
use std::time::Duration;

fn series(name: &str, whose: Whose, milliseconds: [u64; 3]) -> Series {
    Series { times: milliseconds.map(Duration::from_millis).into(), ..Series::of(name, whose) }
}

fn figures() -> Figures {
    let measured = Measured {
        series: vec![
            series("psql | psql", Whose::Theirs, [10, 20, 30]),
            series("--run <&>", Whose::Ours, [5, 10, 15]),
        ],
        absent: vec![Absent { name: "dbmate".into(), why: Absence::NotInstalled }],
    };
    let (few, many) = (series("", Whose::Ours, [1, 2, 3]), series("", Whose::Ours, [40, 50, 60]));
    let growth = Growth::new("wide", "Many tables", "tables", [40, 1_000], "With indexes.")
        .curve(Curve::of_times("--verify", Whose::Ours, [Some(&few), Some(&many)]));
    let trips =
        Curve { values: vec![vec![9.0], vec![9.0]], ..Curve::new("sent", Whose::Ours, Unit::RoundTrips) };
    Figures {
        machine: Machine { processor: "Fast 9".into(), cores: 2, memory: 2_048, kernel: "Linux 6.1".into() },
        profile: "release".into(),
        programs: [("psql".to_owned(), "17.9".to_owned())].into(),
        pieces: [
            (
                Piece::Apply,
                vec![
                    Comparison::new("work", "Work", "psql | psql", &measured, "All of it.")
                        .ratio("--run <&>", "psql | psql", 0.4)
                        .into(),
                ],
            ),
            (Piece::Tables, vec![growth.curve(trips).no_faster("--verify").into()]),
            (Piece::Scan, vec![Part::Failed { name: "the rest".into() }]),
        ]
        .into(),
    }
}

#[test]
fn it_says_what_was_measured_and_what_was_not() {
    let text = Page::at("docs/benchmarks.md".as_ref()).text(&figures());
    for line in [
        "| processor | Fast 9 |",
        "| psql \\| psql | 20.0 | 10.0 to 30.0 | 1 |  |",
        "| \\-\\-run <&> | 10.0 | 5.00 to 15.0 | 0.50 |  |",
        "| dbmate | not installed |  |  |  |",
        "Targets: 2. Reached: 1. Not reached: 1. Not measured: 0.",
        "- Work: \\-\\-run <&>, compared with psql \\| psql: 0.50 times instead of at most 0.40",
        "| \\-\\-run <&>, compared with psql \\| psql | 0.40 times | 0.50 | NOT reached |",
        "![Bars of the times below](benchmarks/work.svg)",
        "| 1,000 | 50.0 (40.0 to 60.0) | 9 |",
        "| \\-\\-verify, 1,000 tables compared with 40 | 25.00 times | 25.00 | reached |",
        "- the rest",
    ] {
        assert!(text.lines().any(|written| written == line), "{line}\nis not in\n{text}");
    }
}

#[test]
fn charts_hold_their_words_as_text() {
    let page = Page::at("docs/benchmarks.md".as_ref());
    let files = page.files(&figures());
    let bars = &files[Path::new("docs/benchmarks/work.svg")];
    assert!(bars.contains(">--run &lt;&amp;&gt;</text>"), "{bars}");
    assert!(bars.contains("10.0 ms, 0.50 times"), "{bars}");
    let curves = &files[Path::new("docs/benchmarks/wide.svg")];
    assert_eq!(curves.matches("<polyline").count(), 1, "round trips are no times: {curves}");
    assert!(curves.contains(">tables</text>") && !curves.contains("NaN"), "{curves}");
}

#[test]
fn it_is_the_same_from_the_file_of_its_figures() {
    let directory = tempfile::tempdir().unwrap();
    let page = Page::at(&directory.path().join("page.md"));
    fs::create_dir(page.directory()).unwrap();
    let old = page.directory().join("old.svg");
    fs::write(&old, "").unwrap();
    page.publish(&figures()).unwrap();
    assert_eq!(page.figures().unwrap(), figures());
    assert_eq!(fs::read_to_string(&page.path).unwrap(), page.text(&figures()));
    assert!(!old.exists());
    assert_eq!(page.charts().unwrap().len(), 2);
}

/// The page of this project is what its figures make, and nothing was written into it by hand.
#[test]
fn the_page_that_is_published_is_what_its_figures_make() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("docs").join("benchmarks.md");
    let page = Page::at(&path);
    if !page.directory().exists() {
        assert!(!path.exists(), "a page without figures");
        return;
    }
    let files = page.files(&page.figures().unwrap());
    for (path, text) in &files {
        let written = fs::read_to_string(path).unwrap_or_default();
        assert!(written == *text, "{} is not what cargo xtask bench page writes", path.display());
    }
    assert!(page.charts().unwrap().iter().all(|chart| files.contains_key(chart)));
}
