//! Paths of the machine in one spelling.

/// Without `.`, empty components, a slash at the end, and `..` where it can be taken back. A relative path keeps a `.`
/// before it. What a variable holds may be several components, so a `..` after one stays.
pub(super) fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !matches!(*part, "" | ".")) {
        let can_go_back = parts.last().is_some_and(|last| *last != ".." && !last.contains('$'));
        if part != ".." {
            parts.push(part);
        } else if can_go_back {
            parts.pop();
        } else if !(path.starts_with('/') && parts.is_empty()) {
            parts.push(part);
        }
    }
    let joined = parts.join("/");
    match path.chars().next() {
        Some('/') => format!("/{joined}"),
        Some('$' | '~') => joined,
        _ if joined.starts_with("..") => joined,
        _ => format!("./{joined}"),
    }
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn a_path_has_one_spelling() {
        for (path, expected) in [
            ("/", "/"),
            ("//etc/", "/etc"),
            ("/srv/../etc/./x", "/etc/x"),
            ("/../etc", "/etc"),
            ("a/b", "./a/b"),
            ("./a//b/..", "./a"),
            ("../a", "../a"),
            ("a/../../b", "../b"),
            ("${A}/../b", "${A}/../b"),
            ("~/x/", "~/x"),
        ] {
            assert_eq!(normal(path), expected, "{path}");
        }
    }
}
