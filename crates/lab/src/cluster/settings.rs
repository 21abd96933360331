//! The configuration of a server: who may connect, and how it runs.

use super::{Options, layout::Layout};

/// Whether commits wait for the disk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// They do not: a crash of the machine loses the cluster. For tests.
    #[default]
    Volatile,
    /// They do, as in production. For demonstrations and measurements.
    Durable,
}

/// How a login over TLS proves who it is (the PostgreSQL manual, "The pg_hba.conf File").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Authentication {
    /// The only good one.
    ScramSha256,
    /// The challenge of old. A login whose stored password is a SCRAM verifier still gets SCRAM.
    Md5,
    /// The password itself.
    Password,
    /// Not at all.
    Trust,
}

/// The text of `pg_hba.conf`. There is no rule for TCP without TLS. The superuser's way in is the socket, which
/// only its owner and root reach.
pub(super) fn access(authentication: Authentication) -> String {
    let method = match authentication {
        Authentication::ScramSha256 => "scram-sha-256",
        Authentication::Md5 => "md5",
        Authentication::Password => "password",
        Authentication::Trust => "trust",
    };
    format!(
        "local   all         all                 trust\n\
         local   replication all                 trust\n\
         hostssl all         all 127.0.0.1/32    {method}\n\
         hostssl replication all 127.0.0.1/32    {method}\n"
    )
}

/// What is put after the `postgresql.conf` that `initdb` wrote; a later line wins.
pub(super) fn lines(options: &Options, layout: &Layout, port: u16) -> String {
    let mut lines = vec![
        "listen_addresses = '127.0.0.1'".to_owned(),
        format!("port = {port}"),
        format!("unix_socket_directories = '{}'", layout.socket().display()),
        "ssl = on".into(),
        "ssl_cert_file = 'server.crt'".into(),
        "ssl_key_file = 'server.key'".into(),
        "password_encryption = 'scram-sha-256'".into(),
        "log_connections = on".into(),
        "log_line_prefix = '%m [%p] %q%u@%d %a '".into(),
        // The only time zone that needs no time zone files.
        "timezone = 'GMT'".into(),
        "log_timezone = 'GMT'".into(),
        // The libraries for it are not unpacked.
        "jit = off".into(),
        "shared_buffers = '32MB'".into(),
        "max_connections = 100".into(),
    ];
    if options.durability == Durability::Volatile {
        lines.extend([
            "fsync = off".into(),
            "synchronous_commit = off".into(),
            "full_page_writes = off".into(),
        ]);
    }
    lines.extend(options.settings.iter().cloned());
    lines.join("\n") + "\n"
}
