//! One running PostgreSQL server with its own data directory, certificates and superuser.
//!
//! Invariant: a server started with [`Cluster::start`] does not outlive the process that started it, however
//! that process ends.

mod layout;
mod reload;
mod server;
mod settings;
mod site;
mod standby;
mod template;

pub use settings::{Authentication, Durability};

use crate::{
    cache,
    certificates::{Authority, Identity},
    error::{At, Error},
    password,
    postgres::Installation,
};
use layout::Layout;
use postgres::{Client, Config, NoTls};
use server::Server;
use site::{Lifetime, Site};
use std::{
    fmt::Write as _,
    fs,
    io::{Seek, Write as _},
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::Arc,
};

/// The name of the superuser.
pub const SUPERUSER: &str = "postgres";

/// How a cluster is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether commits wait for the disk.
    pub durability: Durability,
    /// Further lines of `postgresql.conf`, such as `max_connections = 20`.
    pub settings: Vec<String>,
    /// How many bytes a file may grow to. To the server, one that may not grow is a disk that is full. Below a segment of
    /// its log, 16 MB, it does not start.
    pub largest_file: Option<u64>,
    /// How many bytes there are on a file system of its own, for tablespaces: see [`Cluster::small_disk`]. Only root can
    /// make one.
    pub small_disk: Option<u64>,
}

/// How a server is told to stop (the PostgreSQL manual, "Shutting Down the Server").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// It ends all sessions, rolls back what they were at and stops in good order.
    Fast,
    /// It ends at once, and recovers from its log when it is started again.
    Immediate,
}

/// A running server.
pub struct Cluster {
    installation: Installation,
    options: Options,
    site: Site,
    authority: Arc<Authority>,
    superuser_password: String,
    server: Server,
}

impl Cluster {
    /// Starts a server in a temporary directory. It ends, and its files go, with this value or with the process.
    ///
    /// # Errors
    /// When a program, a file or the server itself fails; the end of the server log is in the error.
    pub fn start(installation: &Installation, options: &Options) -> Result<Self, Error> {
        Self::launch(installation, options, Site::temporary(options.durability)?, Arc::new(Authority::new()?))
    }

    /// The same, with certificates of another one's authority: who trusts one trusts both.
    ///
    /// # Errors
    /// As for [`Cluster::start`].
    pub fn start_beside(&self, installation: &Installation, options: &Options) -> Result<Self, Error> {
        Self::launch(installation, options, Site::temporary(options.durability)?, Arc::clone(&self.authority))
    }

    /// Starts a server in a temporary directory, and lets it run when this value goes: see [`stop_lasting`].
    ///
    /// # Errors
    /// As for [`Cluster::start`].
    pub fn start_lasting(installation: &Installation, options: &Options) -> Result<Self, Error> {
        Self::launch(installation, options, Site::lasting()?, Arc::new(Authority::new()?))
    }

    fn launch(
        installation: &Installation,
        options: &Options,
        mut site: Site,
        authority: Arc<Authority>,
    ) -> Result<Self, Error> {
        template::copy(installation, &site.layout)?;
        site.layout.write_authority(&authority)?;
        site.layout.write_identity(&authority.server()?)?;
        if let Some(bytes) = options.small_disk {
            site.layout.mount_small_disk(bytes)?;
        }
        let server = site.launch(installation, options)?;
        let superuser_password = password::generated();
        let cluster = Self {
            installation: installation.clone(),
            options: options.clone(),
            site,
            authority,
            superuser_password,
            server,
        };
        let set = format!("ALTER ROLE {SUPERUSER} PASSWORD '{}'", cluster.superuser_password);
        cluster.admin(SUPERUSER)?.batch_execute(&set)?;
        Ok(cluster)
    }

    /// The installation it runs.
    #[must_use]
    pub fn installation(&self) -> &Installation {
        &self.installation
    }

    /// The name that the server's certificate carries. The address 127.0.0.1 is in it too.
    #[must_use]
    pub fn host(&self) -> &'static str {
        "localhost"
    }

    /// The TCP port on 127.0.0.1.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.server.port()
    }

    /// The process id of the postmaster.
    #[must_use]
    pub fn pid(&self) -> u32 {
        self.server.id()
    }

    /// The directory that holds everything of this cluster, readable for every account but for secret parts.
    #[must_use]
    pub fn directory(&self) -> &Path {
        self.site.layout.directory()
    }

    /// The certificate of the authority that signed the server's certificate.
    #[must_use]
    pub fn ca_pem_path(&self) -> PathBuf {
        self.site.layout.ca()
    }

    /// The authority itself, to sign further certificates.
    #[must_use]
    pub fn authority(&self) -> &Authority {
        &self.authority
    }

    /// The password of the superuser for connections over TLS, 28 letters, digits, `-` and `_`.
    #[must_use]
    pub fn superuser_password(&self) -> &str {
        &self.superuser_password
    }

    /// A connection URL over TLS for this login, with every byte of its parts escaped that needs it.
    #[must_use]
    pub fn url(&self, user: &str, password: &str, database: &str) -> String {
        self.url_through(self.port(), user, password, database)
    }

    /// The same through another port, such as a proxy's.
    #[must_use]
    pub fn url_through(&self, port: u16, user: &str, password: &str, database: &str) -> String {
        let (user, password, database) = (escaped(user), escaped(password), escaped(database));
        format!("postgresql://{user}:{password}@{}:{port}/{database}?sslmode=verify-full", self.host())
    }

    /// The directory on the file system that [`Options::small_disk`] asked for. The server may write to it.
    #[must_use]
    pub fn small_disk(&self) -> PathBuf {
        self.site.layout.small_disk()
    }

    /// A superuser session over the Unix socket.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn admin(&self, database: &str) -> Result<Client, Error> {
        let mut config = Config::new();
        config.host_path(self.site.layout.socket()).port(self.port()).user(SUPERUSER).dbname(database);
        Ok(config.application_name("mosaic-lab").connect(NoTls)?)
    }

    /// Makes an empty database.
    ///
    /// # Errors
    /// When the server refuses it.
    pub fn create_database(&self, name: &str) -> Result<(), Error> {
        let name = name.replace('"', "\"\"");
        Ok(self.admin(SUPERUSER)?.batch_execute(&format!("CREATE DATABASE \"{name}\""))?)
    }

    /// The path of this server's own psql.
    #[must_use]
    pub fn psql(&self) -> PathBuf {
        self.installation.client("psql")
    }

    /// Runs SQL through this server's own psql as the superuser over the Unix socket. psql stops at the first
    /// error with status 3. `variables` are psql variables, for `:name` and `:'name'` in the text.
    ///
    /// # Errors
    /// When psql cannot be started; what it makes of the SQL is in the output.
    pub fn run_psql(&self, database: &str, sql: &str, variables: &[(&str, &str)]) -> Result<Output, Error> {
        let directory = std::env::temp_dir();
        // A file, not a pipe: psql may print while there is still SQL to hand over.
        let mut input = tempfile::tempfile().at("make a file in", &directory)?;
        input.write_all(sql.as_bytes()).and_then(|()| input.rewind()).at("write a file in", &directory)?;
        let mut psql = Command::new(self.psql());
        psql.args(["--no-psqlrc", "--set=ON_ERROR_STOP=1", "--file=-", "--username", SUPERUSER])
            .arg("--host")
            .arg(self.site.layout.socket())
            .args(["--port", &self.port().to_string(), "--dbname", database]);
        for (name, value) in variables {
            psql.arg(format!("--set={name}={value}"));
        }
        psql.stdin(input).output().map_err(|source| Error::Start { program: "psql".into(), source })
    }

    /// Ends the server at once, as a crash does, and starts it again on another port. It recovers from its log.
    ///
    /// # Errors
    /// As for [`Cluster::start`].
    pub fn crash(&mut self) -> Result<(), Error> {
        self.stop(Shutdown::Immediate);
        self.start_again()
    }

    /// Stops the server and waits for its end.
    pub fn stop(&mut self, how: Shutdown) {
        self.server.stop(how);
    }

    /// Starts it again after it was stopped, on another port.
    ///
    /// # Errors
    /// As for [`Cluster::start`].
    pub fn start_again(&mut self) -> Result<(), Error> {
        self.server = self.site.launch(&self.installation, &self.options)?;
        Ok(())
    }

    /// The certificate and the key that the server presents.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn identity(&self) -> Result<Identity, Error> {
        let read = |name: &str| {
            let path = self.site.layout.data().join(name);
            fs::read_to_string(&path).at("read", &path)
        };
        Ok(Identity { certificate: read("server.crt")?, key: read("server.key")? })
    }

    /// What the server has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        self.site.layout.log_text()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let Lifetime::Scoped(watchdog) = &mut self.site.lifetime else { return };
        self.server.stop(Shutdown::Immediate);
        if std::thread::panicking() {
            keep_log(&self.site.layout);
        }
        self.site.layout.unmount_small_disk();
        // What is left of a directory that cannot be removed now is the watchdog's, and then the system's.
        let _ = fs::remove_dir_all(self.site.layout.directory());
        watchdog.dismiss();
    }
}

/// Stops a server that [`Cluster::start_lasting`] started in this directory, and removes the directory.
///
/// # Errors
/// When there is no cluster in the directory, or it does not go away.
pub fn stop_lasting(directory: &Path) -> Result<(), Error> {
    server::stop_on(&directory.join("data"))?;
    fs::remove_dir_all(directory).at("remove", directory)
}

/// Where the logs of servers go whose test failed.
#[must_use]
pub fn kept_logs() -> PathBuf {
    cache::root().join("logs")
}

/// Copies the log of a failed test to where it survives, and says where that is.
#[expect(clippy::print_stderr, reason = "a test that fails reports on its standard error")]
fn keep_log(layout: &Layout) {
    let kept = kept_logs();
    let name = layout.directory().file_name().unwrap_or_default().to_string_lossy();
    let file = kept.join(format!("{name}.log"));
    match fs::create_dir_all(&kept).and_then(|()| fs::copy(layout.log(), &file)) {
        Ok(_) => eprintln!("server log: {}", file.display()),
        Err(error) => eprintln!("server log not kept in {}: {error}", file.display()),
    }
}

/// Percent-encodes all but unreserved characters (RFC 3986, 2.3).
fn escaped(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
        out
    })
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn url_parts_are_escaped() {
        assert_eq!(escaped("a-Z_0.~"), "a-Z_0.~");
        assert_eq!(escaped("@:/?#%' \\ä"), "%40%3A%2F%3F%23%25%27%20%5C%C3%A4");
    }
}
