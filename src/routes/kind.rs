//! What kind of text a file is, from its path and, where the path does not say, its first bytes.

use std::fmt;

/// A kind decides how a file is read, and so which rules see which parts of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// SQL for psql.
    Sql,
    /// A POSIX or similar shell.
    Shell,
    /// PowerShell or a batch file.
    WindowsShell,
    /// A Dockerfile or Containerfile.
    Dockerfile,
    /// YAML of any schema: Compose, Kubernetes, Helm, workflows, Ansible.
    Yaml,
    /// JSON, with comments or without.
    Json,
    /// `key = value`: TOML, INI, properties, dotenv, systemd units.
    Pairs,
    /// Markdown.
    Markdown,
    /// XML and HTML.
    Markup,
    /// JavaScript, TypeScript and what looks like them.
    Script,
    /// Java, Kotlin, C#, Scala, Swift, PHP.
    Java,
    /// Python.
    Python,
    /// Ruby, Elixir.
    Ruby,
    /// Go.
    Go,
    /// Rust.
    Rust,
    /// Terraform and other HCL.
    Terraform,
    /// A Makefile or justfile.
    Make,
    /// Prose without a markup.
    Text,
    /// Text of a kind that nothing here knows: scanned as prose, line by line.
    Unknown,
}

impl Kind {
    /// The kind of a file of this path that begins with this text.
    #[must_use]
    pub fn of(path: &str, text: &str) -> Self {
        let name = path.rsplit(['/', '\\']).next().unwrap_or(path).to_ascii_lowercase();
        let named = match name.as_str() {
            "earthfile" => Some(Self::Dockerfile),
            "tiltfile" => Some(Self::Python),
            "makefile" | "gnumakefile" | "justfile" | ".justfile" | "procfile" => Some(Self::Make),
            "dockerfile" | "containerfile" => Some(Self::Dockerfile),
            "gemfile" | "rakefile" | "vagrantfile" | "capfile" => Some(Self::Ruby),
            "crontab" | "cron" => Some(Self::Shell),
            "jenkinsfile" => Some(Self::Java),
            "license" | "copying" | "notice" | "readme" | "changelog" => Some(Self::Text),
            ".editorconfig" | ".npmrc" | ".gitconfig" | ".envrc" => Some(Self::Pairs),
            _ if name.starts_with("procfile.") => Some(Self::Make),
            _ if name.starts_with(".env") || name.ends_with(".env") => Some(Self::Pairs),
            _ if name.starts_with("dockerfile.") || name.starts_with("containerfile.") => {
                Some(Self::Dockerfile)
            }
            _ => Self::of_extension(&name),
        };
        named.or_else(|| Self::of_first_line(text)).unwrap_or(Self::Unknown)
    }

    /// By what a name ends in, below what only says that it is a template or an example.
    fn of_extension(name: &str) -> Option<Self> {
        let (stem, extension) = name.rsplit_once('.')?;
        match extension {
            "j2" | "jinja" | "jinja2" | "tmpl" | "tpl" | "template" | "gotmpl" | "example" | "sample"
            | "dist" | "in" | "bak" | "orig" | "old" | "local" | "dev" | "prod" => Self::of(stem, "").known(),
            _ => Self::of_language(extension),
        }
    }

    fn known(self) -> Option<Self> {
        (self != Self::Unknown).then_some(self)
    }

    /// The kind of a language, by the extension of its files or the name that fences of Markdown give it.
    #[must_use]
    pub fn of_language(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "sql" | "psql" | "pgsql" | "plpgsql" | "postgres" | "postgresql" | "ddl" => Self::Sql,
            "sh" | "nix" | "bash" | "zsh" | "ksh" | "fish" | "shell" | "console" | "shellsession"
            | "terminal" | "sh-session" => Self::Shell,
            "ps1" | "psm1" | "bat" | "cmd" | "powershell" | "pwsh" | "batch" => Self::WindowsShell,
            "dockerfile" | "docker" | "containerfile" => Self::Dockerfile,
            "yml" | "yaml" | "compose" => Self::Yaml,
            "json" | "jsonc" | "json5" | "ipynb" | "webmanifest" => Self::Json,
            "toml" | "ini" | "cfg" | "conf" | "properties" | "env" | "dotenv" | "service" | "timer"
            | "socket" | "container" | "systemd" | "desktop" => Self::Pairs,
            "md" | "markdown" | "mdx" | "mkd" => Self::Markdown,
            "html" | "htm" | "xml" | "xhtml" | "svg" | "csproj" | "vue" => Self::Markup,
            "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" | "javascript" | "typescript"
            | "svelte" | "prisma" => Self::Script,
            "java" | "kt" | "kts" | "cs" | "scala" | "swift" | "php" | "groovy" | "gradle" | "c" | "h"
            | "cpp" | "cc" | "hpp" | "clj" | "cljs" | "hs" | "lua" | "pl" | "zig" | "nim" | "fs" | "vb"
            | "erl" | "dart" | "kotlin" | "csharp" => Self::Java,
            "py" | "pyi" | "python" => Self::Python,
            "rb" | "rake" | "ruby" | "gemspec" | "ex" | "exs" | "elixir" | "erb" | "cr" => Self::Ruby,
            "go" | "golang" => Self::Go,
            "rs" | "rust" => Self::Rust,
            "tf" | "tfvars" | "hcl" | "terraform" | "tofu" => Self::Terraform,
            "mk" | "mak" | "just" | "make" | "makefile" => Self::Make,
            "txt" | "rst" | "adoc" | "org" | "tex" | "text" => Self::Text,
            _ => return None,
        })
    }

    fn of_first_line(text: &str) -> Option<Self> {
        let interpreter = text.lines().next()?.strip_prefix("#!")?;
        let word = interpreter.split(['/', ' ']).rfind(|word| !word.is_empty() && !word.starts_with('-'))?;
        match word.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.') {
            "sh" | "nix" | "bash" | "dash" | "ksh" | "zsh" => Some(Self::Shell),
            "python" => Some(Self::Python),
            "node" | "deno" | "bun" | "tsx" => Some(Self::Script),
            "ruby" => Some(Self::Ruby),
            "make" => Some(Self::Make),
            "psql" => Some(Self::Sql),
            _ => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Sql => "SQL",
            Self::Shell => "shell",
            Self::WindowsShell => "shell of Windows",
            Self::Dockerfile => "Dockerfile",
            Self::Yaml => "YAML",
            Self::Json => "JSON",
            Self::Pairs => "pairs of key and value",
            Self::Markdown => "Markdown",
            Self::Markup => "XML or HTML",
            Self::Script => "JavaScript or TypeScript",
            Self::Java => "Java or alike",
            Self::Python => "Python",
            Self::Ruby => "Ruby or alike",
            Self::Go => "Go",
            Self::Rust => "Rust",
            Self::Terraform => "Terraform",
            Self::Make => "recipes",
            Self::Text => "text",
            Self::Unknown => "unknown, read as text",
        })
    }
}
