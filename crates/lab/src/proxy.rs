//! A TCP proxy on the loopback interface that misbehaves on command: the network between a client and a server.

mod records;

use crate::{acceptor::Acceptor, error::Error};
use records::{Piece, Records};
use std::{
    io::{Read, Write},
    net::{Ipv4Addr, Shutdown, TcpStream},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

/// What the proxy does. A change holds for open connections too, except that [`Mode::Refuse`] spares them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It passes everything on at once.
    Forward,
    /// It passes everything on this much later, each way: a round trip takes twice as long. Bytes may overtake
    /// nothing and wait for nothing else, as on a long wire.
    Delay(Duration),
    /// It resets new connections.
    Refuse,
    /// It passes on what the client says and holds back what the server says, so that work happens and nobody
    /// learns of it.
    Mute,
    /// It passes on what the server says and holds back what the client says, so that what was asked for does not
    /// happen.
    Deaf,
}

impl Mode {
    fn holds_back(self, direction: Direction) -> bool {
        matches!((self, direction), (Self::Mute, Direction::ToClient) | (Self::Deaf, Direction::ToServer))
    }
}

/// Which way bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Direction {
    /// From the client to the server.
    ToServer,
    /// From the server to the client.
    ToClient,
}

/// A TLS record, of all connections together. What comes before TLS is the first one of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which way it goes.
    pub direction: Direction,
    /// Its number that way, counted from 1.
    pub number: u64,
}

/// What happens to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// All connections are cut in its place, as by [`Proxy::cut`].
    Cut,
    /// Its direction ends in its place, in good order. The other one stays open.
    HalfClose,
    /// It passes so much later, and with it what comes after.
    Delay(Duration),
    /// It waits until [`Proxy::let_go`], and with it what comes after.
    Hold,
}

/// Runs until it is dropped, which cuts its connections.
pub struct Proxy {
    acceptor: Acceptor,
    wire: Arc<Wire>,
}

struct Wire {
    state: Mutex<State>,
    changed: Condvar,
    turns: AtomicUsize,
}

struct State {
    target: u16,
    mode: Mode,
    open: Vec<TcpStream>,
    /// How often all connections have been cut.
    cuts: usize,
    /// How often bytes have been held back.
    held_back: usize,
    /// Bytes passed on, both ways together.
    passed: u64,
    /// With which of them all connections are to be cut.
    cut_at: Option<u64>,
    /// What clients said, where it is written down.
    said: Option<Vec<u8>>,
    /// Records to the server and to the client, since [`Proxy::count_records`].
    records: [u64; 2],
    /// What is to happen to which record.
    planned: Option<(Place, RecordFault)>,
    /// How often that has happened.
    met: usize,
    /// Whether a record waits to be let go.
    held: bool,
}

impl Proxy {
    /// A proxy for the server on this port of 127.0.0.1.
    ///
    /// # Errors
    /// When no port can be had.
    pub fn to(port: u16) -> Result<Self, Error> {
        let state = State {
            target: port,
            mode: Mode::Forward,
            open: Vec::new(),
            cuts: 0,
            held_back: 0,
            passed: 0,
            cut_at: None,
            said: None,
            records: [0; 2],
            planned: None,
            met: 0,
            held: false,
        };
        let wire =
            Arc::new(Wire { state: Mutex::new(state), changed: Condvar::new(), turns: AtomicUsize::new(0) });
        let of_thread = Arc::clone(&wire);
        // A connection that cannot be set up is one the client sees closed.
        let acceptor = Acceptor::open(move |client| drop(join(&of_thread, client)))?;
        Ok(Self { acceptor, wire })
    }

    /// The proxy's own port on 127.0.0.1. The certificate of the server behind it holds for the proxy as well.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.acceptor.port()
    }

    /// Writes down what clients say from now on.
    pub fn listen(&self) {
        self.wire.state().said = Some(Vec::new());
    }

    /// What clients said since [`Self::listen`], one connection's bytes after or between another's.
    #[must_use]
    pub fn said(&self) -> Vec<u8> {
        self.wire.state().said.clone().unwrap_or_default()
    }

    /// How many clients connected so far.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.acceptor.accepted()
    }

    /// How often it has held something back so far: proof that somebody spoke.
    #[must_use]
    pub fn held_back(&self) -> usize {
        self.wire.state().held_back
    }

    /// How often a client spoke when it was its turn: at the start of a connection, and after each answer. That is
    /// the number of round trips, those of the TLS handshake included.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.wire.turns.load(Ordering::SeqCst)
    }

    /// Changes what the proxy does.
    pub fn set(&self, mode: Mode) {
        self.wire.state().mode = mode;
        self.wire.changed.notify_all();
    }

    /// Sends connections made from now on to another port.
    pub fn retarget(&self, port: u16) {
        self.wire.state().target = port;
    }

    /// How many bytes it has passed on so far, both ways together.
    #[must_use]
    pub fn passed(&self) -> u64 {
        self.wire.state().passed
    }

    /// Cuts all connections as [`Self::cut`] does, once it has passed on so many more bytes.
    pub fn cut_after(&self, bytes: u64) {
        let mut state = self.wire.state();
        state.cut_at = Some(state.passed + bytes);
    }

    /// Counts records anew from now on.
    pub fn count_records(&self) {
        self.wire.state().records = [0; 2];
    }

    /// How many records have begun to pass this way, those that a fault kept included.
    #[must_use]
    pub fn records(&self, direction: Direction) -> u64 {
        self.wire.state().records[direction.index()]
    }

    /// Has this happen to the record of this place, once. What was planned before is forgotten.
    pub fn plan(&self, place: Place, fault: RecordFault) {
        self.wire.state().planned = Some((place, fault));
    }

    /// Forgets what was planned and has not happened.
    pub fn forget_plan(&self) {
        self.wire.state().planned = None;
    }

    /// How often something that was planned happened to a record: proof that it did.
    #[must_use]
    pub fn met(&self) -> usize {
        self.wire.state().met
    }

    /// Waits until a record is held back, at most so long. Whether one is.
    #[must_use]
    pub fn until_held(&self, most: Duration) -> bool {
        let state = self.wire.state();
        let waited = self.wire.changed.wait_timeout_while(state, most, |state| !state.held);
        waited.unwrap_or_else(PoisonError::into_inner).0.held
    }

    /// Lets the record that is held back pass.
    pub fn let_go(&self) {
        self.wire.state().held = false;
        self.wire.changed.notify_all();
    }

    /// How often all connections were cut so far: proof that a planned cut took place.
    #[must_use]
    pub fn cuts(&self) -> usize {
        self.wire.state().cuts
    }

    /// Ends all connections at once, on both sides; what was on the way is lost. A connection so young that the
    /// proxy has not taken it yet is spared.
    pub fn cut(&self) {
        self.wire.cut(&mut self.wire.state());
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.cut();
    }
}

impl Wire {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn cut(&self, state: &mut State) {
        state.cuts += 1;
        for stream in state.open.drain(..) {
            reset(&stream);
        }
        self.changed.notify_all();
    }

    /// Counts a record that begins, and has happen to it what is planned.
    fn at_record(&self, direction: Direction, cuts: usize) -> Passage {
        let mut state = self.state();
        let number = &mut state.records[direction.index()];
        *number += 1;
        let here = Place { direction, number: *number };
        let Some((_, fault)) = state.planned.take_if(|(place, _)| *place == here) else {
            return Passage::Open;
        };
        state.met += 1;
        match fault {
            RecordFault::Cut => {
                self.cut(&mut state);
                Passage::Closed
            }
            RecordFault::HalfClose => Passage::Closed,
            RecordFault::Delay(delay) => {
                drop(state);
                thread::sleep(delay);
                Passage::Open
            }
            RecordFault::Hold => {
                state.held = true;
                self.changed.notify_all();
                let waits = |state: &mut State| state.held && state.cuts == cuts;
                let mut state = self.changed.wait_while(state, waits).unwrap_or_else(PoisonError::into_inner);
                state.held = false;
                if state.cuts == cuts { Passage::Open } else { Passage::Closed }
            }
        }
    }

    /// How many of so many bytes may still pass. Fewer than all of them: the connections are to be cut then.
    fn before_cut(&self, bytes: usize) -> usize {
        let mut state = self.state();
        let left = state.cut_at.map_or(u64::MAX, |at| at.saturating_sub(state.passed));
        let allowed = usize::try_from(left).map_or(bytes, |left| left.min(bytes));
        state.passed += allowed as u64;
        allowed
    }

    /// Makes the planned cut, once.
    fn planned_cut(&self) {
        let mut state = self.state();
        if state.cut_at.take().is_some() {
            self.cut(&mut state);
        }
    }

    /// Waits while this direction is held back. False: the connection has been cut in the meantime.
    fn may_pass(&self, direction: Direction, cuts: usize) -> bool {
        let held_back = |state: &mut State| state.mode.holds_back(direction) && state.cuts == cuts;
        let mut state = self.state();
        if held_back(&mut state) {
            state.held_back += 1;
        }
        self.changed.wait_while(state, held_back).unwrap_or_else(PoisonError::into_inner).cuts == cuts
    }
}

/// Whether a record passes, or its direction ends before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passage {
    Open,
    Closed,
}

impl Direction {
    const fn index(self) -> usize {
        match self {
            Self::ToServer => 0,
            Self::ToClient => 1,
        }
    }
}

/// Connects the client to the target and lets bytes flow both ways.
fn join(wire: &Arc<Wire>, client: TcpStream) -> std::io::Result<()> {
    // Held until the connection is on the list: a cut meets it there.
    let mut state = wire.state();
    if state.mode == Mode::Refuse {
        reset(&client);
        return Ok(());
    }
    let server = TcpStream::connect((Ipv4Addr::LOCALHOST, state.target))?;
    for stream in [&client, &server] {
        stream.set_nodelay(true)?;
        state.open.push(stream.try_clone()?);
    }
    let cuts = state.cuts;
    let answered = Arc::new(AtomicBool::new(true));
    pump(wire, &answered, cuts, Direction::ToServer, client.try_clone()?, server.try_clone()?);
    pump(wire, &answered, cuts, Direction::ToClient, server, client);
    Ok(())
}

/// Two threads, so that reading goes on while bytes that were read wait until they are due.
fn pump(
    wire: &Arc<Wire>,
    answered: &Arc<AtomicBool>,
    cuts: usize,
    direction: Direction,
    mut from: TcpStream,
    mut to: TcpStream,
) {
    let (sender, receiver) = mpsc::channel::<(Instant, Vec<u8>)>();
    let wire = Arc::clone(wire);
    let (clock, answered) = (Arc::clone(&wire), Arc::clone(answered));
    thread::spawn(move || {
        let mut buffer = [0; 64 * 1024];
        while let Ok(length @ 1..) = from.read(&mut buffer) {
            let was_answered = answered.swap(matches!(direction, Direction::ToClient), Ordering::SeqCst);
            if matches!(direction, Direction::ToServer) {
                if was_answered {
                    clock.turns.fetch_add(1, Ordering::SeqCst);
                }
                if let Some(said) = &mut clock.state().said {
                    said.extend_from_slice(&buffer[..length]);
                }
            }
            let delay = if let Mode::Delay(delay) = clock.state().mode { delay } else { Duration::ZERO };
            if sender.send((Instant::now() + delay, buffer[..length].to_vec())).is_err() {
                break;
            }
        }
    });
    thread::spawn(move || {
        let mut records = Records::of(direction);
        for (due, bytes) in receiver {
            thread::sleep(due.saturating_duration_since(Instant::now()));
            let passed = |piece: &Piece<'_>| pass(&wire, direction, cuts, &mut to, piece) == Passage::Open;
            if !records.pieces(&bytes).iter().all(passed) {
                break;
            }
        }
        // Errors mean that it has ended already.
        let _ = to.shutdown(Shutdown::Write);
    });
}

/// Passes bytes of a record on.
fn pass(wire: &Wire, direction: Direction, cuts: usize, to: &mut TcpStream, piece: &Piece<'_>) -> Passage {
    let stopped = piece.begins && wire.at_record(direction, cuts) == Passage::Closed;
    if stopped || !wire.may_pass(direction, cuts) {
        return Passage::Closed;
    }
    let allowed = wire.before_cut(piece.bytes.len());
    if to.write_all(&piece.bytes[..allowed]).is_err() {
        return Passage::Closed;
    }
    if allowed < piece.bytes.len() {
        wire.planned_cut();
        return Passage::Closed;
    }
    Passage::Open
}

/// Ends a connection without a good-bye: the last close of the socket sends a reset (socket(7), `SO_LINGER`).
fn reset(stream: &TcpStream) {
    // Errors mean that it has ended already.
    let _ = rustix::net::sockopt::set_socket_linger(stream, Some(Duration::ZERO));
    let _ = stream.shutdown(Shutdown::Both);
}
