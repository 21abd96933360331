//! The machine that a stack is deployed on: the values of its variables, its volumes, and the servers that run.

use super::container::Container;
use super::provider::{Credentials, LOGINS, Provider, directory, file};
use super::stack::{Stack, Variables, shipped};
use crate::support::{Ended, Migrator, wait_until};
use mosaic_lab::postgres::{Installation, Major, find};
use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write as _;
use std::net::TcpListener;
use std::os::unix::fs::chown;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The user of PostgreSQL's official image.
const SERVER: u32 = 999;

/// What the operator of the shipped files types in for the script of bootstrap, in the server's container (docs/deploy.md).
const PSQL: &str = r#"umask 077
sed "s/[\\\\:]/\\\\&/g; s/^/*:*:*:*:/" /run/superuser/superuser-password >/tmp/pgpass
PGPASSFILE=/tmp/pgpass psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres
ended=$?; rm /tmp/pgpass; exit $ended"#;

pub struct Machine {
    pub provider: Provider,
    variables: RefCell<Variables>,
    installation: Installation,
    port: u16,
    /// What its networks call this machine.
    names: RefCell<Vec<String>>,
}

/// A server that ends with this value.
pub struct Server<'a> {
    pub container: Container<'a>,
    child: Child,
}

impl Machine {
    /// With a store of secrets, and the values that every stack needs.
    pub fn new() -> Self {
        let provider = Provider::start();
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a port").port();
        let superuser = directory(&provider.within("superuser"), 0o755);
        let password = superuser.join("superuser-password");
        file(&password, &mosaic_lab::password::generated());
        chown(password, Some(SERVER), Some(SERVER)).expect("root gives it away");
        // A copy, so that a test may change what a server reads.
        let copied =
            Command::new("cp").arg("--recursive").arg(shipped("")).arg(provider.within("deploy")).status();
        assert!(copied.expect("cp").success(), "a copy of deploy");
        let mut variables = Variables::new();
        for (name, image) in
            [("MOSAIC_IMAGE", "mosaic"), ("POSTGRES_IMAGE", "postgres"), ("GATEWAY_IMAGE", "gateway")]
        {
            variables.insert(name.to_owned(), image.to_owned());
            variables.insert(format!("{name}_SHA256"), "a".repeat(64));
        }
        let machine = Self {
            provider,
            variables: RefCell::new(variables),
            installation: find(Major::V17).expect("an installation"),
            port,
            names: RefCell::default(),
        };
        machine.set("MOSAIC_SUPERUSER", superuser);
        machine
    }

    /// Gives a variable its value.
    pub fn set(&self, name: &str, value: impl Into<PathBuf>) {
        let value = value.into().into_os_string().into_string().expect("UTF-8");
        self.variables.borrow_mut().insert(name.to_owned(), value);
    }

    /// Has its networks know another name of this machine.
    pub fn name(&self, name: &str) {
        self.names.borrow_mut().push(name.to_owned());
    }

    /// Stores and renders what belongs to a database on this host.
    pub fn render(&self, host: &str, out: &str) -> (Credentials, PathBuf, String) {
        let credentials = self.provider.store(host, self.port);
        let out = self.provider.within(out);
        self.provider.render("compose", &out);
        let generation = fs::read_to_string(out.join("current")).expect("a pointer");
        (credentials, out, generation)
    }

    /// A shipped stack.
    pub fn stack(&self, file: &str) -> Stack {
        self.stack_at(&self.provider.within("deploy").join(file))
    }

    /// Another one.
    pub fn stack_at(&self, path: &Path) -> Stack {
        Stack::read(path, &self.variables.borrow()).unwrap_or_else(|name| panic!("{name} is not set"))
    }

    pub const fn installation(&self) -> &Installation {
        &self.installation
    }

    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The line of /etc/hosts.
    pub fn hosts(&self) -> String {
        format!("127.0.0.1 {}", self.names.borrow().join(" "))
    }

    /// A service of a shipped stack.
    pub fn container(&self, file: &str, service: &str) -> Container<'_> {
        Container::new(self, self.stack(file).service(service)).env("MOSAIC_OUTPUT", "json")
    }

    /// What the image of the program starts.
    pub fn entrypoint(&self) -> Vec<String> {
        let text = fs::read_to_string(shipped("Dockerfile")).expect("a Dockerfile");
        let line = text.lines().find_map(|line| line.strip_prefix("ENTRYPOINT ")).expect("an entrypoint");
        serde_json::from_str(line).expect("its exec form")
    }

    /// The directory of a volume. A new one belongs to whom the image says for the place that it is mounted at.
    pub fn volume(&self, name: &str, target: &str) -> PathBuf {
        let path = self.provider.within(&format!("volume-{name}"));
        if !path.exists() {
            directory(&path, 0o755);
            let owner = self.owner(target);
            chown(&path, Some(owner), Some(owner)).expect("root gives it away");
        }
        path
    }

    fn owner(&self, target: &str) -> u32 {
        if target.starts_with("/var/lib/postgresql/") {
            return SERVER;
        }
        let text = fs::read_to_string(shipped("Dockerfile")).expect("a Dockerfile");
        let line =
            text.lines().find(|line| line.starts_with("COPY ") && line.ends_with(&format!(" {target}")));
        let line = line.unwrap_or_else(|| panic!("the image has no {target}: its volume would be root's"));
        let owner = line.split("--chown=").nth(1).and_then(|rest| rest.split(':').next()).expect("an owner");
        owner.parse().expect("a number")
    }

    /// Makes the server's data directory, as the official image does when it has none, starts it, and waits until it is
    /// healthy.
    pub fn start(&self, file: &str, service: &str) -> Server<'_> {
        let container = self.container(file, service).env("PGPORT", &self.port.to_string());
        let made = container.execute(
            &["initdb", "--username=postgres", "--pwfile=/run/superuser/superuser-password", "--no-sync"]
                .map(str::to_owned),
        );
        made.assert_reached();
        let log = File::create(self.provider.within(&format!("{service}.log"))).expect("a log");
        let child = container.start(&log);
        let server = Server { container, child };
        let test = super::stack::texts(&server.container.service.definition["healthcheck"]["test"]);
        wait_until("a healthy server", || {
            let test: Vec<&str> = test[1..].iter().map(String::as_str).collect();
            server.container.beside(&server.child, &test).status().expect("a check").success()
        });
        server
    }

    /// Has the rules of access on this machine changed.
    pub fn change_hba(&self, change: impl FnOnce(&str) -> String) {
        let hba = self.provider.within("deploy/postgres/pg_hba.conf");
        let before = fs::read_to_string(&hba).expect("rules");
        // In place: a container keeps the file that it was started with.
        fs::write(hba, change(&before)).expect("rules");
    }

    /// The script of bootstrap for these passwords.
    pub fn bootstrap(&self, credentials: &Credentials) -> Ended {
        let password = |kind: &str| credentials.passwords.join(kind).display().to_string();
        let [migrator, runtime, importer] = LOGINS.map(|(kind, _)| password(kind));
        let rendered = Migrator::new(&[
            "bootstrap",
            "render",
            "--database=mosaic",
            "--migrator-password-file",
            &migrator,
            "--runtime-password-file",
            &runtime,
            "--importer-password-file",
            &importer,
        ])
        .run();
        rendered.assert_reached();
        rendered
    }
}

impl Server<'_> {
    /// Runs SQL as its superuser, in its container.
    pub fn psql(&self, sql: &str) -> String {
        let mut psql = self.container.beside(&self.child, &["sh", "-c", PSQL]);
        let mut child =
            psql.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("psql");
        let mut input = child.stdin.take().expect("a pipe");
        let sql = sql.to_owned();
        let writer = std::thread::spawn(move || input.write_all(sql.as_bytes()));
        let output = child.wait_with_output().expect("psql ends");
        writer.join().expect("a writer").expect("psql reads all of it");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }
}

impl Drop for Server<'_> {
    fn drop(&mut self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        let _gone_already = rustix::process::kill_process(pid, rustix::process::Signal::QUIT);
        let _gone_already = self.child.wait();
    }
}
