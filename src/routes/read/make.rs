//! Makefiles, justfiles, Procfiles: recipes are shell, the rest are settings.

use super::super::kind::Kind;
use super::super::mapped::Mapped;
use super::super::region::Role;
use super::{Reader, sql, values};

pub(super) fn read(reader: &mut Reader, text: &Mapped) {
    let mut recipe = Mapped::default();
    let mut definition = None;
    for line in text.lines() {
        let content = text.as_str().get(line.clone()).unwrap_or_default();
        if content.starts_with("define ") {
            definition = Some(line.end);
            continue;
        }
        if let Some(start) = definition {
            if content.trim() == "endef" {
                definition = None;
                let body = text.trimmed(start..line.start);
                if sql::begins_statement(body.as_str()) && text.as_str().contains("psql") {
                    reader.read(&body, Kind::Sql);
                }
            }
            continue;
        }
        if content.starts_with([' ', '\t']) {
            // The shell sees a line that goes on as it is, but for the tab before it.
            let goes_on = recipe.as_str().ends_with("\\\n");
            let marks = if goes_on {
                usize::from(content.starts_with('\t'))
            } else {
                content.len() - content.trim_start_matches([' ', '\t', '@', '-', '+']).len()
            };
            // A dollar is doubled where the shell is to see one.
            let mut from = line.start + marks;
            while let Some(at) = text.as_str().get(from..line.end).and_then(|rest| rest.find("$$")) {
                recipe.append(text, from..from + at + 1);
                from += at + 2;
            }
            recipe.append(text, from..line.end);
            recipe.push("\n", text.source(line.end));
            continue;
        }
        reader.read(&std::mem::take(&mut recipe), Kind::Shell);
        if content.starts_with('#') {
            continue;
        }
        match content.find([':', '=']) {
            // A rule, or a process of a Procfile.
            Some(at) if content.get(at..).is_some_and(|rest| rest.starts_with(": ")) => {
                reader.read(&text.trimmed(line.start + at + 1..line.end), Kind::Shell);
            }
            Some(at) => {
                let mut setting = text.trimmed(line.start..line.start + at);
                let value = content.get(at..).unwrap_or_default();
                let skip = value.len() - value.trim_start_matches([':', '=', '?', '+', ' ', '"', '\'']).len();
                let value = text.trimmed(line.start + at + skip..line.end);
                let name = setting.as_str().trim_end_matches(['?', '+', '!', ' ']).to_owned();
                values::set(reader, &name, &value);
                setting.push(" = ", text.source(line.start + at));
                setting.extend(&value);
                reader.push(Role::Setting, setting);
            }
            // What just is set to do.
            None if content.starts_with("set ") => {
                let mut setting = text.trimmed(line.start + 4..line.end);
                setting.push(" = true", text.source(line.end.saturating_sub(1)));
                reader.push(Role::Setting, setting);
            }
            None => {}
        }
    }
    reader.read(&recipe, Kind::Shell);
}
