//! The server's settings: in a file (PostgreSQL manual, "Parameter Interaction via the Configuration File") or on its
//! command line. The last line of a name counts.

use super::finding::Findings;
use super::place::Place;
use super::read::{Setting, assignment};
use super::rule::Rule;
use super::text::Text;

/// Directives that bring in other files.
const INCLUDES: [&str; 3] = ["include", "include_dir", "include_if_exists"];
/// What must not be older than TLS 1.2.
const PROTOCOLS: [&str; 2] = ["ssl_min_protocol_version", "ssl_max_protocol_version"];

/// A line that is no setting.
pub(super) struct NotASetting(pub(super) Place);

/// The settings of a file.
pub(super) fn read(text: &str) -> Result<Vec<Setting>, NotASetting> {
    let lines =
        text.lines().enumerate().filter_map(|(index, line)| line_setting(index + 1, line).transpose());
    lines.collect()
}

/// `name = value`, `name value`, with a comment after it.
fn line_setting(number: usize, line: &str) -> Result<Option<Setting>, NotASetting> {
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let text = line.trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let length =
        text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.'))).unwrap_or(text.len());
    let (name, rest) = text.split_at(length);
    let place = Place::new(number, indent + 1, text.chars().count());
    let rest = rest.trim_start();
    let rest = rest.strip_prefix('=').unwrap_or(rest).trim_start();
    if name.is_empty() || rest.is_empty() {
        return Err(NotASetting(place));
    }
    let value = match rest.strip_prefix('\'') {
        Some(quoted) => quoted.split('\'').next().unwrap_or_default(),
        None => rest.split(|c: char| c.is_whitespace() || c == '#').next().unwrap_or_default(),
    };
    let name = Text::new(name.to_ascii_lowercase(), place);
    Ok(Some(Setting { name, value: Some(Text::new(value, place)) }))
}

/// The settings on a server's command line: `-c name=value`, `--name=value`.
pub(super) fn of_command(words: &[&Text]) -> Vec<Setting> {
    let mut settings = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let text = word.as_str();
        let after_option = index > 0 && words[index - 1].as_str() == "-c";
        let assigned = if after_option {
            Some((*word).clone())
        } else {
            text.strip_prefix("--")
                .or_else(|| text.strip_prefix("-c"))
                .map(|rest| Text::new(rest, word.place))
        };
        let setting = assigned.filter(|text| text.as_str().contains('=')).map(|text| assignment(&text));
        settings.extend(setting.map(|setting| {
            let name = setting.name.as_str().replace('-', "_").to_ascii_lowercase();
            Setting { name: Text::new(name, word.place), value: setting.value }
        }));
    }
    settings
}

/// What each setting that is there must be.
pub(super) fn judge(settings: &[Setting], service: Option<&str>, findings: &mut Findings) {
    let mut object = |rule, place, message: String| match service {
        Some(service) => findings.of(rule, place, service, message),
        None => findings.add(rule, place, message),
    };
    for setting in settings {
        let name = setting.name.as_str();
        let place = setting.name.place;
        let value = setting.value.as_ref().map(Text::symbolic).unwrap_or_default();
        let is = |expected: &[&str]| expected.iter().any(|expected| value.eq_ignore_ascii_case(expected));
        // An earlier line of a name has no effect.
        let last = settings.iter().rev().find(|other| other.name.as_str() == name);
        if last.is_some_and(|last| last.name.place != place) && !INCLUDES.contains(&name) {
            continue;
        }
        let rule = match name {
            "ssl" if !is(&["on", "true", "yes", "1"]) => Rule::SettingsTls,
            "password_encryption" if !is(&["scram-sha-256"]) => Rule::SettingsPassword,
            // Without a maximum the newest is spoken.
            "ssl_max_protocol_version" if value.is_empty() => continue,
            _ if PROTOCOLS.contains(&name) && !is(&["TLSv1.2", "TLSv1.3"]) => Rule::SettingsProtocol,
            _ if INCLUDES.contains(&name) => Rule::SettingsInclude,
            _ => continue,
        };
        object(rule, place, format!("{name} is {value}"));
    }
}

/// What a file must say, and what it must not.
pub(super) fn judge_file(settings: &[Setting], findings: &mut Findings) {
    judge(settings, None, findings);
    let has = |name: &str| settings.iter().any(|setting| setting.name.as_str() == name);
    if !has("ssl") {
        findings.add(Rule::SettingsTls, Place::START, "ssl is not set, and off by default");
    }
    for name in ["ssl_cert_file", "ssl_key_file"] {
        if !has(name) {
            findings.add(Rule::SettingsFiles, Place::START, format!("{name} is not set"));
        }
    }
}
