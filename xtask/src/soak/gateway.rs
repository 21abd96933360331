//! A gateway that is asked whether it is ready, at a steady rate, while its database stops being what it was built for and
//! becomes it again.

mod drift;
mod probe;
mod truth;

use super::{
    Error, Extent,
    ground::Ground,
    process::{self, Held},
    report::Case,
    trend::{self, Percentiles},
};
use crate::{
    failure::{At, Failure},
    random::Random,
};
use drift::Drifts;
use probe::{Probe, Prober};
use std::{
    collections::BTreeMap,
    net::{SocketAddr, TcpListener},
    process::{Child, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};
use truth::{Span, Spans};

const DATABASE: &str = "mosaic";
/// How long a service may take to come up.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks at its memory.
const OFTEN: Duration = Duration::from_millis(500);
/// Connections that ask in turns. One of them alone would wait for a check, and not ask meanwhile.
const CLIENTS: u32 = 16;
/// By how much memory may rise from its first quarter to the end, in KiB: what an allocator rounds up.
const RISE: f64 = 1_024.0;
/// Its sessions: the one that checks, and one that has not ended yet.
const SESSIONS: i64 = 2;
/// How old an answer of the example may be: a check has 10 s, and who came while it ran shares it.
const OLDEST: Duration = Duration::from_millis(10_100);

pub(super) fn soak(ground: &Ground, extent: &Extent) -> Result<Case, Failure> {
    let mut case = Case::new("gateway");
    ground.prepare(DATABASE, None)?;
    let status = ground.run(DATABASE, None).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let status = status.at("run", "the product".as_ref())?;
    case.promise("the database is brought up", (!status.success()).then(|| status.to_string()));
    let service = Service::start(ground)?;
    let begun = Instant::now();
    let prober = &Prober { address: service.address, begun, time: extent.time };
    let done = &AtomicBool::new(false);
    let (probes, spans, seen) = thread::scope(|scope| {
        let ask = |client| scope.spawn(move || prober.ask(client, CLIENTS, extent.rate));
        let clients: Vec<_> = (0..CLIENTS).map(ask).collect();
        let watcher = scope.spawn(|| watch(ground, service.id(), begun, done));
        let mut random = Random::new(extent.seed);
        let spans = Drifts::new(ground, DATABASE, begun).go_on(extent.time, &mut random);
        let probes: Result<Vec<Vec<Probe>>, Failure> = clients.into_iter().map(joined).collect();
        done.store(true, Ordering::Relaxed);
        let seen = joined(watcher);
        Ok::<_, Failure>((probes?.concat(), spans?, seen?))
    })?;
    case.took(begun.elapsed());
    let asked = u64::from(extent.rate) * extent.time.as_secs();
    judge_answers(&mut case, &probes, &spans, asked);
    judge_service(&mut case, &seen);
    Ok(case)
}

/// The answers, and whether they were true.
fn judge_answers(case: &mut Case, probes: &[Probe], spans: &Spans, asked: u64) {
    case.figure("probes", probes.len());
    let seconds = probes.iter().map(|probe| probe.received).max().unwrap_or_default().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "far fewer than 2^52 probes")]
    let rate = probes.len() as f64 / seconds.max(f64::MIN_POSITIVE);
    case.figure("probes a second", rounded(rate));
    // From when it was due: a probe that had to wait for the one before it waited too.
    let latency = Percentiles::of(probes.iter().map(|probe| probe.received.saturating_sub(probe.due)));
    for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("most", 1.0)] {
        case.figure(&format!("latency {name} ms"), rounded(latency.at(share)));
    }
    case.promise(
        "every probe was answered",
        (probes.len() as u64 != asked).then(|| format!("{} of {asked}", probes.len())),
    );
    let mut codes: BTreeMap<&str, usize> = BTreeMap::new();
    for probe in probes {
        *codes.entry(&probe.code).or_default() += 1;
    }
    for (code, count) in codes {
        case.figure(&format!("answered {}", if code.is_empty() { "ready" } else { code }), count);
    }
    case.figure("drifts", spans.of(Span::Drifted).count());
    let shown = |probe: &Probe| format!("at {} ms: {probe:?}", probe.sent.as_millis());
    let lies = |ready: bool, span| {
        let given = probes.iter().filter(move |probe| probe.code.is_empty() == ready);
        given.filter(move |probe| spans.contain(span, probe)).map(shown)
    };
    case.promise("a yes was true at some moment of its stated age", lies(true, Span::Drifted));
    case.promise("a no was true at some moment of its stated age", lies(false, Span::Good));
    case.promise(
        "no answer is older than a check may take",
        probes.iter().filter(|probe| probe.age > OLDEST).map(shown),
    );
    let oldest = probes.iter().map(|probe| probe.age).max().unwrap_or_default();
    case.figure("oldest answer ms", u64::try_from(oldest.as_millis()).unwrap_or(u64::MAX));
    let unnoticed = spans.of(Span::Drifted).filter(|span| !spans.is_answered(*span, probes));
    let unnoticed: Vec<_> = unnoticed.map(|span| format!("{span:?}")).collect();
    case.promise("a drift that outlives an answer is noticed", unnoticed);
}

/// What the service took meanwhile.
fn judge_service(case: &mut Case, seen: &[Look]) {
    let settled = seen.get(seen.len() / 4..).unwrap_or_default();
    let points: Vec<_> = settled.iter().map(|look| (look.at, look.resident())).collect();
    let rise = trend::rise(&points);
    let (first, last) =
        (points.first().map_or(0.0, |point| point.1), points.last().map_or(0.0, |point| point.1));
    case.figure("resident KiB at a quarter", first);
    case.figure("resident KiB at the end", last);
    case.figure("rise of resident KiB", rounded(rise));
    case.promise("memory is flat", (rise > RISE).then(|| format!("it rose by {rise:.0} KiB")));
    let files = |look: &Look| look.held.files;
    let (first, last) = (settled.first().map_or(0, files), settled.last().map_or(0, files));
    let both = format!("{first}, then {last}");
    case.promise("open files do not add up", (last > first + 2).then_some(both));
    let threads = settled.iter().map(|look| look.held.threads).max().unwrap_or_default();
    case.figure("threads", threads);
    let sessions = seen.iter().map(|look| look.sessions).max().unwrap_or_default();
    case.promise("sessions do not add up", (sessions > SESSIONS).then(|| format!("{sessions} at once")));
}

/// What the service had at a moment.
struct Look {
    /// Seconds since the beginning.
    at: f64,
    held: Held,
    sessions: i64,
}

impl Look {
    #[expect(clippy::cast_precision_loss, reason = "far less than 2^52 KiB")]
    fn resident(&self) -> f64 {
        self.held.resident as f64
    }
}

fn watch(ground: &Ground, process: u32, begun: Instant, done: &AtomicBool) -> Result<Vec<Look>, Failure> {
    let mut admin = ground.admin(DATABASE)?;
    let mut seen = Vec::new();
    while !done.load(Ordering::Relaxed) {
        let sessions =
            admin.number("SELECT count(*) FROM pg_stat_activity WHERE usename = 'mosaic_runtime'")?;
        seen.push(Look { at: begun.elapsed().as_secs_f64(), held: process::look_at(process)?, sessions });
        thread::sleep(OFTEN);
    }
    Ok(seen)
}

/// The example, as a process of its own. It ends with the value.
struct Service {
    child: Child,
    address: SocketAddr,
}

impl Service {
    fn start(ground: &Ground) -> Result<Self, Failure> {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr());
        let address = port.at("find", "a free port".as_ref())?;
        let child = ground.serve(DATABASE, &address.to_string()).spawn();
        let child = child.map_err(|source| Failure::Start { command: "serve".to_owned(), source })?;
        let service = Self { child, address };
        let deadline = Instant::now() + PATIENCE;
        while !probe::is_ready(address) {
            if Instant::now() > deadline {
                return Err(Error::NotUp.into());
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(service)
    }

    fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself, which the probes have told by then.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn joined<T>(thread: thread::ScopedJoinHandle<'_, Result<T, Failure>>) -> Result<T, Failure> {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

fn rounded(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}
