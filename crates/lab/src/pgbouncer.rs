//! PgBouncer, Debian's, in front of a server: it ends TLS itself, and has sessions share connections.

use crate::{
    account::Account,
    cache,
    cluster::Cluster,
    debian,
    error::{At, Error},
    port, process,
    watchdog::Watchdog,
};
use std::{
    fs::{self, OpenOptions},
    io::Write as _,
    net::{Ipv4Addr, TcpStream},
    os::unix::{fs::OpenOptionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// Longer than any start on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// When a connection to the server goes back to the pool (PgBouncer's manual, `pool_mode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PoolMode {
    /// With the client's session.
    Session,
    /// With each transaction.
    Transaction,
    /// With each statement.
    Statement,
}

impl PoolMode {
    /// As PgBouncer spells it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Transaction => "transaction",
            Self::Statement => "statement",
        }
    }
}

/// Runs until it is dropped.
pub struct PgBouncer {
    child: Child,
    directory: PathBuf,
    port: u16,
    watchdog: Watchdog,
}

impl PgBouncer {
    /// One in front of the cluster for these logins and their passwords, with a certificate of the cluster's authority.
    ///
    /// # Errors
    /// When it cannot be fetched or does not start; the end of its log is in the error.
    pub fn before(cluster: &Cluster, logins: &[(&str, &str)], mode: PoolMode) -> Result<Self, Error> {
        let root = fetch()?;
        let account = Account::for_servers()?;
        let parent = std::env::temp_dir();
        let directory = tempfile::Builder::new().prefix("mosaic-lab-").tempdir_in(&parent);
        // From here on it is the watchdog's.
        let directory = directory.at("make a directory in", &parent)?.keep();
        let mut watchdog = Watchdog::over(&directory)?;
        account.owns(&directory)?;
        let identity = cluster.authority().server()?;
        let users: String =
            logins.iter().map(|(login, password)| format!("\"{login}\" \"{password}\"\n")).collect();
        let port = port::free()?;
        for (name, text) in [
            ("server.crt", identity.certificate.as_str()),
            ("server.key", &identity.key),
            ("ca.pem", cluster.authority().pem()),
            ("users.txt", &users),
            ("pgbouncer.ini", &configuration(&directory, cluster.port(), port, mode)),
            ("pgbouncer.log", ""),
        ] {
            write(account, &directory.join(name), text)?;
        }
        let (loader, libraries) = debian::loader(&root)?;
        let mut command = Command::new(loader);
        command.arg("--library-path").arg(libraries).arg(root.join("usr/sbin/pgbouncer"));
        command.arg("--quiet").arg(directory.join("pgbouncer.ini"));
        // Signals from a terminal are for whoever started it.
        command.process_group(0).current_dir("/").env_clear();
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = account.runs(&mut command).spawn();
        let child = child.map_err(|source| Error::Start { program: "pgbouncer".into(), source })?;
        watchdog.watch(child.id())?;
        let mut pooler = Self { child, directory, port, watchdog };
        pooler.wait_until_it_listens()?;
        Ok(pooler)
    }

    /// The TCP port on 127.0.0.1.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// What it has logged so far.
    #[must_use]
    pub fn log(&self) -> String {
        let text = fs::read(self.directory.join("pgbouncer.log")).unwrap_or_default();
        String::from_utf8_lossy(&text).into_owned()
    }

    fn wait_until_it_listens(&mut self) -> Result<(), Error> {
        let deadline = Instant::now() + PATIENCE;
        while TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_err() {
            let ended = self.child.try_wait().is_ok_and(|status| status.is_some());
            if ended || Instant::now() > deadline {
                return Err(Error::NotReady { log: process::tail(&self.log()) });
            }
            thread::sleep(Duration::from_millis(5));
        }
        Ok(())
    }
}

impl Drop for PgBouncer {
    fn drop(&mut self) {
        // Errors mean that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // What is left of a directory that cannot be removed now is the watchdog's, and then the system's.
        let _ = fs::remove_dir_all(&self.directory);
        self.watchdog.dismiss();
    }
}

/// The directory of the unpacked package, fetched now unless the cache has it.
fn fetch() -> Result<PathBuf, Error> {
    cache::once(&format!("pgbouncer-{}", debian::SUITE), |root| {
        debian::unpack(root, &["pgbouncer".to_owned()], debian::is_library)
    })
}

/// TLS on both sides. It is told to let pass what it does not know, so that nothing but the way in is in the way.
fn configuration(directory: &Path, server: u16, port: u16, mode: PoolMode) -> String {
    let directory = directory.display();
    format!(
        "[databases]\n\
         * = host=127.0.0.1 port={server}\n\
         [pgbouncer]\n\
         listen_addr = 127.0.0.1\n\
         listen_port = {port}\n\
         unix_socket_dir =\n\
         auth_type = scram-sha-256\n\
         auth_file = {directory}/users.txt\n\
         client_tls_sslmode = require\n\
         client_tls_cert_file = {directory}/server.crt\n\
         client_tls_key_file = {directory}/server.key\n\
         server_tls_sslmode = verify-ca\n\
         server_tls_ca_file = {directory}/ca.pem\n\
         pool_mode = {}\n\
         ignore_startup_parameters = extra_float_digits,options,search_path,lock_timeout,statement_timeout,\
         idle_in_transaction_session_timeout,client_connection_check_interval,tcp_keepalives_idle,\
         tcp_keepalives_interval,tcp_keepalives_count,tcp_user_timeout,client_min_messages,\
         default_transaction_isolation,default_transaction_read_only,row_security\n\
         log_connections = 1\n\
         log_disconnections = 1\n\
         logfile = {directory}/pgbouncer.log\n",
        mode.name()
    )
}

fn write(account: Account, path: &Path, text: &str) -> Result<(), Error> {
    let file = OpenOptions::new().create_new(true).write(true).mode(0o600).open(path);
    file.and_then(|mut file| file.write_all(text.as_bytes())).at("write", path)?;
    account.owns(path)
}
