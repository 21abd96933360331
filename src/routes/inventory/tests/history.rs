//! What was found in the past in documents, manifests and scripts, and the order that took its place: the former stands
//! whatever an inventory says of it, the latter passes whatever an inventory says of it.

use super::super::super::corpus::read;
use super::super::super::snippet::{Label, Snippet};
use super::*;

/// One record of a file, of a class, that permits every text of these.
fn permissive(path: &str, class: FileClass, disposition: Disposition, hits: &[&Hit]) -> String {
    let mut by_rule: std::collections::BTreeMap<&str, std::collections::BTreeSet<&str>> =
        std::collections::BTreeMap::new();
    for hit in hits {
        by_rule.entry(hit.rule.id).or_default().insert(&hit.token);
    }
    let allow: String = by_rule
        .iter()
        .map(|(rule, tokens)| format!("\"{rule}\" = {:?}\n", tokens.iter().collect::<Vec<_>>()))
        .collect();
    format!(
        "schema = \"mosaic.routes.inventory.v1\"\n[[record]]\npath = \"{path}\"\nclass = \"{}\"\ndisposition = \"{}\"\n\
         owner = \"o\"\nrationale = \"r\"\nreviewed = \"1\"\nexpires = 2026-12-31\n[record.allow]\n{allow}",
        class.name(),
        disposition.name()
    )
}

/// Every class with every reason that goes with it.
fn explanations() -> impl Iterator<Item = (FileClass, Disposition)> {
    use Disposition as D;
    let reasons = [D::Runner, D::Bootstrap, D::Disposable, D::Embedded, D::Inert, D::Retire];
    CLASSES.iter().flat_map(move |(class, _)| {
        reasons.into_iter().filter(|reason| class.may_be(*reason)).map(|reason| (*class, reason))
    })
}

fn judged(snippet: &Snippet, hits: &[Hit], inventory: &str) -> Judgement {
    let inventory = parse(inventory);
    let seen = Seen {
        path: &snippet.file,
        kind: scan(&snippet.file, &snippet.bytes).kind,
        digest: inventory.seals(&snippet.file).then(|| Digest::of(&snippet.bytes)),
        hits,
        corpus: None,
    };
    inventory.judge(&[seen], now())
}

#[test]
fn a_defect_of_the_past_stands_under_every_class() {
    let defects: Vec<Snippet> =
        read("history").into_iter().filter(|snippet| snippet.label == Label::Route).collect();
    assert!(defects.len() >= 15);
    for snippet in &defects {
        let hits = scan(&snippet.file, &snippet.bytes).hits;
        let of_its_class = hits.iter().any(|hit| hit.rule.class.name() == snippet.class);
        assert!(of_its_class, "{}: {hits:?}", snippet.name);
        let lexical: Vec<&Hit> =
            hits.iter().filter(|hit| hit.rule.basis() == super::super::super::Basis::Lexical).collect();
        for (class, disposition) in explanations() {
            for permitted in [hits.iter().collect::<Vec<_>>(), lexical.clone()] {
                let inventory = permissive(&snippet.file, class, disposition, &permitted);
                let judgement = judged(snippet, &hits, &inventory);
                assert!(open(&judgement).contains(&Why::Semantic), "{} {class:?}", snippet.name);
            }
        }
    }
}

#[test]
fn the_right_sequence_passes_under_every_class() {
    let sequence: Vec<Snippet> =
        read("history").into_iter().filter(|snippet| snippet.label == Label::Clean).collect();
    assert!(sequence.len() >= 5);
    for snippet in &sequence {
        let hits = scan(&snippet.file, &snippet.bytes).hits;
        for (class, disposition) in explanations() {
            let judgement = judged(snippet, &hits, &permissive(&snippet.file, class, disposition, &[]));
            assert_eq!(open(&judgement), [], "{} {class:?}: {hits:?}", snippet.name);
            // That a guide is no historical SQL is another matter.
            let known = ["unfit", "unsealed"];
            assert!(faults(&judgement).iter().all(|fault| known.contains(fault)), "{:?}", judgement.faults);
        }
    }
}
