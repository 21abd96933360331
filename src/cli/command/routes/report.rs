//! A tree of files beside an inventory: what every form of the answer is made from.

use super::super::super::clock;
use super::super::super::exit::Failure;
use super::RoutesCommandError;
use mosaic_db::digest::Digest;
use mosaic_db::routes::inventory::{Agreement, Inventory, Judgement, MAX_BYTES, Record, Seen, Verdict, Why};
use mosaic_db::routes::{Coverage, File, Hit, snippet, walk};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// What was found, and what becomes of it.
pub(super) struct Report {
    /// The directory that paths are relative to, as it was named.
    pub(super) root: PathBuf,
    /// Every file and what was found in it.
    pub(super) coverage: Coverage,
    /// The inventory's name, as it was given.
    pub(super) name: Option<PathBuf>,
    /// Its records.
    pub(super) inventory: Inventory,
    /// What they come to.
    pub(super) judgement: Judgement,
    /// By file, how labels came true.
    pub(super) corpora: BTreeMap<String, Agreement>,
}

impl Report {
    /// Scans a tree and judges it.
    pub(super) fn of(root: &Path, name: Option<&Path>) -> Result<Self, Failure> {
        let inventory = name.map_or_else(|| Ok(Inventory::default()), read_inventory)?;
        let mut coverage = walk(root).map_err(RoutesCommandError::from)?;
        let root = if root.is_file() { root.parent().unwrap_or(root) } else { root };
        let mut corpora = BTreeMap::new();
        let mut digests = BTreeMap::new();
        for file in &mut coverage.files {
            if name.is_some_and(|name| is_same(name, &root.join(&file.path))) {
                // It is read as what it is and nothing else; the texts in it are those that it permits.
                file.scanned.hits.clear();
            }
            let (seals, labelled) = (inventory.seals(&file.path), inventory.is_corpus(&file.path));
            if (!seals && !labelled) || file.scanned.kind.is_none() {
                continue;
            }
            let bytes = read(&root.join(&file.path))?;
            if seals {
                digests.insert(file.path.clone(), Digest::of(&bytes));
            }
            let snippets = std::str::from_utf8(&bytes).ok().and_then(|text| snippet::parse(text).ok());
            if let (true, Some(snippets)) = (labelled, snippets) {
                let (agreement, hits) = snippet::scan_each(&snippets);
                file.scanned.hits = hits;
                corpora.insert(file.path.clone(), agreement);
            }
        }
        let seen = coverage.files.iter().map(|file| Seen {
            digest: digests.get(&file.path).copied(),
            corpus: corpora.get(&file.path).copied(),
            ..Seen::of(file)
        });
        let seen: Vec<Seen<'_>> = seen.collect();
        let judgement = inventory.judge(&seen, clock::instant()?);
        let (root, name) = (root.to_owned(), name.map(Path::to_owned));
        Ok(Self { root, coverage, name, inventory, judgement, corpora })
    }

    /// Every hit with what becomes of it, in the order of the files.
    pub(super) fn hits(&self) -> impl Iterator<Item = (&File, &Hit, Verdict)> {
        self.coverage.files.iter().zip(&self.judgement.verdicts).flat_map(|(file, verdicts)| {
            file.scanned.hits.iter().zip(verdicts).map(move |(hit, verdict)| (file, hit, *verdict))
        })
    }

    /// The hits that stand.
    pub(super) fn open(&self) -> impl Iterator<Item = (&File, &Hit, Why)> {
        self.hits().filter_map(|(file, hit, verdict)| match verdict {
            Verdict::Open { why } => Some((file, hit, why)),
            Verdict::Labelled { .. } | Verdict::Permitted { .. } => None,
        })
    }

    /// The record at a position that a verdict names.
    pub(super) fn record(&self, position: usize) -> Option<&Record> {
        self.inventory.records().get(position)
    }

    /// A file as whoever started the program names it.
    pub(super) fn shown(&self, file: &File) -> PathBuf {
        self.root.strip_prefix(".").unwrap_or(&self.root).join(&file.path)
    }

    /// That nothing stands and every record is in order.
    pub(super) fn require_closed(&self) -> Result<(), RoutesCommandError> {
        match (self.open().count(), self.judgement.faults.len()) {
            (0, 0) => Ok(()),
            (hits, faults) => Err(RoutesCommandError::Open { hits, faults }),
        }
    }
}

fn read_inventory(path: &Path) -> Result<Inventory, RoutesCommandError> {
    let unreadable = |error| RoutesCommandError::Unreadable(path.to_owned(), error);
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let mut bytes = Vec::new();
    // One byte more than is accepted, so that a longer one is seen to be one.
    file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    Inventory::parse(&bytes).map_err(|error| RoutesCommandError::Inventory(path.to_owned(), error))
}

/// Whether two names are of one file.
fn is_same(one: &Path, other: &Path) -> bool {
    one.file_name() == other.file_name()
        && matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

fn read(path: &Path) -> Result<Vec<u8>, RoutesCommandError> {
    std::fs::read(path).map_err(|error| RoutesCommandError::Unreadable(path.to_owned(), error))
}
