//! From a text and its kind to its regions. One reader per family of kinds; what is embedded is read as its own kind.

mod code;
mod dockerfile;
mod json;
mod make;
mod markdown;
mod markup;
mod pairs;
pub(super) mod prose;
pub(super) mod remark;
mod shell;
mod sql;
mod tree;
mod values;

use super::kind::Kind;
use super::mapped::Mapped;
use super::matcher::{self, Rules};
use super::prefilter;
use super::region::{BODY, Region, Role, VARIABLES};
use std::collections::BTreeMap;

/// How deep one language may stand in another: a fence in a comment of a manifest in a heredoc is as far as people go.
const NESTING: usize = 6;

/// Collects the regions of one file, of which only those have to be there that these rules may find something in.
pub(super) struct Reader<'a> {
    regions: Vec<Region>,
    among: &'a Rules,
    nesting: usize,
    /// How deep in bodies of PL/pgSQL.
    bodies: usize,
    /// What variables of scripts and recipes were set to.
    values: BTreeMap<String, Mapped>,
    /// The sentence before this paragraph, or this item of a list.
    said: Option<Mapped>,
    /// From which place on the file is not what its kind says, and is read line by line.
    by_lines: Option<usize>,
}

/// What a text was read as.
pub(super) struct Reading {
    /// In the order of the file.
    pub(super) regions: Vec<Region>,
    /// From which place on it was read line by line, since that is not what its kind says.
    pub(super) by_lines: Option<usize>,
}

/// The regions of a text.
pub(super) fn read(text: &Mapped, kind: Kind, among: &Rules) -> Reading {
    let mut reader = Reader::new(among);
    reader.read(text, kind);
    remark::read(&mut reader, text, kind);
    let Reader { mut regions, by_lines, .. } = reader;
    regions.sort_by_key(|region| region.text.source(0));
    Reading { regions, by_lines }
}

impl<'a> Reader<'a> {
    const fn new(among: &'a Rules) -> Self {
        Self {
            regions: Vec::new(),
            among,
            nesting: 0,
            bodies: 0,
            values: BTreeMap::new(),
            said: None,
            by_lines: None,
        }
    }
}

impl Reader<'_> {
    /// Reads a text, or a part of one, as this kind.
    fn read(&mut self, text: &Mapped, kind: Kind) {
        if self.nesting == NESTING || self.nesting > 0 && prefilter::passes_over(text, kind, self.among) {
            return;
        }
        self.nesting += 1;
        match kind {
            Kind::Sql => sql::read(self, text),
            Kind::Shell | Kind::WindowsShell => shell::read(self, text),
            Kind::Dockerfile => dockerfile::read(self, text),
            Kind::Yaml | Kind::Json => tree::read(self, text, kind),
            Kind::Pairs => pairs::read(self, text),
            Kind::Markdown => markdown::read(self, text),
            Kind::Markup => markup::read(self, text),
            Kind::Make => make::read(self, text),
            Kind::Text | Kind::Unknown => prose::read(self, text),
            Kind::Script
            | Kind::Java
            | Kind::Python
            | Kind::Ruby
            | Kind::Go
            | Kind::Rust
            | Kind::Terraform => {
                code::read(self, text, kind);
            }
        }
        self.nesting -= 1;
    }

    /// Whether there are rules for parts of such a role.
    fn wants(&self, role: Role) -> bool {
        matcher::look_at(role, self.among)
    }

    fn push(&mut self, role: Role, text: Mapped) {
        if !text.as_str().trim().is_empty() {
            let around =
                if role == Role::Statement && self.bodies > 0 { BODY.to_owned() } else { String::new() };
            self.regions.push(Region { around, ..Region::new(role, text) });
        }
    }

    /// A file of variables, or what becomes one.
    fn variables(&mut self, text: &Mapped) {
        let first = self.regions.len();
        self.read(text, Kind::Pairs);
        let settings = self.regions.iter_mut().skip(first).filter(|region| region.role == Role::Setting);
        settings.for_each(|region| VARIABLES.clone_into(&mut region.around));
    }

    /// A part of which nobody says what it is, such as a fence without a language: each line may be a command, the
    /// start of a statement, or a setting.
    fn guess(&mut self, text: &Mapped) {
        if sql::begins_statement(text.as_str()) {
            self.read(text, Kind::Sql);
        } else {
            self.read(text, Kind::Shell);
            pairs::read(self, text);
        }
    }
}

/// Lines that end in a backslash as one with those after them; comments between them are none of it.
fn continued(text: &Mapped) -> Mapped {
    let mut joined = Mapped::default();
    for line in text.lines() {
        let content = text.as_str().get(line.clone()).unwrap_or_default();
        if !(content.trim_start().starts_with('#') && line.start > 0) {
            let kept = content.trim_end();
            let kept = kept.strip_suffix('\\').unwrap_or(kept);
            joined.blank(text.source(line.start).saturating_sub(1));
            joined.append(text, line.start..line.start + kept.len());
        }
    }
    joined.unfolded()
}
