//! The proxy and the listener do what tests will believe of them.

use super::{cluster::eventually, psql, start, superuser_url};
use mosaic_lab::{
    cluster::{Cluster, SUPERUSER},
    listener::{Listener, NO_TLS},
    proxy::{Direction, Mode, Place, Proxy, RecordFault},
};
use std::{
    io::{ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
    thread,
    time::{Duration, Instant},
};

/// A server that says back what it hears, and its port.
fn echo() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut from, mut to) = (stream.as_ref().unwrap().try_clone().unwrap(), stream.unwrap());
            thread::spawn(move || std::io::copy(&mut from, &mut to));
        }
    });
    port
}

fn through(proxy: &Proxy) -> TcpStream {
    let stream = TcpStream::connect(("127.0.0.1", proxy.port())).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream
}

fn round_trip(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.write_all(b"x")?;
    stream.read_exact(&mut [0])
}

fn url_through(cluster: &Cluster, port: u16) -> String {
    superuser_url(cluster).replace(&format!(":{}/", cluster.port()), &format!(":{port}/"))
}

#[test]
fn a_delay_holds_each_way_and_only_once_for_what_is_under_way_together() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = through(&proxy);
    proxy.set(Mode::Delay(Duration::from_millis(40)));
    let begin = Instant::now();
    round_trip(&mut stream).unwrap();
    let one = begin.elapsed();
    assert!(one >= Duration::from_millis(80), "{one:?}");
    let begin = Instant::now();
    for _ in 0..20 {
        stream.write_all(b"x").unwrap();
        thread::sleep(Duration::from_millis(1));
    }
    stream.read_exact(&mut [0; 20]).unwrap();
    let many = begin.elapsed();
    assert!(many < 10 * one, "{many:?} against {one:?}");
}

#[test]
fn a_turn_is_counted_for_each_answer_waited_for() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = through(&proxy);
    for _ in 0..5 {
        round_trip(&mut stream).unwrap();
    }
    assert_eq!(proxy.turns(), 5);
    round_trip(&mut through(&proxy)).unwrap();
    assert_eq!(proxy.turns(), 6);
}

#[test]
fn refused_muted_and_cut_connections() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut old = through(&proxy);
    round_trip(&mut old).unwrap();
    proxy.set(Mode::Refuse);
    assert!(round_trip(&mut through(&proxy)).is_err());
    round_trip(&mut old).unwrap();

    proxy.set(Mode::Mute);
    old.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    assert_eq!(round_trip(&mut old).unwrap_err().kind(), ErrorKind::WouldBlock);
    old.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    proxy.set(Mode::Forward);
    old.read_exact(&mut [0]).unwrap();

    let before = proxy.held_back();
    proxy.set(Mode::Deaf);
    old.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    assert_eq!(round_trip(&mut old).unwrap_err().kind(), ErrorKind::WouldBlock);
    assert_eq!(proxy.held_back(), before + 1);
    old.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    proxy.set(Mode::Forward);
    old.read_exact(&mut [0]).unwrap();

    proxy.cut();
    assert!(round_trip(&mut old).is_err());
    round_trip(&mut through(&proxy)).unwrap();
    assert_eq!(proxy.connections(), 3);
}

#[test]
fn a_cut_also_ends_a_muted_connection() {
    let proxy = Proxy::to(echo()).unwrap();
    let mut stream = through(&proxy);
    round_trip(&mut stream).unwrap();
    proxy.set(Mode::Mute);
    stream.write_all(b"x").unwrap();
    proxy.cut();
    let error = stream.read_exact(&mut [0]).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset), "{error:?}");
}

#[test]
fn what_is_planned_happens_to_one_record() {
    const RECORD: [u8; 6] = [22, 3, 3, 0, 1, 9];
    let place = |number| Place { direction: Direction::ToServer, number };
    let proxy = Proxy::to(echo()).unwrap();
    let opened = || {
        let mut stream = through(&proxy);
        proxy.count_records();
        stream.write_all(&[0; 8]).unwrap();
        stream.read_exact(&mut [0; 8]).unwrap();
        stream
    };
    let mut stream = opened();
    proxy.plan(place(2), RecordFault::Hold);
    stream.write_all(&RECORD).unwrap();
    assert!(proxy.until_held(Duration::from_secs(20)));
    stream.set_read_timeout(Some(Duration::from_millis(100))).unwrap();
    assert_eq!(stream.read_exact(&mut [0]).unwrap_err().kind(), ErrorKind::WouldBlock);
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    proxy.let_go();
    stream.read_exact(&mut [0; 6]).unwrap();
    assert!(!proxy.until_held(Duration::ZERO));

    proxy.plan(place(3), RecordFault::Delay(Duration::from_millis(80)));
    let begin = Instant::now();
    stream.write_all(&RECORD).unwrap();
    stream.read_exact(&mut [0; 6]).unwrap();
    assert!(begin.elapsed() >= Duration::from_millis(80));

    proxy.plan(place(5), RecordFault::HalfClose);
    stream.write_all(&[RECORD, RECORD].concat()).unwrap();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).unwrap();
    assert_eq!((all.len(), proxy.records(Direction::ToServer), proxy.met()), (6, 5, 3));

    let mut stream = opened();
    proxy.plan(place(2), RecordFault::Cut);
    stream.write_all(&RECORD).unwrap();
    assert!(stream.read_exact(&mut [0]).is_err());
    assert_eq!((proxy.met(), proxy.cuts()), (4, 1));
    round_trip(&mut through(&proxy)).unwrap();
}

#[test]
fn the_proxy_carries_tls_to_one_server_or_another() {
    let (first, second) = (start(), start());
    first.create_database("first").unwrap();
    let proxy = Proxy::to(first.port()).unwrap();
    let sql = "SELECT count(*) FROM pg_database WHERE datname = 'first'";
    let output = psql(&first, &url_through(&first, proxy.port()), sql);
    assert_eq!(output.stdout, b"1\n", "{output:?}");
    proxy.retarget(second.port());
    let output = psql(&second, &url_through(&second, proxy.port()), sql);
    assert_eq!(output.stdout, b"0\n", "{output:?}");
}

#[test]
fn a_listener_records_that_a_client_gave_no_name() {
    let cluster = start();
    let listener = Listener::answering(NO_TLS).unwrap();
    assert_eq!((listener.connections(), listener.received()), (0, vec![]));
    let output = psql(&cluster, &url_through(&cluster, listener.port()), "SELECT 1");
    assert_eq!(output.status.code(), Some(2));
    eventually("the request for TLS", || !listener.received().is_empty());
    assert_eq!(listener.received(), [0, 0, 0, 8, 4, 210, 22, 47]);
    let plain = url_through(&cluster, listener.port()).replace("verify-full", "disable");
    psql(&cluster, &plain, "SELECT 1");
    eventually("the user name", || {
        String::from_utf8_lossy(&listener.received()).contains(&format!("user\0{SUPERUSER}\0"))
    });
}
