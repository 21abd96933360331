//! Reading the system's own package sources, for the address and the key of the Debian archive.
//!
//! Both forms of sources.list(5) are understood: one line per source, and stanzas.

use std::collections::HashMap;

/// Where the Debian archive is, and what its signature is checked with.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Archive {
    uri: String,
    /// A key file, fingerprints or a whole key; none: the keys that apt trusts anyway.
    signed_by: Option<String>,
}

impl Archive {
    /// A source for this suite of the same archive, as a stanza.
    pub(super) fn stanza(&self, suite: &str) -> String {
        let signed_by = self.signed_by.iter().map(|key| format!("Signed-By: {key}\n")).collect::<String>();
        format!("Types: deb\nURIs: {}\nSuites: {suite}\nComponents: main\n{signed_by}", self.uri)
    }
}

/// The archive that gives the installed release `codename` its packages, from the stanzas of a `.sources` file.
pub(super) fn from_stanzas(text: &str, codename: &str) -> Option<Archive> {
    let uncommented: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    uncommented.split(|line| line.trim().is_empty()).find_map(|stanza| {
        let fields = fields(stanza);
        let has =
            |name: &str, value| fields.get(name)?.split_whitespace().any(|word| word == value).then_some(());
        has("types", "deb")?;
        has("suites", codename)?;
        has("components", "main")?;
        if fields.get("enabled").is_some_and(|value| value == "no") {
            return None;
        }
        Some(Archive {
            uri: fields.get("uris")?.split_whitespace().next()?.to_owned(),
            signed_by: fields.get("signed-by").cloned(),
        })
    })
}

/// The same, from the lines of a `.list` file.
pub(super) fn from_lines(text: &str, codename: &str) -> Option<Archive> {
    text.lines().find_map(|line| {
        let mut rest = line.split('#').next()?.trim().strip_prefix("deb")?.trim_start();
        let mut signed_by = None;
        if let Some((options, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            signed_by = options.split_whitespace().find_map(|option| option.strip_prefix("signed-by="));
            rest = after;
        }
        let words: Vec<_> = rest.split_whitespace().collect();
        let [uri, suite, components @ ..] = words.as_slice() else { return None };
        (*suite == codename && components.contains(&"main"))
            .then(|| Archive { uri: (*uri).to_owned(), signed_by: signed_by.map(str::to_owned) })
    })
}

/// The fields of one stanza by lowercase name; a value goes on over lines that start with a space.
fn fields(stanza: &[&str]) -> HashMap<String, String> {
    let mut fields = HashMap::new();
    let mut last = String::new();
    for line in stanza {
        if line.starts_with([' ', '\t']) {
            fields.entry(last.clone()).and_modify(|value: &mut String| {
                value.push('\n');
                value.push_str(line);
            });
        } else if let Some((name, value)) = line.split_once(':') {
            last = name.to_ascii_lowercase();
            fields.insert(last.clone(), value.trim().to_owned());
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn archive(signed_by: Option<&str>) -> Option<Archive> {
        Some(Archive { uri: "http://mirror.example/debian".into(), signed_by: signed_by.map(str::to_owned) })
    }

    #[test]
    fn stanzas() {
        let text = "Types: deb\nURIs: http://security.example/\nSuites: bookworm-security\nComponents: main\n\n\
                    types: deb deb-src\n# a comment\nURIs: http://mirror.example/debian\n\
                    Suites: bookworm bookworm-updates\nComponents: main contrib\nSigned-By: /keys/debian.gpg\n";
        assert_eq!(from_stanzas(text, "bookworm"), archive(Some("/keys/debian.gpg")));
        assert_eq!(from_stanzas(text, "trixie"), None);
        assert_eq!(from_stanzas(&text.replace("types:", "Enabled: no\nTypes:"), "bookworm"), None);
    }

    #[test]
    fn a_whole_key_in_a_stanza_is_kept() {
        let text = "Types: deb\nURIs: http://mirror.example/debian\nSuites: trixie\nComponents: main\n\
                    Signed-By:\n -----BEGIN\n .\n key\n";
        let found = from_stanzas(text, "trixie");
        assert_eq!(found, archive(Some("\n -----BEGIN\n .\n key")));
        assert!(
            found.is_some_and(|found| found
                .stanza("trixie")
                .ends_with("Signed-By: \n -----BEGIN\n .\n key\n"))
        );
    }

    #[test]
    fn lines() {
        let text = "# deb http://old.example bookworm main\ndeb-src http://mirror.example/debian bookworm main\n\
                    deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian bookworm main non-free # why\n";
        assert_eq!(from_lines(text, "bookworm"), archive(Some("/k.gpg")));
        assert_eq!(from_lines("deb http://mirror.example/debian trixie main", "trixie"), archive(None));
        assert_eq!(from_lines("deb http://mirror.example/debian trixie contrib", "trixie"), None);
    }
}
