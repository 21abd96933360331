//! One file: what kind it is, how it was read, what was found in it.

use super::decode::{Encoding, decode, fold};
use super::kind::Kind;
use super::mapped::{Mapped, first_of};
use super::matcher::{self, Rules};
use super::pattern::Pattern;
use super::redact::redacted;
use super::region::{HERE, Mood, Region, Role, VARIABLES};
use super::rule::{Class, Rule};
use super::{excuse, order, prefilter, read, rules, sentences};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::sync::LazyLock;

/// Files beyond this are named, not read: nobody reviews a text of 16 MiB.
pub const LARGEST: u64 = 16 << 20;

/// Something that leads to DDL, or shows a credential.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Which rule found it.
    pub rule: &'static Rule,
    /// From its first to behind its last character.
    pub span: Span,
    /// What the part of the file that it stands in is there for.
    pub role: Role,
    /// What the rule found, on one line, without any credential in it: what a record of an inventory has to name.
    pub token: String,
    /// The line it begins on, without any credential in it.
    pub excerpt: String,
}

impl Hit {
    /// The same in a file that has so many lines more before it.
    pub(super) fn moved_down(mut self, lines: usize) -> Self {
        self.span.line += lines;
        self.span.end_line += lines;
        self
    }
}

/// Two places in a file. Lines and columns count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct Span {
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the last character.
    pub end_line: usize,
    /// Column behind the last character.
    pub end_column: usize,
}

/// What was done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Disposition {
    /// Read in parts, and the rules applied to each.
    Scanned,
    /// No text: it has bytes that no text has.
    Binary,
    /// Larger than [`LARGEST`].
    Oversized,
    /// A symbolic link: what it leads to is scanned where it is, if that is in the tree.
    Link,
    /// A pipe, a socket or a device.
    Special,
}

impl Disposition {
    /// Every one of them.
    pub const ALL: [Self; 5] = [Self::Scanned, Self::Binary, Self::Oversized, Self::Link, Self::Special];
}

/// What is known of one file.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// Its kind; `None` where it was not read.
    pub kind: Option<Kind>,
    /// How its bytes were read; `None` where they were not.
    pub encoding: Option<Encoding>,
    /// What was done with it.
    pub disposition: Disposition,
    /// How many rules there were to apply to parts of it.
    pub rules: usize,
    /// The first line from which on it was read line by line, since it is not what its kind says.
    pub by_lines: Option<usize>,
    /// What was found, in the order of the file.
    pub hits: Vec<Hit>,
}

static EMBEDDED: Pattern = Pattern::new(
    r"(?i)\bsqlite\w*|\w+sqlite\b|\bpglite\b|\bpg-mem\b|InMemoryDatabase\b|jdbc:h2:|\bduckdb\b|:memory:|\brusqlite\b|\bsqlitepool\b|\bnspersistentcontainer\b|\bcoredata\b|\bandroidx\.room\b|\bindexeddb\b|\bPRAGMA\b|\bautoincrement\b|\busing fts5\b|\bbetter-sqlite3\b|\blibsql\b|\bgrdb\b|\bsqflite\w*|\bsupportsqlite\w*|\broom\.databasebuilder\b|\bdrift/(?:native|drift)\b|\bwatermelondb\b|\bd1database\b|\breact-native-quick-sqlite\b|\bsqlcipher\b|\bembedded-postgres\b|\bderby\b|\bhsqldb\b|sql\.js\b|expo-sqlite|\bENGINE\s*=\s*(?:InnoDB|MyISAM|\w*MergeTree)|\bAUTO_INCREMENT\b|\bCREATE\s+KEYSPACE\b|\bWITHOUT\s+ROWID\b|\bSTORED\s+AS\s+(?:PARQUET|ORC)\b",
);
static SERVER: Pattern = Pattern::new(
    r"(?i)\bpostgres(?:ql)?\b(?:[^-]|$)|\bpsycopg\w*|\bpgpool\b|\bPgPool\b|\bpsql\b|\bnode-postgres\b|\bpgx\b|[\x22']pg[\x22']|\bnpgsql\b|\bDATABASE_URL\b",
);
static ALIKE: Pattern = Pattern::new(r"(?i)\bpglite\b|\bpg-mem\b|jdbc:h2:|\bembedded-postgres\b");
static ADDRESS: Pattern = Pattern::new(
    r"(?i)\bpostgres(?:ql)?://|jdbc:postgresql:|\bDATABASE_URL\b|\bpsql\b|\bPgPool\b|\bpsycopg\w*|\bpgx\b|[\x22']pg[\x22']|\bnpgsql\b",
);

/// Names of what is the session's own, and of files that the bootstrap was rendered to.
static OWN: Pattern = Pattern::new(
    r#"(?i)\bcreate\s+(?:local\s+|global\s+)?temp(?:orary)?\s+(?:table|view|sequence)\s+(?:if\s+not\s+exists\s+)?"?(\w+)|\binto\s+temp(?:orary)?\s+(?:table\s+)?"?(\w+)|\bbootstrap\s+(?:render|shadow-plan)\b[^|;&\n]*(?:>\s*|--out[= ])["']?(\S+?)["']?(?:\s|$)"#,
);

impl Scanned {
    /// A file that was not read.
    #[must_use]
    pub const fn unread(disposition: Disposition) -> Self {
        Self { kind: None, encoding: None, disposition, rules: 0, by_lines: None, hits: Vec::new() }
    }
}

/// Scans one file. The path decides about its kind; it is relative to the tree, with slashes.
#[must_use]
pub fn scan(path: &str, bytes: &[u8]) -> Scanned {
    let Some((text, encoding)) = decode(bytes) else {
        return Scanned::unread(Disposition::Binary);
    };
    // Most texts are ASCII, and few of them are read: those need no copy.
    let folded = (!text.is_ascii()).then(|| fold(&text));
    let plain = folded.as_ref().map_or(&*text, Mapped::as_str);
    let kind = Kind::of(path, plain);
    let among = prefilter::candidates(plain, kind);
    let (hits, by_lines) = if among.is_empty() {
        (Vec::new(), None)
    } else {
        let folded = folded.unwrap_or_else(|| Mapped::whole(&text));
        find(path, &text, &folded, kind, &among, |region| matcher::find(region, &among))
    };
    let rules = rules::all().count();
    let (kind, encoding) = (Some(kind), Some(encoding));
    Scanned { kind, encoding, disposition: Disposition::Scanned, rules, by_lines, hits }
}

/// What every rule finds that is tried on every region: what a scan has to find as well.
#[cfg(test)]
pub(super) fn scan_by_every_rule(path: &str, bytes: &[u8]) -> Vec<Hit> {
    let Some((text, _)) = decode(bytes) else { return Vec::new() };
    let folded = fold(&text);
    let kind = Kind::of(path, folded.as_str());
    find(path, &text, &folded, kind, &Rules::ALL, matcher::find_by_every_rule).0
}

/// What these rules find, each region by itself and all of them together, and the line from which on lines were read one
/// by one.
fn find(
    path: &str,
    text: &str,
    folded: &Mapped,
    kind: Kind,
    among: &Rules,
    in_region: impl Fn(&Region) -> Vec<(&'static Rule, Range<usize>)>,
) -> (Vec<Hit>, Option<usize>) {
    let read::Reading { mut regions, by_lines } = read::read(folded, kind, among);
    settings_of_env_file(path, &mut regions);
    // Only asked where something was found: most files have nothing to excuse.
    let embedded = LazyLock::new(|| is_embedded(folded.as_str()));
    let own = LazyLock::new(|| own_names(folded.as_str()));
    let lines = Lines::of(text);
    let mut hits = Vec::new();
    for region in &regions {
        if matches!(region.role, Role::Sentence | Role::Mention) && region.mood == Mood::Denies {
            continue;
        }
        for (rule, range) in in_region(region) {
            if is_denied(region, &range) || excuse::excuses(region, rule, &range) {
                continue;
            }
            let excused = *embedded && is_of_database(rule.class) && region.role != Role::Command
                || matches!(rule.class, Class::DdlStatement | Class::PsqlFile)
                    && is_about(region.text.as_str(), own.as_slice());
            if !excused {
                hits.push(hit(&lines, region, rule, range));
            }
        }
    }
    let judged = sentences::judge(&regions, among).into_iter().chain(order::judge(path, &regions, among));
    for (id, position) in judged {
        if let (Some(rule), Some(region)) = (rules::named(id), regions.get(position)) {
            hits.push(hit(&lines, region, rule, 0..region.text.as_str().len()));
        }
    }
    hits.sort_by(|one, other| (one.span, one.rule.id).cmp(&(other.span, other.rule.id)));
    hits.dedup_by(|one, other| one.rule.id == other.rule.id && one.span.line == other.span.line);
    (hits, by_lines.map(|place| lines.place(place).0))
}

/// Whether the text is about a database that no server shares. What behaves like PostgreSQL is called so as well; only an
/// address tells them apart.
fn is_embedded(text: &str) -> bool {
    EMBEDDED.is_in(text) && !if ALIKE.is_in(text) { &ADDRESS } else { &SERVER }.is_in(text)
}

/// The names that statements and files of the session itself go by.
fn own_names(text: &str) -> Vec<String> {
    OWN.all_captures(text)
        .filter_map(|found| found.iter().skip(1).flatten().next().map(|name| name.as_bytes().to_vec()))
        .filter_map(|name| String::from_utf8(name).ok())
        .collect()
}

/// Whether a sentence denies what was found in it.
fn is_denied(region: &Region, range: &Range<usize>) -> bool {
    match region.role {
        Role::Sentence => {
            let text = region.text.as_str();
            [range.start, range.end].into_iter().any(|at| read::prose::clause_denies(text, at))
        }
        Role::Mention => {
            let Some((before, after)) = region.around.split_once(HERE) else { return false };
            let sentence = format!("{before}`{}`{after}", region.text.as_str());
            read::prose::clause_denies(&sentence, before.len())
        }
        _ => false,
    }
}

/// Whether the text names one of these, as a word.
fn is_about(text: &str, names: &[String]) -> bool {
    names.iter().any(|name| {
        text.split(|letter: char| !letter.is_alphanumeric() && !"_-./".contains(letter))
            .any(|word| word == name)
    })
}

/// What an embedded database may do, since no server shares it.
pub(super) const fn is_of_database(class: Class) -> bool {
    matches!(
        class,
        Class::DdlStatement
            | Class::MigrateCall
            | Class::OrmSynchronise
            | Class::SchemaPush
            | Class::PsqlFile
            | Class::CreateExtension
    )
}

/// The settings of a file of variables are those of every process that reads it.
fn settings_of_env_file(path: &str, regions: &mut [Region]) {
    let name = path.rsplit('/').next().unwrap_or(path);
    if name.starts_with(".env") || name.ends_with(".env") || name.contains(".env.") {
        for region in regions.iter_mut().filter(|region| region.role == Role::Setting) {
            VARIABLES.clone_into(&mut region.around);
        }
    }
}

fn hit(lines: &Lines<'_>, region: &Region, rule: &'static Rule, range: Range<usize>) -> Hit {
    let matched = region.text.as_str().get(range.clone()).unwrap_or_default();
    let start = range.start
        + (matched.len() - matched.trim_start_matches([' ', '"', '\'', '`', '(', '/', '=']).len());
    let end = region.text.source(range.end.max(start + 1) - 1) + 1;
    let span = lines.span(region.text.source(start), end);
    let token = region.text.as_str().get(start..range.end).unwrap_or_default();
    let token = redacted(&token.split_whitespace().collect::<Vec<_>>().join(" "));
    Hit { rule, span, role: region.role, token, excerpt: lines.excerpt(span.line) }
}

/// Where the lines of a text begin.
///
/// A line may have megabytes and thousands of hits. What was found out for one of them serves the next.
struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// An offset with its line and column.
    last_place: Cell<(usize, usize, usize)>,
    /// A line that was shown, as it was.
    last_shown: RefCell<(usize, String)>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(ends).collect(),
            last_place: Cell::new((0, 1, 1)),
            last_shown: RefCell::default(),
        }
    }

    /// The line of this number, from 1.
    fn line(&self, number: usize) -> &'a str {
        let start = self.starts.get(number - 1).copied().unwrap_or(self.text.len());
        let end = self.starts.get(number).copied().unwrap_or(self.text.len());
        self.text.get(start..end).unwrap_or_default().trim_end_matches(['\n', '\r'])
    }

    /// The line without what may be a password.
    fn excerpt(&self, number: usize) -> String {
        let mut last = self.last_shown.borrow_mut();
        if last.0 != number {
            *last = (number, redacted(self.line(number)));
        }
        last.1.clone()
    }

    fn place(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|start| *start <= offset).max(1);
        let end = first_of(self.text, offset).len();
        let (known, of_line, known_column) = self.last_place.get();
        let (from, column) = if of_line == line && known <= end {
            (known, known_column)
        } else {
            (self.starts.get(line - 1).copied().unwrap_or(0), 1)
        };
        let column = column + self.text.get(from..end).map_or(0, |between| between.chars().count());
        self.last_place.set((end, line, column));
        (line, column)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let (line, column) = self.place(start);
        let (end_line, end_column) = self.place(end.max(start + 1));
        Span { line, column, end_line, end_column }
    }
}
