//! Whether the pages make a book: each is listed once, and whatever they lead to is there.

use crate::BOOK;
use crate::page::Page;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

/// Lists the pages of the book, below it.
const SUMMARY: &str = "SUMMARY.md";

/// Something that is wrong with a page.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The page.
    pub page: String,
    /// The line, from 1.
    pub line: usize,
    /// What.
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.page, self.line, self.what)
    }
}

/// Everything that is wrong with these pages of the repository at `root`, in their order.
#[must_use]
pub fn faults(root: &Path, pages: &[Page]) -> Vec<Fault> {
    let mut found = listing(pages);
    for page in pages {
        let fault = |line, what| Fault { page: page.path.clone(), line, what };
        for (target, line) in page.links.iter().chain(&page.includes) {
            found.extend(leads_nowhere(root, pages, page, target).map(|what| fault(*line, what)));
        }
    }
    found.sort();
    found
}

/// What the summary leaves out, or has twice.
fn listing(pages: &[Page]) -> Vec<Fault> {
    let summary = format!("{BOOK}/{SUMMARY}");
    let fault = |line, what| Fault { page: summary.clone(), line, what };
    let mut listed = BTreeSet::new();
    let mut found = Vec::new();
    for (target, line) in pages.iter().filter(|page| page.path == summary).flat_map(|page| &page.links) {
        if !listed.insert(format!("{BOOK}/{target}")) {
            found.push(fault(*line, format!("{target} stands here a second time")));
        }
    }
    let left_out = pages
        .iter()
        .filter(|page| page.path.starts_with(BOOK) && page.path != summary && !listed.contains(&page.path));
    found.extend(left_out.map(|page| fault(1, format!("{} is not listed", page.path))));
    found
}

/// Why a link or an include of a page is none.
fn leads_nowhere(root: &Path, pages: &[Page], page: &Page, target: &str) -> Option<String> {
    if target.starts_with("https://") {
        return None;
    }
    let (path, anchor) = target.split_once('#').map_or((target, None), |(path, anchor)| (path, Some(anchor)));
    let full = if path.is_empty() { page.path.clone() } else { beside(&page.path, path) };
    // What is built has the files of its own directory and no others.
    let included = page.includes.iter().any(|(included, _)| included == target);
    if page.path.starts_with(BOOK) && !full.starts_with(&format!("{BOOK}/")) && !included {
        return Some(format!("{target} is not in the book: name its path as code"));
    }
    let known = pages.iter().find(|known| known.path == full);
    match (known, anchor) {
        (Some(known), Some(anchor)) if !known.anchors.iter().any(|one| one == anchor) => {
            Some(format!("{full} has no heading #{anchor}"))
        }
        (None, Some(_)) => Some(format!("{full} is no page, so that it has no headings")),
        (None, None) if !root.join(&full).exists() => Some(format!("{full} is not there")),
        _ => None,
    }
}

/// A path that is relative to a page's directory, from the root.
fn beside(page: &str, path: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pages: &[(&str, &str)]) -> Vec<String> {
        let pages: Vec<_> = pages.iter().map(|(path, text)| Page::parse(path, text)).collect();
        faults(Path::new("/nowhere"), &pages).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_book_that_holds_together_has_no_fault() {
        let summary = "# Summary\n\n- [A](a.md)\n- [B](b/c.md)\n";
        let pages = [
            ("README.md", "[a](docs/a.md#top)"),
            ("docs/SUMMARY.md", summary),
            (
                "docs/a.md",
                "# Top\n\n[c](b/c.md) [here](#top) [x](https://x.example)\n\n{{#include ../README.md}}",
            ),
            ("docs/b/c.md", "[a](../a.md#top)"),
        ];
        assert_eq!(told(&pages), <[String; 0]>::default());
    }

    #[test]
    fn each_fault_is_told_with_its_place() {
        let pages = [
            ("README.md", ""),
            ("docs/SUMMARY.md", "- [A](a.md)\n- [A](a.md)\n"),
            ("docs/a.md", "# Top\n[x](b.md#no)\n[y](gone.md) [z](../README.md)\n[w](gone.svg#x)"),
            ("docs/b.md", ""),
        ];
        assert_eq!(
            told(&pages),
            [
                "docs/SUMMARY.md:1: docs/b.md is not listed",
                "docs/SUMMARY.md:2: a.md stands here a second time",
                "docs/a.md:2: docs/b.md has no heading #no",
                "docs/a.md:3: ../README.md is not in the book: name its path as code",
                "docs/a.md:3: docs/gone.md is not there",
                "docs/a.md:4: docs/gone.svg is no page, so that it has no headings",
            ]
        );
    }
}
