//! Making one fault happen, and finding out that it did.

use super::{
    Error,
    case::{At, Case, Fault, POOL_MODES, STRANGER},
    scene::{PATIENCE, Running, Scene},
};
use crate::{
    failure::{At as _, Failure},
    random::Random,
    system,
};
use mosaic_lab::{
    cluster::{Cluster, Options, SUPERUSER, Shutdown},
    error,
    pgbouncer::{PgBouncer, PoolMode},
    postgres::{self, Major},
    proxy::{Direction, Place, RecordFault},
};
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs::{self, File},
    io::Write as _,
    process::Command,
    thread,
    time::{Duration, Instant},
};

/// How long it takes until a record that waits is looked at again.
const MOMENT: Duration = Duration::from_millis(10);
/// How far the wall clock goes, in seconds.
const HOUR: &str = "3600";

/// What was set up for one case.
pub(super) struct Stage {
    case: Case,
    seed: u64,
    pooler: Option<PgBouncer>,
    standby: Option<Cluster>,
    /// How much the server, and the other one, had logged before.
    logged: usize,
    logged_by_stranger: usize,
    /// How often something planned had happened to a record before.
    met: usize,
    /// Whether the server stays away until the command has ended.
    server: Server,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Server {
    Up,
    Down,
}

impl Stage {
    /// Prepares the fault: right before the command starts.
    pub(super) fn set(
        scene: &mut Scene,
        case: Case,
        seed: u64,
        command: &mut Command,
    ) -> Result<Self, Failure> {
        if case.at == At::Form(STRANGER) && scene.stranger.is_none() {
            scene.stranger = Some(Cluster::start(&postgres::find(Major::V17)?, &Options::default())?);
        }
        let mut stage = Self {
            case,
            seed,
            pooler: None,
            standby: None,
            logged: scene.cluster.log().len(),
            logged_by_stranger: scene.stranger.as_ref().map_or(0, |stranger| stranger.log().len()),
            met: scene.proxy.met(),
            server: Server::Up,
        };
        stage.prepare(scene, command)?;
        scene.proxy.count_records();
        if let At::Record(place) = case.at {
            scene.proxy.plan(place, stage.on_the_wire());
        }
        Ok(stage)
    }

    fn prepare(&mut self, scene: &Scene, command: &mut Command) -> Result<(), Failure> {
        match (self.case.fault, self.case.at) {
            (Fault::Reroute, At::Form(STRANGER)) => {
                let port = scene.stranger.as_ref().map(Cluster::port);
                scene.proxy.retarget(port.unwrap_or_default());
            }
            (Fault::Reroute, _) => {
                let standby = scene.cluster.standby()?;
                scene.proxy.retarget(standby.port());
                self.standby = Some(standby);
            }
            (Fault::Promote, _) => self.standby = Some(scene.cluster.standby()?),
            (Fault::Pooler, At::Form(form)) => {
                let logins: Vec<_> =
                    scene.passwords.iter().map(|(login, password)| (*login, password.as_str())).collect();
                let pooler = PgBouncer::before(&scene.cluster, &logins, pool_mode(form))?;
                scene.proxy.retarget(pooler.port());
                self.pooler = Some(pooler);
            }
            (Fault::DiskFull, At::Form(room)) => fill(scene, room.parse().unwrap_or_default())?,
            (Fault::ClockForth | Fault::ClockBack, _) => {
                set_clock(scene, "+0")?;
                let library = system::faketime().ok_or(Error::NoFakeTime)?;
                command.env("LD_PRELOAD", library).env("FAKETIME_TIMESTAMP_FILE", scene.path().join("clock"));
                // The wall clock, and no other; and each time it is asked for.
                command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1").env("DONT_FAKE_MONOTONIC", "1");
                command.env("FAKETIME_NO_CACHE", "1");
            }
            _ => {}
        }
        Ok(())
    }

    fn on_the_wire(&self) -> RecordFault {
        match self.case.fault {
            Fault::Cut => RecordFault::Cut,
            Fault::HalfClose => RecordFault::HalfClose,
            Fault::Delay => RecordFault::Delay(self.pause()),
            _ => RecordFault::Hold,
        }
    }

    /// Some time, which the seed picks.
    fn pause(&self) -> Duration {
        Duration::from_millis(50 + Random::new(self.seed).below(400))
    }

    /// Has it happen while the command runs. What shows that it did; none, when there is nothing left to hit.
    pub(super) fn act(
        &mut self,
        scene: &mut Scene,
        running: &mut Running,
    ) -> Result<Option<String>, Failure> {
        let (At::Record(place), RecordFault::Hold) = (self.case.at, self.on_the_wire()) else {
            return Ok(None);
        };
        if !until_held(scene, running)? {
            return Ok(None);
        }
        let proof = match self.case.fault {
            Fault::Kill => self.kill(running)?,
            Fault::Pause => {
                let proof = stop(running)?;
                thread::sleep(self.pause());
                signal(running, Signal::CONT)?;
                proof
            }
            Fault::Freeze => self.freeze(scene, running, place)?,
            Fault::Terminate => self.terminate(scene)?,
            Fault::Restart => {
                scene.cluster.stop(Shutdown::Fast);
                scene.cluster.start_again()?;
                scene.proxy.retarget(scene.cluster.port());
                self.logged_line(scene, "received fast shutdown request")
            }
            Fault::Immediate => {
                scene.cluster.stop(Shutdown::Immediate);
                self.server = Server::Down;
                self.logged_line(scene, "received immediate shutdown request")
            }
            Fault::Promote => self.promote(scene)?,
            Fault::ClockForth => jump(scene, running, &format!("+{HOUR}"))?,
            Fault::ClockBack => jump(scene, running, &format!("-{HOUR}"))?,
            Fault::Cut
            | Fault::HalfClose
            | Fault::Delay
            | Fault::Reroute
            | Fault::Pooler
            | Fault::DiskFull => None,
        };
        scene.proxy.let_go();
        Ok(proof)
    }

    /// What shows that it happened, of those faults that need nobody to act.
    pub(super) fn seen(&self, scene: &Scene) -> Option<String> {
        match (self.case.fault, &self.standby) {
            (Fault::Cut | Fault::HalfClose | Fault::Delay, _) => {
                (scene.proxy.met() > self.met).then(|| format!("the proxy did it to record {}", self.case.at))
            }
            (Fault::Reroute, Some(standby)) => line(&standby.log(), "connection received: host=127.0.0.1"),
            (Fault::Reroute, None) => {
                let log =
                    scene.stranger.as_ref().map(|stranger| stranger.log().split_off(self.logged_by_stranger));
                line(&log.unwrap_or_default(), "connection received: host=127.0.0.1")
            }
            (Fault::Pooler, _) => {
                let answered = scene.proxy.records(Direction::ToClient);
                let log = self.pooler.as_ref().map(PgBouncer::log).unwrap_or_default();
                let said = log.lines().last().unwrap_or_default();
                (answered > 1)
                    .then(|| format!("the proxy led to PgBouncer, which sent {answered} records: {said}"))
            }
            (Fault::DiskFull, _) => line(&scene.cluster.log()[self.logged..], "No space left on device"),
            _ => None,
        }
    }

    /// Takes away what is in the way, so that the next command is undisturbed.
    pub(super) fn clear(self, scene: &mut Scene) -> Result<(), Failure> {
        scene.proxy.forget_plan();
        scene.proxy.let_go();
        scene.proxy.cut();
        if self.server == Server::Down {
            scene.cluster.start_again()?;
        }
        if self.case.fault == Fault::DiskFull {
            let filler = filler(scene);
            fs::remove_file(&filler).at("remove", &filler)?;
        }
        scene.proxy.retarget(scene.serving().port());
        scene.until_empty(scene.serving(), self.case.subject.database())
    }

    fn kill(&self, running: &mut Running) -> Result<Option<String>, Failure> {
        if running.status()?.is_some() {
            return Ok(None);
        }
        signal(running, Signal::KILL)?;
        // A process that had ended by itself a moment ago has another status.
        use std::os::unix::process::ExitStatusExt as _;
        let status = running.child.wait().at("wait for", "the product".as_ref())?;
        Ok((status.signal() == Some(Signal::KILL.as_raw())).then(|| format!("it ended with {status}")))
    }

    /// Stops it while the server waits for it within a transaction, and waits until the server does no longer.
    fn freeze(&self, scene: &Scene, running: &mut Running, first: Place) -> Result<Option<String>, Failure> {
        let mut place = first;
        while self.sessions(scene, "count(*) FILTER (WHERE state = 'idle in transaction')")? == 0 {
            place.number += 1;
            scene.proxy.plan(place, RecordFault::Hold);
            scene.proxy.let_go();
            if !until_held(scene, running)? {
                return Ok(None);
            }
        }
        stop(running)?;
        let deadline = Instant::now() + 2 * PATIENCE;
        while self.sessions(scene, "count(*)")? > 0 && Instant::now() < deadline {
            thread::sleep(10 * MOMENT);
        }
        signal(running, Signal::CONT)?;
        Ok(self.logged_line(scene, "idle-in-transaction timeout"))
    }

    fn terminate(&self, scene: &Scene) -> Result<Option<String>, Failure> {
        let ended = self.sessions(scene, "count(pg_terminate_backend(pid, 10000))")?;
        let line = self.logged_line(scene, "terminating connection due to administrator command");
        Ok(line.filter(|_| ended > 0))
    }

    fn promote(&mut self, scene: &mut Scene) -> Result<Option<String>, Failure> {
        let Some(standby) = self.standby.take() else { return Ok(None) };
        let ask = |cluster: &Cluster, query: &str| -> Result<String, Failure> {
            let row = cluster.admin(SUPERUSER)?.query_one(query, &[]).map_err(error::Error::from)?;
            Ok(row.get(0))
        };
        let written = ask(&scene.cluster, "SELECT pg_current_wal_lsn()::text")?;
        let replayed = format!("SELECT (pg_last_wal_replay_lsn() >= '{written}'::pg_lsn)::text");
        let deadline = Instant::now() + PATIENCE;
        while ask(&standby, &replayed)? != "true" {
            if Instant::now() > deadline {
                return Err(Error::StandbyBehind.into());
            }
            thread::sleep(MOMENT);
        }
        ask(&standby, "SELECT pg_promote()::text")?;
        let proof = line(&standby.log(), "selected new timeline ID");
        scene.proxy.retarget(standby.port());
        scene.successor = Some(standby);
        scene.proxy.cut();
        Ok(proof)
    }

    /// A number about the sessions of the command.
    fn sessions(&self, scene: &Scene, what: &str) -> Result<i64, Failure> {
        let (login, database) = (self.case.subject.login(), self.case.subject.database());
        let query = format!(
            "SELECT {what} FROM pg_stat_activity WHERE usename = '{login}' AND datname = '{database}'"
        );
        Ok(scene.cluster.admin(SUPERUSER)?.query_one(&query, &[]).map_err(error::Error::from)?.get(0))
    }

    /// The server's line with these words since this stage was set.
    fn logged_line(&self, scene: &Scene, words: &str) -> Option<String> {
        logged_line(|| scene.cluster.log().split_off(self.logged), words)
    }
}

/// A line with these words in a log, to which it may come a moment late.
fn logged_line(log: impl Fn() -> String, words: &str) -> Option<String> {
    let deadline = Instant::now() + 100 * MOMENT;
    loop {
        let found = line(&log(), words);
        if found.is_some() || Instant::now() > deadline {
            return found;
        }
        thread::sleep(MOMENT);
    }
}

fn pool_mode(form: &str) -> PoolMode {
    let modes = [PoolMode::Session, PoolMode::Transaction, PoolMode::Statement];
    debug_assert_eq!(modes.map(PoolMode::name), POOL_MODES);
    modes.into_iter().find(|mode| mode.name() == form).unwrap_or(PoolMode::Session)
}

/// Waits until the record waits. False: the command ended before it came.
fn until_held(scene: &Scene, running: &mut Running) -> Result<bool, Failure> {
    let deadline = Instant::now() + PATIENCE;
    while !scene.proxy.until_held(MOMENT) {
        if running.status()?.is_some() || Instant::now() > deadline {
            return Ok(false);
        }
    }
    Ok(running.status()?.is_none())
}

fn line(log: &str, words: &str) -> Option<String> {
    log.lines().find(|line| line.contains(words)).map(str::to_owned)
}

fn signal(running: &Running, signal: Signal) -> Result<(), Failure> {
    let sent = kill_process(Pid::from_child(&running.child), signal);
    sent.map_err(std::io::Error::from).at("signal", "the product".as_ref())
}

/// SIGSTOP, and what shows that all of the process stands still (proc_pid_stat(5): state T).
fn stop(running: &Running) -> Result<Option<String>, Failure> {
    signal(running, Signal::STOP)?;
    let path = format!("/proc/{}/stat", running.child.id());
    let deadline = Instant::now() + PATIENCE;
    loop {
        let stat = fs::read_to_string(&path).at("read", path.as_ref())?;
        let state = stat.rsplit(") ").next().unwrap_or_default();
        if state.starts_with('T') {
            return Ok(Some(format!("{path} says T")));
        }
        if Instant::now() > deadline {
            return Ok(None);
        }
        thread::sleep(MOMENT);
    }
}

/// Has the wall clock of the process jump.
fn jump(scene: &Scene, running: &Running, to: &str) -> Result<Option<String>, Failure> {
    let path = format!("/proc/{}/maps", running.child.id());
    let maps = fs::read_to_string(&path).at("read", path.as_ref())?;
    set_clock(scene, to)?;
    Ok(line(&maps, "libfaketime").map(|line| format!("{to} s, and {path} has {line}")))
}

fn set_clock(scene: &Scene, to: &str) -> Result<(), Failure> {
    let (new, path) = (scene.path().join("clock.new"), scene.path().join("clock"));
    fs::write(&new, to).at("write", &new)?;
    fs::rename(&new, &path).at("replace", &path)
}

fn filler(scene: &Scene) -> std::path::PathBuf {
    scene.cluster.small_disk().join("filler")
}

/// Leaves so many KiB on the small disk.
fn fill(scene: &Scene, room: u64) -> Result<(), Failure> {
    let disk = scene.cluster.small_disk();
    let space = rustix::fs::statvfs(&disk).map_err(std::io::Error::from).at("look at", &disk)?;
    let taken = (space.f_bavail * space.f_frsize).saturating_sub(room * 1_024);
    let path = filler(scene);
    let mut file = File::create(&path).at("make", &path)?;
    let block = vec![0; 1 << 16];
    let mut left = taken;
    while left > 0 {
        let now = usize::try_from(left).map_or(block.len(), |left| left.min(block.len()));
        file.write_all(&block[..now]).at("write", &path)?;
        left -= now as u64;
    }
    Ok(())
}
