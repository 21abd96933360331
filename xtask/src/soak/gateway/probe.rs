//! A client that asks at moments fixed beforehand, over one connection. When an answer is late, so are the next questions,
//! and none is left out.

use super::super::Error;
use crate::failure::{At, Failure};
use serde_json::Value;
use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpStream},
    path::Path,
    thread,
    time::{Duration, Instant},
};

/// A question and its answer. Times count from the beginning.
#[derive(Clone, Debug)]
pub(super) struct Probe {
    /// When it was to be sent.
    pub(super) due: Duration,
    pub(super) sent: Duration,
    pub(super) received: Duration,
    /// How old the answer says that it is.
    pub(super) age: Duration,
    /// Why not; empty when it was ready.
    pub(super) code: Box<str>,
}

/// Whom to ask, and for how long.
pub(super) struct Prober {
    pub(super) address: SocketAddr,
    pub(super) begun: Instant,
    pub(super) time: Duration,
}

/// A connection that is kept.
struct Client(BufReader<TcpStream>);

/// An answer of the service.
struct Answer {
    age: Duration,
    code: Box<str>,
}

impl Prober {
    /// What one of so many clients asks of a rate that they have together.
    pub(super) fn ask(&self, client: u32, clients: u32, rate: u32) -> Result<Vec<Probe>, Failure> {
        let mut connection = Client::connect(self.address).at("connect to", Path::new("the service"))?;
        let mut probes = Vec::new();
        for number in (client..).step_by(clients as usize) {
            let due = Duration::from_secs(1) * number / rate;
            if due >= self.time {
                break;
            }
            thread::sleep(due.saturating_sub(self.begun.elapsed()));
            let sent = self.begun.elapsed();
            let answer = connection.ask()?;
            let received = self.begun.elapsed();
            probes.push(Probe { due, sent, received, age: answer.age, code: answer.code });
        }
        Ok(probes)
    }
}

/// Whether the service is there and ready.
pub(super) fn is_ready(address: SocketAddr) -> bool {
    let answer = Client::connect(address).map_err(drop).and_then(|mut client| client.ask().map_err(drop));
    answer.is_ok_and(|answer| answer.code.is_empty())
}

impl Client {
    fn connect(address: SocketAddr) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(Duration::from_secs(60)))?;
        Ok(Self(BufReader::new(stream)))
    }

    fn ask(&mut self) -> Result<Answer, Failure> {
        let (status, body) = self.exchange().at("ask", Path::new("the service"))?;
        let report: Value = serde_json::from_slice(&body).unwrap_or_default();
        let answer = || {
            let code = match (status, report["ready"].as_bool()?) {
                (200, true) => "",
                (503, false) => report["code"].as_str()?,
                _ => return None,
            };
            Some(Answer { age: Duration::from_millis(report["age_ms"].as_u64()?), code: code.into() })
        };
        answer().ok_or_else(|| Error::NoAnswer(format!("{status} {}", String::from_utf8_lossy(&body))).into())
    }

    /// The status and the body.
    fn exchange(&mut self) -> io::Result<(u16, Vec<u8>)> {
        self.0.get_mut().write_all(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n")?;
        let (mut status, mut length) = (0, 0);
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if let Some(rest) = line.strip_prefix("http/1.1 ") {
                status = rest.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
            } else if let Some(number) = line.strip_prefix("content-length: ") {
                length = number.parse().unwrap_or(0);
            } else if line.is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body)?;
        Ok((status, body))
    }
}
