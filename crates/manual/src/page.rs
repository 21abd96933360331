//! One page: its headings with their anchors, its links, its blocks, and what stands in it as code.

use crate::block::Block;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use std::collections::HashMap;

/// A page of the manual.
#[derive(Debug)]
pub struct Page {
    /// Its path below the root of the repository.
    pub path: String,
    /// The anchors of its headings, as mdBook and GitHub make them.
    pub anchors: Vec<String>,
    /// Where its links and pictures lead, with the line each stands on.
    pub links: Vec<(String, usize)>,
    /// The files whose text mdBook puts into it, in the same form.
    pub includes: Vec<(String, usize)>,
    /// Its fenced blocks.
    pub blocks: Vec<Block>,
    /// What stands in a sentence as code, with its line.
    pub codes: Vec<(String, usize)>,
}

impl Page {
    /// Reads a page.
    #[must_use]
    pub fn parse(path: &str, text: &str) -> Self {
        let mut page = Self {
            path: path.to_owned(),
            anchors: Vec::new(),
            links: Vec::new(),
            includes: includes(text),
            blocks: Vec::new(),
            codes: Vec::new(),
        };
        let mut used = HashMap::new();
        let mut heading: Option<String> = None;
        let mut block: Option<Block> = None;
        let parser = Parser::new_ext(text, Options::ENABLE_TABLES);
        for (event, range) in parser.into_offset_iter() {
            let line = text.get(..range.start).map_or(0, |before| before.matches('\n').count()) + 1;
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    page.anchors.extend(heading.take().map(|text| anchor(&text, &mut used)));
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push((dest_url.into_string(), line));
                }
                Event::Start(Tag::CodeBlock(kind)) => {
                    let info = match kind {
                        CodeBlockKind::Fenced(info) => info.into_string(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    block = Some(Block { info, text: String::new(), line: line + 1 });
                }
                Event::End(TagEnd::CodeBlock) => page.blocks.extend(block.take()),
                Event::Text(content) => match (&mut block, &mut heading) {
                    (Some(block), _) => block.text.push_str(&content),
                    (None, Some(heading)) => heading.push_str(&content),
                    (None, None) => {}
                },
                Event::Code(content) => {
                    if let Some(heading) = &mut heading {
                        heading.push_str(&content);
                    }
                    page.codes.push((content.into_string(), line));
                }
                _ => {}
            }
        }
        page
    }
}

/// `{{#include FILE:FROM:TO}}`, alone on a line.
fn includes(text: &str) -> Vec<(String, usize)> {
    let included = |(number, line): (usize, &str)| {
        let what = line.strip_prefix("{{#include ")?.strip_suffix("}}")?;
        Some((what.split(':').next()?.to_owned(), number + 1))
    };
    text.lines().enumerate().filter_map(included).collect()
}

/// Letters, digits, `-` and `_` in lower case, spaces as `-`; numbered where the page has it already.
fn anchor(heading: &str, used: &mut HashMap<String, usize>) -> String {
    let kept = |letter: char| match letter {
        letter if letter.is_alphanumeric() || letter == '-' || letter == '_' => Some(letter),
        letter if letter.is_whitespace() => Some('-'),
        _ => None,
    };
    let plain: String = heading.trim().to_lowercase().chars().filter_map(kept).collect();
    let times = used.entry(plain.clone()).or_insert(0_usize);
    *times += 1;
    if *times == 1 { plain } else { format!("{plain}-{}", *times - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let text = "# `a_b` of C, D\n\nSee [it](x.md#y) and `--run`.\n\n- item\n\n  ```sh,run\n  one\n  two\n  ```\n\n## Twice\n## Twice\n";
        let page = Page::parse("docs/a.md", text);
        assert_eq!(page.anchors, ["a_b-of-c-d", "twice", "twice-1"]);
        assert_eq!(page.links, [("x.md#y".to_owned(), 3)]);
        assert_eq!(page.codes, [("a_b".to_owned(), 1), ("--run".to_owned(), 3)]);
        assert_eq!(page.blocks.len(), 1);
        assert_eq!((page.blocks[0].text.as_str(), page.blocks[0].line), ("one\ntwo\n", 8));
    }
}
