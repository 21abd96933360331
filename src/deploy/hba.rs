//! Who may log in from where and how (PostgreSQL manual, "The pg_hba.conf File").

use super::finding::Findings;
use super::place::Place;
use super::rule::Rule;

/// The types of rules for TCP, and that for the socket.
const TYPES: [&str; 6] = ["local", "host", "hostssl", "hostnossl", "hostgssenc", "hostnogssenc"];
const INCLUDES: [&str; 3] = ["include", "include_if_exists", "include_dir"];

/// One rule.
pub(super) struct Line {
    place: Place,
    fields: Vec<String>,
}

/// A line that is no rule.
pub(super) struct NotARule(pub(super) Place);

/// Whether a word begins a rule.
pub(super) fn begins(word: &str) -> bool {
    TYPES.contains(&word) || INCLUDES.contains(&word)
}

/// The rules of a file.
pub(super) fn read(text: &str) -> Result<Vec<Line>, NotARule> {
    let mut lines = Vec::new();
    let mut pending: Option<(usize, String)> = None;
    for (index, raw) in text.lines().enumerate() {
        let (start, joined) = match pending.take() {
            Some((start, before)) => (start, before + raw),
            None => (index, raw.to_owned()),
        };
        match joined.strip_suffix('\\') {
            Some(more) => pending = Some((start, more.to_owned())),
            None => lines.extend(line(start + 1, &joined)?),
        }
    }
    if let Some((start, last)) = pending {
        lines.extend(line(start + 1, &last)?);
    }
    Ok(lines)
}

fn line(number: usize, text: &str) -> Result<Option<Line>, NotARule> {
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    let fields = fields(text);
    let place = Place::new(number, indent + 1, text.trim().chars().count());
    match fields.first() {
        None => Ok(None),
        Some(first) if begins(first) => Ok(Some(Line { place, fields })),
        Some(_) => Err(NotARule(place)),
    }
}

/// The fields of a line: between quotation marks a space belongs to a word, and after a comma a list goes on.
fn fields(text: &str) -> Vec<String> {
    let mut fields: Vec<String> = Vec::new();
    let (mut word, mut quoted) = (String::new(), false);
    for character in text.chars().chain([' ']) {
        match character {
            '#' if !quoted => break,
            '"' => quoted = !quoted,
            c if c.is_whitespace() && !quoted => {
                if !word.is_empty() && !word.ends_with(',') {
                    fields.push(std::mem::take(&mut word));
                }
            }
            c => word.push(c),
        }
    }
    if !word.is_empty() {
        fields.push(word);
    }
    fields
}

impl Line {
    fn kind(&self) -> &str {
        self.fields.first().map(String::as_str).unwrap_or_default()
    }

    /// The method; a rule for TCP may have its mask in a field of its own.
    fn method(&self) -> &str {
        let position = match self.kind() {
            "local" => 3,
            _ if self.fields.get(4).is_some_and(|field| field.parse::<std::net::IpAddr>().is_ok()) => 5,
            _ => 4,
        };
        self.fields.get(position).map(String::as_str).unwrap_or_default()
    }
}

/// What each line must be.
pub(super) fn judge(lines: &[Line], findings: &mut Findings) {
    for line in lines {
        let kind = line.kind();
        if INCLUDES.contains(&kind) || line.fields.iter().skip(1).any(|field| field.contains('@')) {
            findings.add(Rule::HbaInclude, line.place, "another file is read");
            continue;
        }
        let method = line.method();
        if method == "reject" {
            continue;
        }
        if !matches!(kind, "local" | "hostssl") {
            findings.add(Rule::HbaTls, line.place, format!("{kind} is a way in without TLS"));
        }
        let over_socket = kind == "local" && method == "peer";
        if !matches!(method, "scram-sha-256" | "cert") && !over_socket {
            findings.add(Rule::HbaMethod, line.place, format!("logins are by {method}"));
        }
    }
}
