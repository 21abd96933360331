//! Markdown: paragraphs and rows of tables as prose, fences and indented code as what they say they are.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::Mood;
use super::{Reader, markup, prose};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// A sentence that forbids what follows it.
static FORBIDS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:do not|don't|never|must not|may not|forbidden|refused|not allowed|prohibited|denied|rejected|instead of|is gone|no longer)\b[^.]*:\W*$").ok()
});

/// Heads a column of what is not to be done, or not any more.
static PAST: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:old|before|former(?:ly)?|past|instead of|in place of|not|never|no longer|wrong|bad|don'?ts?|do not|avoid|forbidden|refused|rejected|banned|replaced|removed|deprecated|gone|used to be|was|previous(?:ly)?|earlier|until .*)\W*(?:$|\b(?:way|command|tool|habit|call|form|name|use)s?\W*$)").ok()
});

/// What turns such a sentence: "you do not need a file, just run:".
static TURNS: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?i)[,;–—]\s+(?:so |but |and |then |just |simply |only |instead,? )*(?:run|use|do|call|type|execute|start|apply|paste|enter|issue|go)\b[^.,;]*:\W*$|\binstead\W*:\W*$").ok()
});

struct Document<'a> {
    text: &'a Mapped,
    /// The paragraph, item or row that is being read.
    block: Mapped,
    /// Code, with what the fence says it is; `None` outside.
    code: Option<(Option<String>, Mapped)>,
    html: Option<Mapped>,
    /// How deep in text that was struck out or only describes a picture.
    unread: usize,
    heading: Option<HeadingLevel>,
    /// The heading under which everything is turned down.
    turned_down: Option<HeadingLevel>,
    /// What the sentence before says of what follows it.
    lead: Mood,
    lists: usize,
    /// Which columns of the table that is being read tell what is not to be done, and the column of the next cell.
    columns: Vec<bool>,
    column: usize,
    /// The sentence before the list or the table that is being read.
    introduction: Option<Mapped>,
}

pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let parser = Parser::new_ext(text.as_str(), options);
    let titles: Vec<_> = parser
        .reference_definitions()
        .iter()
        .filter(|(_, definition)| definition.title.is_some())
        .map(|(_, definition)| definition.span.clone())
        .collect();
    let mut document = Document {
        text,
        block: Mapped::default(),
        code: None,
        html: None,
        unread: 0,
        heading: None,
        turned_down: None,
        lead: Mood::Asserts,
        lists: 0,
        columns: Vec::new(),
        column: 0,
        introduction: None,
    };
    for (event, range) in parser.into_offset_iter() {
        document.event(reader, event, range);
    }
    for span in titles {
        document.title(reader, span);
    }
}

impl Document<'_> {
    fn event(&mut self, reader: &mut Reader, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(reader, tag, range),
            Event::End(tag) => self.end(reader, tag),
            Event::Html(_) | Event::Text(_) if self.html.is_some() => {
                if let Some(html) = &mut self.html {
                    html.append(self.text, range);
                }
            }
            Event::Text(content) => self.content(&content, range),
            Event::Code(content) if self.unread == 0 => {
                let ticks = (range.len() - content.len().min(range.len())) / 2;
                self.block.push("`", self.text.source(range.start));
                self.block.push(&content, self.text.source(range.start + ticks));
                self.block.push("`", self.text.source(range.end.saturating_sub(1)));
            }
            Event::SoftBreak | Event::HardBreak => self.block.blank(self.text.source(range.start)),
            Event::InlineHtml(content) if content.starts_with("<!--") => {
                markup::read(reader, &self.text.slice(range));
            }
            Event::InlineHtml(tag) if ["<code>", "</code>", "<kbd>", "</kbd>"].contains(&&*tag) => {
                self.block.push("`", self.text.source(range.start));
            }
            Event::Html(_) => markup::read(reader, &self.text.slice(range)),
            _ => {}
        }
    }

    fn content(&mut self, content: &str, range: Range<usize>) {
        if self.unread > 0 {
            return;
        }
        let target = match &mut self.code {
            Some((_, code)) => code,
            None => &mut self.block,
        };
        if self.text.as_str().get(range.clone()) == Some(content) {
            target.append(self.text, range);
        } else {
            target.push(content, self.text.source(range.start));
        }
    }

    fn start(&mut self, reader: &mut Reader, tag: Tag<'_>, range: Range<usize>) {
        match tag {
            Tag::Paragraph if self.lists == 0 => {
                self.flush(reader);
                self.lead = Mood::Asserts;
            }
            Tag::Paragraph | Tag::Item | Tag::TableRow | Tag::TableHead | Tag::BlockQuote(_) => {
                self.flush(reader)
            }
            Tag::List(_) => {
                self.flush(reader);
                self.introduction = reader.said.clone();
                self.lists += 1;
            }
            Tag::Table(_) => {
                self.flush(reader);
                self.columns.clear();
                self.introduction = reader.said.clone();
            }
            Tag::Heading { level, .. } => {
                self.flush(reader);
                self.heading = Some(level);
                self.lead = Mood::Asserts;
                if self.turned_down.is_some_and(|outer| level <= outer) {
                    self.turned_down = None;
                }
            }
            Tag::TableCell => {
                if !self.block.as_str().is_empty() {
                    self.block.push(" | ", self.text.source(range.start));
                }
                self.unread += usize::from(self.columns.get(self.column).copied().unwrap_or_default());
            }
            Tag::CodeBlock(kind) => {
                self.flush(reader);
                let word = match kind {
                    CodeBlockKind::Fenced(info) => info
                        .split([' ', ',', '{', '}', ':', '.'])
                        .find(|word| !word.is_empty())
                        .map(str::to_ascii_lowercase),
                    CodeBlockKind::Indented => Some("indented".to_owned()),
                };
                self.code = Some((word, Mapped::default()));
            }
            Tag::HtmlBlock => {
                self.flush(reader);
                self.html = Some(Mapped::default());
            }
            Tag::Strikethrough | Tag::Image { .. } => self.unread += 1,
            Tag::Link { title, .. } if !title.is_empty() => self.title(reader, range),
            _ => {}
        }
    }

    fn end(&mut self, reader: &mut Reader, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::Item => self.flush(reader),
            TagEnd::TableRow | TagEnd::TableHead => {
                if matches!(tag, TagEnd::TableHead) {
                    let is_past = |cell| PAST.as_ref().is_some_and(|past| past.is_match(cell));
                    self.columns = self.block.as_str().split(" | ").map(is_past).collect();
                }
                self.column = 0;
                self.flush(reader);
            }
            TagEnd::List(_) => {
                self.flush(reader);
                self.lists = self.lists.saturating_sub(1);
                self.introduction = None;
            }
            TagEnd::Table => self.introduction = None,
            TagEnd::TableCell => {
                self.unread -= usize::from(self.columns.get(self.column).copied().unwrap_or_default());
                self.column += 1;
            }
            TagEnd::Heading(level) => {
                if prose::turns_down(self.block.as_str()) && self.turned_down.is_none() {
                    self.turned_down = Some(level);
                }
                self.flush(reader);
                self.heading = None;
            }
            TagEnd::CodeBlock => {
                if let Some((word, code)) = self.code.take() {
                    self.fence(reader, word.as_deref(), &code);
                }
            }
            TagEnd::HtmlBlock => {
                if let Some(html) = self.html.take() {
                    markup::read(reader, &html);
                }
            }
            TagEnd::Strikethrough | TagEnd::Image => self.unread = self.unread.saturating_sub(1),
            _ => {}
        }
    }

    fn flush(&mut self, reader: &mut Reader) {
        let block = std::mem::take(&mut self.block);
        if block.as_str().trim().is_empty() {
            return;
        }
        let outer = if self.turned_down.is_some() { Mood::Denies } else { self.lead };
        prose::paragraph(reader, &block, outer);
        if let Some(introduction) = &self.introduction
            && outer == Mood::Asserts
        {
            prose::passage(reader, introduction, &block.unfolded());
        }
        if block.as_str().trim_end().ends_with(':') && self.heading.is_none() {
            let is = |pattern: &LazyLock<Option<Regex>>| {
                pattern.as_ref().is_some_and(|pattern| pattern.is_match(block.as_str()))
            };
            self.lead = if is(&FORBIDS) && !is(&TURNS) { Mood::Denies } else { Mood::Asserts };
        }
    }

    fn fence(&mut self, reader: &mut Reader, word: Option<&str>, code: &Mapped) {
        if self.lead == Mood::Denies {
            self.lead = Mood::Asserts;
            return;
        }
        match word {
            Some("diff" | "patch") => {
                let mut after = Mapped::default();
                for line in code
                    .lines()
                    .filter(|line| !code.as_str().get(line.clone()).is_some_and(|text| text.starts_with('-')))
                {
                    let mark = usize::from(
                        code.as_str().get(line.clone()).is_some_and(|text| text.starts_with(['+', ' '])),
                    );
                    after.append(code, line.start + mark..line.end);
                    after.push("\n", code.source(line.end));
                }
                reader.read(&after, Kind::Yaml);
                reader.guess(&after);
            }
            Some("env" | "dotenv") => reader.variables(code),
            Some("mermaid" | "plantuml" | "dot" | "regex") => {}
            Some("indented") if code.as_str().contains("```") => reader.read(code, Kind::Markdown),
            Some(word) => match Kind::of_language(word) {
                Some(Kind::Text) | None => reader.guess(code),
                Some(kind) => reader.read(code, kind),
            },
            None => reader.guess(code),
        }
    }

    /// The title of a link, shown when a pointer rests on it.
    fn title(&self, reader: &mut Reader, span: Range<usize>) {
        let link = self.text.slice(span);
        if let (Some(start), Some(end)) = (link.as_str().find(['"', '\'']), link.as_str().rfind(['"', '\'']))
            && end > start
        {
            prose::paragraph(reader, &link.slice(start + 1..end), Mood::Asserts);
        }
    }
}
