//! Privileges as the server stores them. An `aclitem[]` in its text form is cheap to send and is read here, in one place:
//! to have the server take it apart, with `aclexplode` in every question, costs more than everything else in them.

/// One privilege that somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The role; `None` for everybody.
    pub grantee: Option<String>,
    /// Its name in `GRANT`.
    pub privilege: &'static str,
    /// Whether the holder may pass it on.
    pub grantable: bool,
    /// The role that it was granted by.
    pub grantor: String,
}

impl Held {
    /// The role, or `PUBLIC`.
    #[must_use]
    pub fn grantee(&self) -> &str {
        self.grantee.as_deref().unwrap_or("PUBLIC")
    }

    /// Whether it is this role's.
    #[must_use]
    pub fn is_of(&self, role: &str) -> bool {
        self.grantee.as_deref() == Some(role)
    }
}

/// Reads `{grantee=privileges/grantor,…}`; `None` for anything else. A star after a privilege's letter is the right to
/// pass it on (PostgreSQL manual, "Privileges").
#[must_use]
pub fn parse(text: &str) -> Option<Vec<Held>> {
    let mut all = Vec::new();
    for item in elements(text)? {
        let (grantee, rest) = role(&item)?;
        let (letters, rest) = rest.strip_prefix('=')?.split_once('/')?;
        let (grantor, "") = role(rest)? else { return None };
        let mut letters = letters.chars().peekable();
        while let Some(letter) = letters.next() {
            all.push(Held {
                grantee: (!grantee.is_empty()).then(|| grantee.clone()),
                privilege: privilege(letter)?,
                grantable: letters.next_if_eq(&'*').is_some(),
                grantor: grantor.clone(),
            });
        }
    }
    Some(all)
}

/// The elements of an array of one dimension, none of them NULL (PostgreSQL manual, "Array Input and Output Syntax").
fn elements(text: &str) -> Option<Vec<String>> {
    let inner = text.strip_prefix('{')?.strip_suffix('}')?;
    if inner.is_empty() {
        return Some(Vec::new());
    }
    let mut elements = vec![String::new()];
    let mut quoted = false;
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        let element = elements.last_mut()?;
        match character {
            '"' => quoted = !quoted,
            '\\' => element.push(characters.next()?),
            ',' if !quoted => elements.push(String::new()),
            other => element.push(other),
        }
    }
    (!quoted).then_some(elements)
}

/// A role at the beginning, in double quotes where its name has unusual characters, and what follows it.
fn role(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(['=', '/']).unwrap_or(text.len());
        return Some((text[..end].to_owned(), &text[end..]));
    };
    let mut name = String::new();
    let mut rest = quoted;
    loop {
        let (part, after) = rest.split_once('"')?;
        name.push_str(part);
        match after.strip_prefix('"') {
            Some(after) => {
                name.push('"');
                rest = after;
            }
            None => return Some((name, after)),
        }
    }
}

const fn privilege(letter: char) -> Option<&'static str> {
    Some(match letter {
        'a' => "INSERT",
        'r' => "SELECT",
        'w' => "UPDATE",
        'd' => "DELETE",
        'D' => "TRUNCATE",
        'x' => "REFERENCES",
        't' => "TRIGGER",
        'X' => "EXECUTE",
        'U' => "USAGE",
        'C' => "CREATE",
        'T' => "TEMPORARY",
        'c' => "CONNECT",
        's' => "SET",
        'A' => "ALTER SYSTEM",
        'm' => "MAINTAIN",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(grantee: Option<&str>, privilege: &'static str, grantable: bool, grantor: &str) -> Held {
        Held { grantee: grantee.map(str::to_owned), privilege, grantable, grantor: grantor.to_owned() }
    }

    #[test]
    fn entries_are_read_as_the_server_writes_them() {
        assert_eq!(parse("{}"), Some(vec![]));
        assert_eq!(
            parse("{owner=ar*/owner,=U/owner}"),
            Some(vec![
                held(Some("owner"), "INSERT", false, "owner"),
                held(Some("owner"), "SELECT", true, "owner"),
                held(None, "USAGE", false, "owner"),
            ])
        );
    }

    /// PostgreSQL manual, "Privileges", the table of abbreviations.
    #[test]
    fn every_letter_is_a_privilege() {
        let letters = "arwdDxtXUCTcsAm";
        let names = [
            "INSERT",
            "SELECT",
            "UPDATE",
            "DELETE",
            "TRUNCATE",
            "REFERENCES",
            "TRIGGER",
            "EXECUTE",
            "USAGE",
            "CREATE",
            "TEMPORARY",
            "CONNECT",
            "SET",
            "ALTER SYSTEM",
            "MAINTAIN",
        ];
        let expected = names.map(|name| held(None, name, false, "o")).to_vec();
        assert_eq!(parse(&format!("{{={letters}/o}}")), Some(expected));
    }

    #[test]
    fn unusual_names_are_read_as_they_are() {
        let name = r#"odd, "role" {=/\}"#;
        let text = r#"{"\"odd, \"\"role\"\" {=/\\}\"=r/ünï"}"#;
        assert_eq!(parse(text), Some(vec![held(Some(name), "SELECT", false, "ünï")]));
    }

    #[test]
    fn what_is_no_list_of_privileges_is_not_read() {
        for text in ["", "{", "owner=r/owner", "{owner}", "{owner=r}", "{owner=?/owner}", "{\"owner=r/owner}"]
        {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
