//! Markup that cannot be got wrong: an element takes names that are part of the program, and text that is escaped.
//!
//! Invariant: no function takes markup as text. What was read from a file becomes text, or the value of an attribute.

use std::fmt::{Display, Write as _};

/// An element with what is in it, as markup.
#[derive(Clone, Debug)]
pub struct Element {
    tag: &'static str,
    /// `<tag` with the attributes so far.
    head: String,
    inner: String,
}

impl Element {
    /// An empty element.
    pub fn new(tag: &'static str) -> Self {
        Self { tag, head: format!("<{tag}"), inner: String::new() }
    }

    /// An element with this text.
    pub fn of(tag: &'static str, text: impl Display) -> Self {
        Self::new(tag).text(text)
    }

    /// With an attribute.
    pub fn with(mut self, name: &'static str, value: impl Display) -> Self {
        let _infallible = write!(self.head, " {name}=\"{}\"", Escaped(&value.to_string()));
        self
    }

    /// With an attribute that has no value.
    pub fn marked(mut self, name: &'static str) -> Self {
        let _infallible = write!(self.head, " {name}");
        self
    }

    /// Followed by text.
    pub fn text(mut self, text: impl Display) -> Self {
        let _infallible = write!(self.inner, "{}", Escaped(&text.to_string()));
        self
    }

    /// Followed by an element.
    pub fn child(mut self, child: Self) -> Self {
        child.write_to(&mut self.inner);
        self
    }

    /// Followed by elements.
    pub fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// The style sheet of a page, which is part of the program.
    pub fn style(sheet: &'static str) -> Self {
        Self { inner: sheet.to_owned(), ..Self::new("style") }
    }

    /// The markup.
    pub fn to_markup(&self) -> String {
        let mut markup = String::new();
        self.clone().write_to(&mut markup);
        markup
    }

    fn write_to(self, out: &mut String) {
        out.push_str(&self.head);
        out.push('>');
        // HTML, "Void elements": they have neither content nor an end tag.
        if !matches!(self.tag, "input" | "meta") {
            out.push_str(&self.inner);
            let _infallible = write!(out, "</{}>", self.tag);
        }
    }
}

/// Text as it may stand between tags and between double quotes. Characters that are not seen, or that turn the order of
/// others round, are named instead of shown.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(character)?,
                hidden if is_hidden(hidden) => write!(f, "‹U+{:04X}›", u32::from(hidden))?,
                shown => f.write_char(shown)?,
            }
        }
        Ok(())
    }
}

/// Control and format characters, and spaces that take no room (Unicode, "Bidirectional Algorithm", section 2).
fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Text of at most so many characters; what is left out is said.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((at, _)) => {
            let left = text[at..].chars().count();
            format!("{}… ({left} more characters)", &text[..at])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn elements_nest() {
        let list = Element::new("ul").with("class", "a b").child(Element::of("li", 1)).text("<end>");
        assert_eq!(list.to_markup(), "<ul class=\"a b\"><li>1</li>&lt;end&gt;</ul>");
        let field = Element::new("input").with("type", "radio").marked("checked");
        assert_eq!(field.to_markup(), "<input type=\"radio\" checked>");
    }

    #[test]
    fn what_cannot_be_seen_is_named() {
        let shown = Element::of("b", "a\u{202e}b\u{0}c\r\n").to_markup();
        assert_eq!(shown, "<b>a‹U+202E›b‹U+0000›c‹U+000D›\n</b>");
    }

    #[test]
    fn a_cut_is_said() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äöü… (1 more characters)");
    }

    proptest! {
        /// Whatever the text is, it opens no tag, ends no attribute and begins no entity of its own.
        #[test]
        fn text_stays_text(text in any::<String>(), value in any::<String>()) {
            let markup = Element::new("p").with("title", &value).text(&text).to_markup();
            prop_assert_eq!(markup.matches('<').count(), 2);
            prop_assert_eq!(markup.matches('>').count(), 2);
            prop_assert_eq!(markup.matches('"').count(), 2);
            for (at, _) in markup.match_indices('&') {
                let entity = &markup[at..];
                let known = ["&amp;", "&lt;", "&gt;", "&quot;", "&#39;"];
                prop_assert!(known.iter().any(|known| entity.starts_with(known)));
            }
        }
    }
}
