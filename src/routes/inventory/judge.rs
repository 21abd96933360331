//! Records beside what a scan found.

use super::super::kind::Kind;
use super::super::rule::Basis;
use super::super::rules;
use super::super::scan::Hit;
use super::super::walk::File;
use super::document::is_blank;
use super::{Agreement, Fault, FileClass, Inventory, Mistake, Record};
use crate::attest::Instant;
use crate::digest::Digest;
use serde::Serialize;
use std::collections::BTreeSet;

/// Seconds of one day.
const DAY: u64 = 86_400;

/// One file of a scan, as far as an inventory is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// Its path from the root of the tree.
    pub path: &'a str,
    /// What it was read as; none for what was not read as text.
    pub kind: Option<Kind>,
    /// The digest of its bytes, where [`Inventory::seals`] asks for it.
    pub digest: Option<Digest>,
    /// What was found in it.
    pub hits: &'a [Hit],
    /// How its labels came true, where it was read snippet by snippet because [`Inventory::is_corpus`] says so.
    pub corpus: Option<Agreement>,
}

impl<'a> Seen<'a> {
    /// A file as it was scanned.
    #[must_use]
    pub fn of(file: &'a File) -> Self {
        Self {
            path: &file.path,
            kind: file.scanned.kind,
            digest: None,
            hits: &file.scanned.hits,
            corpus: None,
        }
    }
}

/// What an inventory comes to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judgement {
    /// What is wrong with records, in their order.
    pub faults: Vec<Fault>,
    /// For each file and each of its hits, in the order in which they were given.
    pub verdicts: Vec<Vec<Verdict>>,
}

/// What becomes of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// It stands.
    Open {
        /// Why no record permits it.
        why: Why,
    },
    /// It is what the label of a snippet says.
    Labelled {
        /// The position of the snippets' record.
        record: usize,
    },
    /// A record permits it.
    Permitted {
        /// Its position among the records.
        record: usize,
    },
}

/// Why a hit stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each variant is described by its text")]
pub enum Why {
    #[error("no record permits what a text means")]
    Semantic,
    #[error("no record is about this file")]
    Unrecorded,
    #[error("its record does not name this text")]
    Unnamed,
    #[error("something is wrong with its record")]
    Void,
}

impl Inventory {
    /// Judges each hit by the records and each record by the files.
    #[must_use]
    pub fn judge(&self, files: &[Seen<'_>], now: Instant) -> Judgement {
        let about: Vec<Vec<usize>> = files.iter().map(|file| self.about(file.path)).collect();
        let mut mistakes: Vec<Vec<Mistake>> = Vec::new();
        for (position, record) in self.0.iter().enumerate() {
            let theirs = || files.iter().zip(&about).filter(|(_, about)| about.contains(&position));
            let mut found = alone(record, now);
            found.extend(among(record, theirs().map(|(file, _)| *file)));
            let twice = theirs().find_map(|(file, about)| {
                let other = about.iter().find(|other| **other != position)?;
                self.0.get(*other).map(|other| (file, other))
            });
            found.extend(twice.map(|(file, other)| Mistake::Duplicate {
                file: file.path.to_owned(),
                other: other.line,
                owner: other.owner.clone(),
            }));
            mistakes.push(found);
        }
        let verdicts = files
            .iter()
            .zip(&about)
            .map(|(file, about)| file.hits.iter().map(|hit| self.verdict(hit, about, &mistakes)).collect());
        let verdicts: Vec<Vec<Verdict>> = verdicts.collect();
        // After the verdicts: a record that permits what is not there any more still says rightly why the rest is.
        for (position, (record, mistakes)) in self.0.iter().zip(&mut mistakes).enumerate() {
            let theirs = files.iter().zip(&about).filter(|(_, about)| about.contains(&position));
            mistakes.extend(stale(record, theirs.flat_map(|(file, _)| file.hits)));
        }
        let faults = self.0.iter().zip(mistakes).flat_map(|(record, mistakes)| {
            let fault = |mistake| Fault { line: record.line, path: record.path.to_string(), mistake };
            mistakes.into_iter().map(fault)
        });
        Judgement { faults: faults.collect(), verdicts }
    }

    fn about(&self, path: &str) -> Vec<usize> {
        let records = self.0.iter().enumerate();
        records.filter(|(_, record)| record.path.matches(path)).map(|(position, _)| position).collect()
    }

    fn verdict(&self, hit: &Hit, about: &[usize], mistakes: &[Vec<Mistake>]) -> Verdict {
        let is_void = |record| mistakes.get(record).is_none_or(|all: &Vec<_>| !all.is_empty());
        let of = |record: &usize| self.0.get(*record);
        let why = match about {
            [record, ..] if of(record).is_some_and(Record::is_corpus) && !is_void(*record) => {
                return Verdict::Labelled { record: *record };
            }
            _ if hit.rule.basis() == Basis::Semantic => Why::Semantic,
            [] => Why::Unrecorded,
            [record, ..] if is_void(*record) => Why::Void,
            [record, ..] if of(record).is_some_and(|record| names(record, hit)) => {
                return Verdict::Permitted { record: *record };
            }
            _ => Why::Unnamed,
        };
        Verdict::Open { why }
    }
}

fn names(record: &Record, hit: &Hit) -> bool {
    record.allow.get(hit.rule.id).is_some_and(|tokens| tokens.contains(&hit.token))
}

/// What is wrong with a record whatever the files are.
fn alone(record: &Record, now: Instant) -> Vec<Mistake> {
    let mut found = Vec::new();
    if is_blank(&record.owner) {
        found.push(Mistake::Ownerless);
    }
    if is_blank(&record.rationale) {
        found.push(Mistake::Unexplained);
    }
    if record.reviewed.is_none() {
        found.push(Mistake::Unreviewed);
    }
    let (expires, days) = (record.expires, record.disposition.days());
    if now >= expires {
        found.push(Mistake::Expired { expires });
    } else if expires.seconds_since(now) > days * DAY {
        found.push(Mistake::TooLong { expires, days });
    }
    // What a program writes has names that nobody chose.
    let generated = record.class == FileClass::VendoredOrGenerated && record.path.is_directory();
    if record.path.is_broad() && !generated {
        found.push(Mistake::Broad);
    }
    let (class, disposition) = (record.class, record.disposition);
    if !class.may_be(disposition) {
        found.push(Mistake::Unreasonable { class, disposition });
    }
    if !class.may_allow() && !record.allow.is_empty() {
        found.push(Mistake::AllowsNothing { class });
    }
    for rule in record.allow.keys() {
        match rules::named(rule) {
            None => found.push(Mistake::UnknownRule { rule: rule.clone() }),
            Some(known) if known.basis() == Basis::Semantic => {
                found.push(Mistake::Semantic { rule: rule.clone() });
            }
            Some(_) => {}
        }
    }
    found
}

/// What is wrong with a record beside the files that it is about.
fn among<'a>(record: &Record, files: impl Iterator<Item = Seen<'a>>) -> Vec<Mistake> {
    let files: Vec<Seen<'a>> = files.collect();
    let Some(first) = files.first() else { return vec![Mistake::Missing] };
    let unfit = |file: &Seen<'_>| {
        let kind = file.kind.filter(|kind| !record.class.fits(*kind))?;
        Some(Mistake::Unfit { file: file.path.to_owned(), kind, class: record.class })
    };
    let mut found: Vec<Mistake> = files.iter().find_map(unfit).into_iter().collect();
    found.extend(record.snippets.and_then(|recorded| as_corpus(recorded, &files)));
    let digest = if record.path.is_exact() { first.digest } else { digest_of_list(&files) };
    match (record.class, record.sha256, digest) {
        (FileClass::HistoricalSql, None, Some(digest)) => found.push(Mistake::Unsealed { found: digest }),
        (FileClass::HistoricalSql, Some(recorded), Some(digest)) if recorded != digest => {
            found.push(Mistake::Changed { recorded, found: digest });
        }
        (FileClass::HistoricalSql, _, _) | (_, None, _) => {}
        (_, Some(_), _) => found.push(Mistake::SealedForNothing),
    }
    found
}

/// What is wrong with a record of labelled snippets beside what they came to.
fn as_corpus(recorded: usize, files: &[Seen<'_>]) -> Option<Mistake> {
    if let Some(file) = files.iter().find(|file| file.corpus.is_none()) {
        return Some(Mistake::NotSnippets { file: file.path.to_owned() });
    }
    let all = files.iter().filter_map(|file| file.corpus).fold(Agreement::default(), Agreement::and);
    let Agreement { snippets, agreeing, .. } = all;
    if snippets != recorded {
        return Some(Mistake::Miscounted { recorded, found: snippets });
    }
    (!all.is_believed()).then_some(Mistake::Disbelieved { snippets, agreeing })
}

/// The digest of what `sha256sum` prints about files, sorted by the bytes of their paths.
fn digest_of_list(files: &[Seen<'_>]) -> Option<Digest> {
    let line = |file: &Seen<'_>| file.digest.map(|digest| (file.path.to_owned(), digest));
    let mut lines = files.iter().map(line).collect::<Option<Vec<_>>>()?;
    lines.sort();
    let list: String = lines.into_iter().map(|(path, digest)| format!("{digest}  {path}\n")).collect();
    Some(Digest::of(list.as_bytes()))
}

fn stale<'a>(record: &Record, hits: impl Iterator<Item = &'a Hit>) -> Vec<Mistake> {
    let found: BTreeSet<(&str, &str)> = hits.map(|hit| (hit.rule.id, hit.token.as_str())).collect();
    let named = record.allow.iter().flat_map(|(rule, tokens)| tokens.iter().map(move |token| (rule, token)));
    let gone = named.filter(|(rule, token)| !found.contains(&(rule.as_str(), token.as_str())));
    gone.map(|(rule, token)| Mistake::Stale { rule: rule.clone(), token: token.clone() }).collect()
}
