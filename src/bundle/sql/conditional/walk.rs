//! One reading of a body: what it can change, whether it chooses, and what it looks at.

use super::{Objects, Routines, ddl, known};
use crate::bundle::sql::Kind;
use crate::bundle::sql::reader::{Reader, identifier_text, plain_string};
use std::collections::BTreeSet;

type Token<'a> = crate::bundle::sql::Token<'a>;

/// What was found.
#[derive(Default)]
pub(super) struct Walk {
    /// What it can change.
    objects: Objects,
    facts: BTreeSet<Fact>,
    entered: BTreeSet<String>,
}

/// Something about a body.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fact {
    /// It does not do the same each time.
    Chooses,
    /// It looks at something that is not measured.
    Looks,
    /// It changes rows.
    Writes,
    /// It asks how changing rows went.
    Asks,
    /// A query decides how often something is called.
    Filters,
    /// It calls what changes the catalog.
    Calls,
}

/// Functions in whose arguments FROM stands for something else.
const FROM_IS_AN_ARGUMENT: [&str; 4] = ["extract", "overlay", "substring", "trim"];

/// What ends the list of relations after FROM, at the same depth.
const ENDS_FROM: [&str; 18] = [
    "do",
    "except",
    "fetch",
    "for",
    "group",
    "having",
    "intersect",
    "into",
    "limit",
    "loop",
    "offset",
    "order",
    "returning",
    "select",
    "set",
    "then",
    "union",
    "where",
];

/// One level of parentheses.
#[derive(Default)]
struct Level {
    /// Whether a comma is followed by another relation.
    from: bool,
    /// Whether these are the arguments of one of [`FROM_IS_AN_ARGUMENT`].
    argument: bool,
}

impl Walk {
    /// Reads a body, and those of the routines it calls.
    pub(super) fn over(text: &str, routines: &Routines) -> Self {
        let mut walk = Self::default();
        walk.read(text, routines);
        walk
    }

    /// What rows decide about.
    pub(super) fn decided(self) -> Objects {
        let has = |fact| self.facts.contains(&fact);
        let looks = has(Fact::Looks) || (has(Fact::Writes) && has(Fact::Asks));
        if has(Fact::Chooses) && looks { self.objects } else { Objects::None }
    }

    fn note(&mut self, fact: Fact) {
        self.facts.insert(fact);
        // What is called stands before the rows that it is called for, or after them.
        if self.facts.contains(&Fact::Filters) && self.facts.contains(&Fact::Calls) {
            self.facts.insert(Fact::Chooses);
        }
    }

    fn read(&mut self, text: &str, routines: &Routines) {
        let tokens: Vec<Token<'_>> = Reader::new(text).collect();
        let mut reading =
            Reading { text, tokens: &tokens, at: 0, levels: vec![Level::default()], verb: String::new() };
        let mut starts = true;
        while let Some(token) = reading.peek() {
            if std::mem::take(&mut starts) {
                if let Some(objects) = reading.change() {
                    self.objects = std::mem::take(&mut self.objects).and(objects);
                    continue;
                }
                reading.verb = lower(&token);
                self.begin(&mut reading);
            }
            starts = self.step(&mut reading, routines);
        }
    }

    /// Looks at the first word of a statement.
    fn begin(&mut self, reading: &mut Reading<'_>) {
        match reading.verb.as_str() {
            "case" | "continue" | "exit" | "for" | "foreach" | "if" | "loop" | "return" | "while" => {
                self.note(Fact::Chooses);
            }
            // A handler: EXCEPTION WHEN condition OR condition THEN, or another WHEN after its statements.
            "exception" | "when" => {
                let conditions = reading.rest().iter().take_while(|token| lower(token) != "then");
                let mut conditions = conditions
                    .map(lower)
                    .filter(|word| !matches!(word.as_str(), "exception" | "when" | "or"));
                if !conditions.all(|condition| known::is_about_catalog(&condition)) {
                    self.note(Fact::Chooses);
                    self.note(Fact::Looks);
                }
            }
            _ => {}
        }
    }

    /// Takes one token, or a name of several. Whether a statement begins after it.
    fn step(&mut self, reading: &mut Reading<'_>, routines: &Routines) -> bool {
        let Some(token) = reading.take() else { return false };
        if !is_name(&token) {
            return match token.text {
                "(" => {
                    reading.levels.push(Level::default());
                    false
                }
                ")" => {
                    reading.close();
                    false
                }
                "," if reading.level().from => {
                    self.relation(reading, routines);
                    false
                }
                ";" => {
                    reading.levels = vec![Level::default()];
                    true
                }
                ">>" => true,
                _ => false,
            };
        }
        let word = if token.kind == Kind::Word { lower(&token) } else { String::new() };
        let before = reading.before();
        if ENDS_FROM.contains(&word.as_str()) {
            reading.level().from = false;
        }
        match word.as_str() {
            "begin" | "else" | "loop" | "then" => return true,
            "from" if before == "distinct" || reading.level().argument => {}
            "from" if before == "delete" => self.changed_rows(reading),
            "from" | "join" => {
                self.note(Fact::Filters);
                reading.level().from = true;
                self.relation(reading, routines);
            }
            "where" => self.note(Fact::Filters),
            "into" if before == "insert" || before == "merge" => self.changed_rows(reading),
            "update" if !matches!(before.as_str(), "for" | "key" | "do") => self.changed_rows(reading),
            "using" if matches!(reading.verb.as_str(), "execute" | "raise") => {}
            // The columns to join by, unless it is what rows are deleted or merged by.
            "using" if reading.opens() && !matches!(reading.verb.as_str(), "delete" | "merge" | "with") => {}
            "using" => self.relation(reading, routines),
            "table" if before != "lock" => self.relation(reading, routines),
            "diagnostics" | "found" | "returning" => self.note(Fact::Asks),
            "execute" => self.execute(reading, routines),
            _ if known::is_key_word(&word) => {}
            _ => self.name(token, reading, routines),
        }
        false
    }

    /// A relation whose rows are changed. That they are is only of interest where it is asked.
    fn changed_rows(&mut self, reading: &mut Reading<'_>) {
        self.note(Fact::Writes);
        while reading.accept("only") {}
        reading.name();
    }

    /// A relation whose rows are read, if one follows.
    fn relation(&mut self, reading: &mut Reading<'_>, routines: &Routines) {
        while reading.accept("lateral") || reading.accept("only") {}
        if reading.opens_query() {
            return;
        }
        // Relations that are joined, or the one after ONLY.
        while reading.opens() {
            reading.take();
            reading.levels.push(Level { from: true, argument: false });
            reading.accept("only");
        }
        let parts = reading.name();
        if reading.opens() {
            self.call(&parts, reading, routines);
        } else if !matches!(&parts[..], [.., schema, name] if known::is_measured(Some(schema), name))
            && !matches!(&parts[..], [name] if known::is_measured(None, name))
        {
            self.note(Fact::Looks);
        }
    }

    /// A column, a variable, or the call of a function.
    fn name<'a>(&mut self, first: Token<'a>, reading: &mut Reading<'a>, routines: &Routines) {
        let named_before = reading.before() == "as";
        let parts = reading.name_from(first);
        if parts.last().is_some_and(|last| known::tells(last)) {
            self.note(Fact::Looks);
        }
        if reading.opens() && !named_before {
            self.call(&parts, reading, routines);
        }
    }

    fn call(&mut self, parts: &[String], reading: &mut Reading<'_>, routines: &Routines) {
        let Some((name, before)) = parts.split_last() else { return };
        if FROM_IS_AN_ARGUMENT.contains(&name.as_str()) {
            reading.take();
            reading.levels.push(Level { from: false, argument: true });
            return;
        }
        let Some(bodies) = routines.0.get(name) else {
            if !known::is_pure(before.last().map(String::as_str), name) {
                self.note(Fact::Looks);
            }
            return;
        };
        if !self.entered.insert(name.clone()) {
            return;
        }
        let mut called = Self { entered: std::mem::take(&mut self.entered), ..Self::default() };
        for body in bodies {
            called.read(body, routines);
        }
        // How often it is called, and with what, may be up to rows.
        if !called.objects.is_none() {
            self.note(Fact::Calls);
        }
        self.facts.extend(called.facts.into_iter().filter(|fact| *fact != Fact::Filters));
        self.entered = called.entered;
        self.objects = std::mem::take(&mut self.objects).and(called.objects);
    }

    /// Text that is run as a statement: one that stands there, or one that is put together.
    fn execute(&mut self, reading: &mut Reading<'_>, routines: &Routines) {
        let answers = reading.verb != "execute"
            || reading
                .rest()
                .iter()
                .take_while(|token| token.text != ";")
                .any(|token| lower(token) == "into");
        let text = reading.peek().and_then(|token| plain_string(&token));
        let whole = text.filter(|_| {
            reading
                .tokens
                .get(reading.at + 1)
                .is_none_or(|after| matches!(lower(after).as_str(), ";" | "into" | "using" | "loop"))
        });
        if let Some(text) = whole {
            reading.take();
            let body = Reader::new(&text).accept("do").then(|| {
                Reader::new(&text).find_map(|token| plain_string(&token)).map(std::borrow::Cow::into_owned)
            });
            match body {
                Some(Some(body)) => self.read(&body, routines),
                Some(None) => self.unreadable(),
                None => self.read(&text, routines),
            }
            return;
        }
        self.objects = Objects::Any;
        self.note(Fact::Chooses);
        self.note(Fact::Writes);
        if answers {
            self.note(Fact::Looks);
        }
    }

    fn unreadable(&mut self) {
        self.objects = Objects::Any;
        self.note(Fact::Chooses);
        self.note(Fact::Looks);
    }
}

/// A position among the tokens of a body.
struct Reading<'a> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    at: usize,
    levels: Vec<Level>,
    /// The first word of the statement.
    verb: String,
}

impl<'a> Reading<'a> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn take(&mut self) -> Option<Token<'a>> {
        let token = self.peek()?;
        self.at += 1;
        Some(token)
    }

    fn accept(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|token| lower(&token) == word);
        self.at += usize::from(found);
        found
    }

    fn rest(&self) -> &'a [Token<'a>] {
        self.tokens.get(self.at..).unwrap_or_default()
    }

    /// The word before the token that was taken last.
    fn before(&self) -> String {
        let before = self.at.checked_sub(2).and_then(|at| self.tokens.get(at));
        before.map(lower).unwrap_or_default()
    }

    fn opens(&self) -> bool {
        self.peek().is_some_and(|token| token.text == "(")
    }

    /// Whether a query in parentheses follows.
    fn opens_query(&self) -> bool {
        let first = self.rest().iter().find(|token| token.text != "(").map(lower);
        let is_query = |word: String| matches!(word.as_str(), "select" | "table" | "values" | "with");
        self.opens() && first.is_some_and(is_query)
    }

    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn close(&mut self) {
        self.levels.pop();
    }

    /// Passes over a statement that changes the catalog, its semicolon not included, and gives what it names.
    fn change(&mut self) -> Option<Objects> {
        let rest = self.rest();
        let first = rest.first()?;
        let length = rest.iter().position(|token| token.text == ";").unwrap_or(rest.len());
        let last = rest.get(length.checked_sub(1)?)?;
        let objects = ddl::objects(self.text.get(first.start..last.start + last.text.len())?)?;
        self.at += length;
        Some(objects)
    }

    /// A name of one part or several, if one follows.
    fn name(&mut self) -> Vec<String> {
        match self.peek() {
            Some(first) if is_name(&first) => {
                self.at += 1;
                self.name_from(first)
            }
            _ => Vec::new(),
        }
    }

    fn name_from(&mut self, first: Token<'a>) -> Vec<String> {
        let mut parts = vec![part(&first)];
        while self.peek().is_some_and(|token| token.text == ".") {
            let Some(next) = self.tokens.get(self.at + 1).filter(|token| is_name(token)) else { break };
            parts.push(part(next));
            self.at += 2;
        }
        parts
    }
}

fn lower(token: &Token<'_>) -> String {
    token.text.to_ascii_lowercase()
}

fn part(token: &Token<'_>) -> String {
    identifier_text(token).unwrap_or_default().into_owned()
}

const fn is_name(token: &Token<'_>) -> bool {
    matches!(token.kind, Kind::Word | Kind::QuotedIdentifier | Kind::UnicodeIdentifier)
}
