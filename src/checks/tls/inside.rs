//! What takes a session: settings, access rules and everybody else's sessions.

use super::{Check, Verdict, VisibleTo, check, good_if};
use crate::certificate::printable;
use crate::checks::access_rules::{Line, broken, listed, open_without_tls};
use crate::error::Code;
use crate::postgres::batch::StopCause;
use crate::postgres::identity::{self, IdentityError};
use crate::postgres::x509::Certificate;
use crate::postgres::{Batch, ConnectError, Endpoint, Identity, ServerError, Session, Stop, sqlstate};
use serde::Serialize;
use std::collections::BTreeMap;

const SIGHT: &str = include_str!("questions/sight.sql");
const SETTINGS: &str = include_str!("questions/settings.sql");
const RULES: &str = include_str!("../prepared/questions/hba.sql");
const SESSIONS: &str = include_str!("questions/sessions.sql");
const RULES_CHANGED: &str = include_str!("questions/rules_changed.sql");
const CERTIFICATE_ON_DISK: &str = include_str!("questions/certificate_on_disk.sql");
const DATABASE_ID: &str = "SELECT database_id FROM mosaic_control.identity";

/// The longest application name PostgreSQL keeps, `NAMEDATALEN - 1`.
const MAX_NAME: usize = 63;

/// How this program's own sessions are called.
const OWN: &str = "mosaic-db-migrator/";

/// Somebody who is connected over the network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Client {
    /// The process id of the server process.
    pub pid: String,
    /// The login.
    pub login: String,
    /// What it calls itself.
    pub application: String,
    /// Where it comes from.
    pub address: String,
    #[serde(skip)]
    encrypted: bool,
}

/// What a session saw.
#[derive(Clone, Debug)]
pub struct Inside {
    /// Which session it was, and where.
    pub identity: Identity,
    /// The random id of the database, where this login may read it.
    pub database_id: Option<String>,
    settings: BTreeMap<String, String>,
    rules: Vec<Vec<String>>,
    clients: Vec<Client>,
    files: Files,
}

/// What a superuser alone can see of the server's files.
#[derive(Clone, Debug)]
enum Files {
    Closed,
    /// The server would not say.
    Unread(ServerError),
    Open {
        /// Files with access rules that were changed after the server read them.
        rules_changed: String,
        /// In PEM form.
        certificate: String,
    },
}

/// What a login must be able to see, and cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Without {
    /// Other sessions.
    Sessions,
    /// Every setting: the least version of TLS is hidden from others.
    Settings,
    /// The access rules.
    Rules,
}

/// Why nothing was seen from inside.
#[derive(Debug, thiserror::Error)]
pub enum PostureError {
    /// No session.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// Not a session that can be asked.
    #[error(transparent)]
    Identity(#[from] IdentityError),
    /// The session cannot see what has to be seen.
    #[error("{login} cannot see {}", .without.what())]
    Blind {
        /// Whose session it is.
        login: String,
        /// What is missing.
        without: Without,
    },
    /// The server refused a question.
    #[error("the server refused a question about its TLS: {0}")]
    Refused(ServerError),
    /// The server answered in an unexpected form.
    #[error("the server's answer about its TLS has an unexpected form")]
    Unreadable,
    /// The session ended before the answers came.
    #[error("the session ended while the server was asked")]
    Lost,
}

impl Without {
    const fn what(self) -> &'static str {
        match self {
            Self::Sessions => "the sessions of others: it is no member of pg_read_all_stats",
            Self::Settings => "every setting: it is no member of pg_read_all_settings",
            Self::Rules => {
                "the access rules: it lacks SELECT on pg_hba_file_rules or EXECUTE on its function"
            }
        }
    }
}

impl PostureError {
    /// The catalogue code.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Self::Connect(error) => error.code(),
            Self::Identity(error) => error.code(),
            Self::Blind { .. } => Code::TlsCheckBlind,
            Self::Refused(_) => Code::QuestionRefused,
            Self::Unreadable => Code::Internal,
            Self::Lost => Code::ConnectionLost,
        }
    }
}

impl From<Stop> for PostureError {
    fn from(stop: Stop) -> Self {
        match stop.cause {
            StopCause::Server(error) if !sqlstate::ends_session(&error.sqlstate) => Self::Refused(error),
            StopCause::Server(_) | StopCause::Lost(_) => Self::Lost,
        }
    }
}

/// What a login may look at.
struct Sight {
    superuser: bool,
    database_id: bool,
}

impl Inside {
    /// Opens a session and asks, in three round trips at most.
    ///
    /// # Errors
    /// [`PostureError`].
    pub async fn look(endpoint: &Endpoint, application_name: &str) -> Result<Self, PostureError> {
        let session = Session::open(endpoint, application_name).await?;
        let seen = Self::ask(&session).await;
        session.close().await;
        seen
    }

    async fn ask(session: &Session) -> Result<Self, PostureError> {
        let first = session.read(&[&identity::QUESTIONS[..], &[SIGHT]].concat()).await;
        let (identity, sight) = match first {
            Ok(answers) => (Identity::from_batch(&answers)?, Sight::read(&answers)?),
            // An old server refuses a later question; its version is in the first answer all the same.
            Err(stop) => match Identity::from_batch(&stop.completed) {
                Err(error @ IdentityError::Version { .. }) => return Err(error.into()),
                Ok(_) | Err(_) => return Err(stop.into()),
            },
        };
        let mut questions = vec![SETTINGS, RULES, SESSIONS];
        questions.extend(sight.database_id.then_some(DATABASE_ID));
        let answers = session.read(&questions).await?;
        let files = if sight.superuser { Files::ask(session).await? } else { Files::Closed };
        Self::read(&answers, identity, &sight, files).ok_or(PostureError::Unreadable)
    }

    fn read(answers: &Batch, identity: Identity, sight: &Sight, files: Files) -> Option<Self> {
        let settings = answers.set(0).exact::<2>()?;
        let rules = answers.set(1).exact::<7>()?;
        let clients = answers.set(2).exact::<5>()?;
        let client = |[pid, login, application, address, encrypted]: [&str; 5]| Client {
            pid: pid.to_owned(),
            login: login.to_owned(),
            application: printable(application).chars().take(MAX_NAME).collect(),
            address: address.to_owned(),
            encrypted: encrypted == "t",
        };
        Some(Self {
            identity,
            database_id: sight.database_id.then(|| answers.set(3).get(0, 0).map(str::to_owned)).flatten(),
            settings: settings.into_iter().map(|[name, value]| (name.to_owned(), value.to_owned())).collect(),
            rules: rules.into_iter().map(|row| row.map(str::to_owned).to_vec()).collect(),
            clients: clients.into_iter().map(client).collect(),
            files,
        })
    }

    /// Who is connected over the network without TLS.
    pub fn in_plaintext(&self) -> impl Iterator<Item = &Client> {
        self.clients.iter().filter(|client| !client.encrypted)
    }

    /// How many sessions each login has over TLS, without those of this program.
    #[must_use]
    pub fn over_tls(&self) -> BTreeMap<&str, usize> {
        let mut counted = BTreeMap::new();
        let others = |client: &&Client| client.encrypted && !client.application.starts_with(OWN);
        for client in self.clients.iter().filter(others) {
            *counted.entry(client.login.as_str()).or_default() += 1;
        }
        counted
    }

    fn setting(&self, name: &str) -> &str {
        self.settings.get(name).map(String::as_str).unwrap_or_default()
    }
}

impl Sight {
    fn read(answers: &Batch) -> Result<Self, PostureError> {
        let rows = answers.set(identity::QUESTIONS.len()).exact::<6>().unwrap_or_default();
        let [login, superuser, sessions, settings, rules, database_id] =
            *rows.first().ok_or(PostureError::Unreadable)?;
        let blind = |without| Err(PostureError::Blind { login: login.to_owned(), without });
        match [sessions, settings, rules] {
            ["t", "t", "t"] => Ok(Self { superuser: superuser == "t", database_id: database_id == "t" }),
            ["t", "t", _] => blind(Without::Rules),
            ["t", ..] => blind(Without::Settings),
            _ => blind(Without::Sessions),
        }
    }
}

impl Files {
    async fn ask(session: &Session) -> Result<Self, PostureError> {
        match session.read(&[RULES_CHANGED, CERTIFICATE_ON_DISK]).await {
            Ok(answers) => {
                let text = |set: usize| answers.set(set).get(0, 0).unwrap_or_default().to_owned();
                Ok(Self::Open { rules_changed: text(0), certificate: text(1) })
            }
            Err(stop) => match stop.into() {
                PostureError::Refused(error) => Ok(Self::Unread(error)),
                lost => Err(lost),
            },
        }
    }
}

/// The checks that take a session. Without one they are unseen; `shown` is what the server showed in the handshake.
#[must_use]
pub fn seen_from_inside(inside: Option<&Inside>, shown: Option<&Certificate>) -> Vec<Check> {
    let of = |id: &str, expected: &str, judge: &dyn Fn(&Inside) -> (String, Verdict)| {
        let unseen = || ("not seen: there is no session".to_owned(), Verdict::Unseen);
        check(id, expected, inside.map_or_else(unseen, judge), VisibleTo::Monitor)
    };
    let mut checks = vec![
        of("session.tls", "the server sees this session as TLS", &|inside| {
            let tls = inside.identity.tls;
            (if tls { "it does" } else { "TLS ends before the server" }.to_owned(), good_if(tls))
        }),
        of("server.ssl", "on", &|inside| {
            let value = inside.setting("ssl");
            (value.to_owned(), good_if(value == "on"))
        }),
        of("server.protocol", "TLSv1.2 or newer, and no older one", &protocol),
        of("server.files", "a certificate and a key", &|inside| {
            let [certificate, key, ca] =
                ["ssl_cert_file", "ssl_key_file", "ssl_ca_file"].map(|name| inside.setting(name));
            let clients = if ca.is_empty() { "no authority for clients" } else { ca };
            (format!("{certificate}; {key}; {clients}"), good_if(!certificate.is_empty() && !key.is_empty()))
        }),
        of("rules.plaintext", "no line lets anybody in without TLS", &|inside| {
            judged(inside, open_without_tls)
        }),
        of("rules.errors", "no line that the server cannot read", &|inside| judged(inside, broken)),
        of("sessions.plaintext", "no session over the network without TLS", &|inside| {
            let all: Vec<String> = inside.in_plaintext().map(ToString::to_string).collect();
            if all.is_empty() {
                ("none".to_owned(), Verdict::Good)
            } else {
                (all.join("; "), Verdict::Violation)
            }
        }),
    ];
    checks.extend(of_files(inside, shown));
    checks
}

fn protocol(inside: &Inside) -> (String, Verdict) {
    let least = inside.setting("ssl_min_protocol_version");
    let most = inside.setting("ssl_max_protocol_version");
    let good = matches!(least, "TLSv1.2" | "TLSv1.3") && matches!(most, "" | "TLSv1.2" | "TLSv1.3");
    let shown = |version: &str| if version.is_empty() { "any".to_owned() } else { version.to_owned() };
    (format!("from {} to {}", shown(least), shown(most)), good_if(good))
}

fn judged(inside: &Inside, wrong: for<'a, 'b> fn(&'b [Line<'a>]) -> Vec<&'b Line<'a>>) -> (String, Verdict) {
    let Some(lines) = Line::read_all(&inside.rules) else {
        return ("not seen".to_owned(), Verdict::Unseen);
    };
    let wrong = wrong(&lines);
    if wrong.is_empty() { ("none".to_owned(), Verdict::Good) } else { (listed(&wrong), Verdict::Violation) }
}

/// Whether the server works with what lies on its disk. That takes a superuser, and another login is told so.
fn of_files(inside: Option<&Inside>, shown: Option<&Certificate>) -> [Check; 2] {
    let (rules, certificate) = match inside.map(|inside| &inside.files) {
        None => {
            let unseen = ("not seen: there is no session".to_owned(), Verdict::Unseen);
            (unseen.clone(), unseen)
        }
        Some(Files::Closed) => {
            let closed = ("only a superuser sees the server's files".to_owned(), Verdict::Warning);
            (closed.clone(), closed)
        }
        Some(Files::Unread(error)) => {
            let unseen = (format!("not seen ({error})"), Verdict::Unseen);
            (unseen.clone(), unseen)
        }
        Some(Files::Open { rules_changed, certificate }) => {
            let rules = match rules_changed.as_str() {
                "" => ("unchanged since they were read".to_owned(), Verdict::Good),
                files => (format!("{files} changed since; SELECT pg_reload_conf()"), Verdict::Violation),
            };
            let on_disk = Certificate::from_pem(certificate.as_bytes()).and_then(|it| it.sha256());
            let in_use = shown.and_then(Certificate::sha256);
            let certificate = match (on_disk, in_use) {
                (Some(on_disk), Some(in_use)) if on_disk == in_use => {
                    ("the one in use".to_owned(), Verdict::Good)
                }
                (Some(_), Some(_)) => {
                    ("another than the one in use; SELECT pg_reload_conf()".to_owned(), Verdict::Violation)
                }
                (_, None) | (None, _) => ("it cannot be read".to_owned(), Verdict::Unseen),
            };
            (rules, certificate)
        }
    };
    [
        check("rules.loaded", "the access rules on disk are in force", rules, VisibleTo::Superuser),
        check("server.loaded", "the certificate on disk is in use", certificate, VisibleTo::Superuser),
    ]
}

impl std::fmt::Display for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pid, login, application, address, encrypted: _ } = self;
        write!(f, "pid {pid} of {} from {address}", if login.is_empty() { "nobody yet" } else { login })?;
        if application.is_empty() { Ok(()) } else { write!(f, " ({application})") }
    }
}

#[cfg(test)]
mod tests;
