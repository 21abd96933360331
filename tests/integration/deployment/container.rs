//! One service as a container engine would run it, without an engine: a mount namespace with a root of its own that holds
//! the programs of the machine and what the service mounts, its user, its capabilities and nothing else.

use super::machine::Machine;
use super::stack::{From, Service};
use crate::support::Ended;
use mosaic_lab::cache;
use std::fmt::Write as _;
use std::fs::File;
use std::process::{Child, Command, Stdio};

/// What an image sets.
const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const PROGRAM: &str = "/usr/local/bin/mosaic-db-migrator";

/// A root with the machine's programs and no file of anybody.
const ROOT: &str = r#"
mount -t tmpfs -o mode=0755 tmpfs "$root"
cd "$root"
mkdir -p usr/local/bin etc proc dev/shm run var/lib
for part in bin lib lib32 lib64 sbin share; do
    if [ -e /usr/$part ]; then mkdir usr/$part; mount --rbind /usr/$part usr/$part; fi
    if [ -L /$part ]; then ln -s usr/$part $part; fi
done
ln -s ../run var/run
mount --rbind /proc proc
for device in null zero full random urandom; do
    touch dev/$device
    mount --bind /dev/$device dev/$device
done
mount -t tmpfs -o mode=1777 tmpfs dev/shm
cp /etc/ld.so.cache etc/
printf 'root:x:0:0::/:\npostgres:x:999:999::/:\n' >etc/passwd
echo 'hosts: files' >etc/nsswitch.conf
"#;

/// Where a container's own root is mounted; no other namespace sees it.
const MOUNT_POINT: &str = "/mnt";

pub struct Container<'a> {
    pub machine: &'a Machine,
    pub service: Service,
    environment: Vec<(String, String)>,
}

impl<'a> Container<'a> {
    pub fn new(machine: &'a Machine, service: Service) -> Self {
        let environment = service.environment().into_iter().collect();
        Self { machine, service, environment }
    }

    /// With one more variable.
    pub fn env(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Without a variable of the file.
    pub fn without(mut self, name: &str) -> Self {
        self.environment.retain(|(known, _)| known != name);
        self
    }

    /// What the service runs, as the program's image or as another one runs it.
    pub fn command(&self) -> Vec<String> {
        let command = self.service.texts("command");
        if self.service.text("image").starts_with("mosaic@") {
            return self.machine.entrypoint().into_iter().chain(command).collect();
        }
        command
    }

    /// Runs what the service runs to its end.
    pub fn run(&self) -> Ended {
        self.execute(&self.command())
    }

    /// Runs its health check to its end.
    pub fn check_health(&self) -> Ended {
        let test = super::stack::texts(&self.service.definition["healthcheck"]["test"]);
        assert_eq!(test[0], "CMD");
        self.execute(&test[1..])
    }

    /// Runs something else in such a container to its end.
    pub fn execute(&self, command: &[String]) -> Ended {
        let output = self.prepared(command).output().expect("a container");
        Ended::from(output)
    }

    /// Starts what the service runs.
    pub fn start(&self, log: &File) -> Child {
        let mut command = self.prepared(&self.command());
        command.stdout(log.try_clone().expect("a log")).stderr(log.try_clone().expect("a log"));
        command.spawn().expect("a container")
    }

    /// Something to be run in a container that runs already.
    pub fn beside(&self, running: &Child, command: &[&str]) -> Command {
        let mut enter = Command::new("nsenter");
        enter.args(["--target", &running.id().to_string(), "--mount", "--root", "--wd=/", "--"]);
        enter.arg("setpriv").args(self.privileges()).arg("--").args(command);
        self.surround(&mut enter);
        enter
    }

    fn prepared(&self, command: &[String]) -> Command {
        let mut unshare = Command::new("unshare");
        unshare.args(["--mount", "--propagation=private"]);
        if self.service.definition["network_mode"] == "none" {
            unshare.arg("--net");
        }
        let script = self.script();
        unshare.args(["--", "sh", "-euc", &script, "sh", "setpriv"]).args(self.privileges());
        unshare.arg("--").args(command).stdin(Stdio::null());
        self.surround(&mut unshare);
        unshare
    }

    fn surround(&self, command: &mut Command) {
        let programs = self.machine.installation().bin().display().to_string();
        command.env_clear().env("PATH", format!("{programs}:{PATH}"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
    }

    fn privileges(&self) -> Vec<String> {
        let (user, group) = self.service.text("user").split_once(':').expect("user and group");
        assert_eq!(self.service.texts("cap_drop"), ["ALL"]);
        let kept = self.service.texts("cap_add").iter().fold(String::new(), |mut kept, name| {
            let _infallible = write!(kept, ",+{}", name.to_lowercase());
            kept
        });
        let mut options = vec![
            format!("--reuid={user}"),
            format!("--regid={group}"),
            "--clear-groups".to_owned(),
            "--inh-caps=-all".to_owned(),
            format!("--bounding-set=-all{kept}"),
            // A test that is killed leaves no server.
            "--pdeathsig=QUIT".to_owned(),
        ];
        if self.service.texts("security_opt") == ["no-new-privileges:true"] {
            options.push("--no-new-privs".to_owned());
        }
        options
    }

    fn script(&self) -> String {
        let mut script = format!("root={MOUNT_POINT}\n{ROOT}");
        let mut line = |text: &str| script.extend([text, "\n"]);
        line(&format!("echo {} >etc/hosts", quoted(&self.machine.hosts())));
        line(&format!(
            "touch .{PROGRAM}; mount --bind {} .{PROGRAM}",
            env!("CARGO_BIN_EXE_mosaic-db-migrator")
        ));
        let fetched = cache::root().display().to_string();
        if self.machine.installation().bin().starts_with(&fetched) {
            line(&format!("mkdir -p .{fetched}; mount --bind {fetched} .{fetched}"));
        }
        for target in self.service.texts("tmpfs") {
            line(&format!("mkdir -p .{target}; mount -t tmpfs -o mode=1777 tmpfs .{target}"));
        }
        for mount in self.service.mounts() {
            let source = match mount.from {
                From::Path(path) => path,
                From::Volume(name) => self.machine.volume(&name, &mount.target),
            };
            let (source, target) =
                (quoted(&source.display().to_string()), quoted(&format!(".{}", mount.target)));
            line(&format!("mkdir -p $(dirname {target})"));
            line(&format!("if [ -d {source} ]; then mkdir -p {target}; else touch {target}; fi"));
            line(&format!("mount --bind {source} {target}"));
            if mount.read_only {
                line(&format!("mount -o remount,bind,ro {target}"));
            }
        }
        if self.service.text("read_only") == "true" {
            line("mount -o remount,ro \"$root\"");
        }
        line("exec chroot \"$root\" \"$@\"");
        script
    }
}

fn quoted(text: &str) -> String {
    assert!(!text.contains('\''), "{text}");
    format!("'{text}'")
}
