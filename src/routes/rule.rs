//! What a rule is: data. Every rule has an identifier that never changes, a class, and what it is matched against.

use super::region::Role;

/// What kind of route, as the labels of `fixtures/routes` name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "each variant is described by Class::why")]
pub enum Class {
    ComposeBeforeRunner,
    CreateExtension,
    CredentialInArguments,
    CredentialInEnvFile,
    CredentialInExport,
    CredentialInManifest,
    CredentialInSystemdUnit,
    DdlStatement,
    FirstBootLanguage,
    InitScriptAuthority,
    InitScriptMount,
    MigrateCall,
    OldTierCopy,
    OrmSynchronise,
    PsqlFile,
    RawTargetUrl,
    ReassignOwned,
    SchemaPush,
}

/// Whether an inventory may permit what a rule finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// Words of a language that is executed. A record in an inventory may permit them where they stand.
    Lexical,
    /// What a sentence, an order of steps or a place for a secret means. No record permits it.
    Semantic,
}

impl Class {
    /// Its name, as in identifiers of rules.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ComposeBeforeRunner => "compose-before-runner",
            Self::CreateExtension => "create-extension",
            Self::CredentialInArguments => "credential-in-arguments",
            Self::CredentialInEnvFile => "credential-in-env-file",
            Self::CredentialInExport => "credential-in-export",
            Self::CredentialInManifest => "credential-in-manifest",
            Self::CredentialInSystemdUnit => "credential-in-systemd-unit",
            Self::DdlStatement => "ddl-statement",
            Self::FirstBootLanguage => "first-boot-language",
            Self::InitScriptAuthority => "init-script-authority",
            Self::InitScriptMount => "init-script-mount",
            Self::MigrateCall => "migrate-call",
            Self::OldTierCopy => "old-tier-copy",
            Self::OrmSynchronise => "orm-synchronise",
            Self::PsqlFile => "psql-file",
            Self::RawTargetUrl => "raw-target-url",
            Self::ReassignOwned => "reassign-owned",
            Self::SchemaPush => "schema-push",
        }
    }

    /// Whether an inventory may permit it.
    #[must_use]
    pub const fn basis(self) -> Basis {
        match self {
            Self::CreateExtension
            | Self::DdlStatement
            | Self::InitScriptMount
            | Self::MigrateCall
            | Self::OrmSynchronise
            | Self::PsqlFile
            | Self::ReassignOwned
            | Self::SchemaPush => Basis::Lexical,
            Self::ComposeBeforeRunner
            | Self::CredentialInArguments
            | Self::CredentialInEnvFile
            | Self::CredentialInExport
            | Self::CredentialInManifest
            | Self::CredentialInSystemdUnit
            | Self::FirstBootLanguage
            | Self::InitScriptAuthority
            | Self::OldTierCopy
            | Self::RawTargetUrl => Basis::Semantic,
        }
    }

    /// Why it is a finding.
    #[must_use]
    pub const fn why(self) -> &'static str {
        match self {
            Self::ComposeBeforeRunner => {
                "A database or a gateway is started before bootstrap, --run and --verify are through. What starts then \
                 meets a database that nobody has proved, and makes do with it or changes it."
            }
            Self::CreateExtension => {
                "An extension is installed with the rights of whoever runs this, and belongs to that login from then on. \
                 Extensions belong to the bootstrap session, which a superuser runs once, from outside."
            }
            Self::CredentialInArguments => {
                "Every user of the machine can read the arguments of every process, and many tools log them."
            }
            Self::CredentialInEnvFile => {
                "A file of variables is copied, committed, backed up and read by every tool that looks for one, and what \
                 is in it ends up in the environment of processes that have no use for it."
            }
            Self::CredentialInExport => {
                "An exported variable is inherited by every process started after it, and is in the history of the shell, \
                 in crash reports and in /proc."
            }
            Self::CredentialInManifest => {
                "Whoever can read the repository, the image or the description of the deployment has the password, and \
                 it stays in all their copies when it is changed."
            }
            Self::CredentialInSystemdUnit => {
                "The environment of a unit can be read over D-Bus by unprivileged users and is inherited by everything the \
                 unit starts."
            }
            Self::DdlStatement => {
                "A statement changes the shape of a database, or who may do what in it, without lock, ledger and \
                 verification. The next run of the runner finds a database that no bundle describes."
            }
            Self::FirstBootLanguage => {
                "A text says that something makes or changes extension, schema or tables by itself, when it starts or is \
                 first used. Whoever believes it gives a service the rights to do so."
            }
            Self::InitScriptAuthority => {
                "A text says that scripts of a container decide what a database has. They run as a superuser, on an empty \
                 volume only, and leave no receipt."
            }
            Self::InitScriptMount => {
                "The image of the server runs these scripts as a superuser when its volume is empty, and never again: two \
                 installations differ by when they were made."
            }
            Self::MigrateCall => {
                "Another migration tool than the runner applies migrations, or writes into a ledger. It holds another lock \
                 or none, and proves nothing afterwards."
            }
            Self::OldTierCopy => {
                "The former command copied rows to wherever its arguments said, without an attestation of the target."
            }
            Self::OrmSynchronise => {
                "An object-relational mapper compares its model with the database and alters the database until they agree. \
                 Nobody has reviewed what it does, and it drops columns that the model does not know."
            }
            Self::PsqlFile => {
                "A file of SQL, or a dump, is played into a database. What it does to its shape cannot be seen here, and \
                 leaves no row in the ledger."
            }
            Self::RawTargetUrl => {
                "The target of an import is taken as a URL from arguments or environment: its credential is exposed, and \
                 it is not the target that was attested."
            }
            Self::ReassignOwned => {
                "REASSIGN OWNED and DROP OWNED sweep over everything a role has in a database, the extension and its \
                 functions included."
            }
            Self::SchemaPush => {
                "The tool makes the database like a file on somebody's disk. There is no migration, nobody reviewed the \
                 difference, and the ledger does not know."
            }
        }
    }

    /// What to do in its place.
    #[must_use]
    pub const fn instead(self) -> &'static str {
        match self {
            Self::ComposeBeforeRunner => {
                "Keep the order: bootstrap from outside, TLS and roles, mosaic-db-migrator --run, --verify, readiness; \
                 then the gateways."
            }
            Self::CreateExtension => "mosaic-db-migrator bootstrap render, run by the database's superuser.",
            Self::CredentialInArguments => "Put the URL into a file of mode 0400 and name the file.",
            Self::CredentialInEnvFile | Self::CredentialInExport => {
                "Put the URL into a file of mode 0400 and name it with DATABASE_URL_FILE or DATABASE_MIGRATION_URL_FILE."
            }
            Self::CredentialInManifest => {
                "Refer to a secret that is mounted as a file, with DATABASE_URL_FILE."
            }
            Self::CredentialInSystemdUnit => {
                "LoadCredential= or LoadCredentialEncrypted=, and DATABASE_URL_FILE=%d/NAME."
            }
            Self::DdlStatement | Self::SchemaPush | Self::OrmSynchronise => {
                "Write the change as an entry of the bundle and apply it with mosaic-db-migrator --run."
            }
            Self::FirstBootLanguage | Self::InitScriptAuthority | Self::InitScriptMount => {
                "Bootstrap prepares a database, the runner changes it, and what starts only asks mosaic-db-migrator \
                 readiness."
            }
            Self::MigrateCall => "mosaic-db-migrator --run, then --verify.",
            Self::OldTierCopy | Self::RawTargetUrl => {
                "mosaic-db-migrator migrate-tier with --target-url-file and --target-attestation-file."
            }
            Self::PsqlFile => {
                "Put the statements into an entry of the bundle; data is imported by mosaic-db-migrator migrate-tier."
            }
            Self::ReassignOwned => "ALTER … OWNER TO, object by object, from a list that was reviewed.",
        }
    }
}

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// `routes.CLASS.NAME`; it is referred to by inventories, and never changes.
    pub id: &'static str,
    /// What kind of route it finds.
    pub class: Class,
    /// What it finds, in a few words that follow the place.
    pub title: &'static str,
    pub(super) matcher: Matcher,
}

/// How a rule decides.
#[derive(Debug)]
pub(super) enum Matcher {
    /// A pattern over single regions of these roles, unless a second pattern occurs in the region or around it.
    Region { roles: &'static [Role], pattern: &'static str, except: &'static str, around: &'static str },
    /// A judgement over sentences and what they stand next to; see `sentences`.
    Sentences,
    /// A judgement over the order of steps; see `order`.
    Order,
}

impl Rule {
    /// Found by a pattern in regions of these roles.
    pub(super) const fn of(
        id: &'static str,
        class: Class,
        title: &'static str,
        roles: &'static [Role],
        pattern: &'static str,
    ) -> Self {
        Self { id, class, title, matcher: Matcher::Region { roles, pattern, except: "", around: "" } }
    }

    /// The same rule, but not where this occurs in the region, or in what is around it.
    pub(super) const fn unless(self, exception: &'static str) -> Self {
        match self.matcher {
            Matcher::Region { roles, pattern, around, .. } => {
                Self { matcher: Matcher::Region { roles, pattern, except: exception, around }, ..self }
            }
            Matcher::Sentences | Matcher::Order => self,
        }
    }

    /// The same rule, but only where this is around the region.
    pub(super) const fn within(self, context: &'static str) -> Self {
        match self.matcher {
            Matcher::Region { roles, pattern, except, .. } => {
                Self { matcher: Matcher::Region { roles, pattern, except, around: context }, ..self }
            }
            Matcher::Sentences | Matcher::Order => self,
        }
    }

    /// Whether an inventory may permit what it finds.
    #[must_use]
    pub const fn basis(&self) -> Basis {
        self.class.basis()
    }
}
