//! Rows of any length in little memory. A server sends each row as one `CopyData` message, and the driver holds several
//! whole messages at a time; here a long one becomes several short ones, all other messages pass as they are.
//!
//! Whoever reads a copy reads a stream: where its messages end means nothing (PostgreSQL manual, "Message Formats",
//! `CopyData`).

use std::io;
use std::ops::Range;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// How many bytes of a row stand in one message at most.
const PIECE: usize = 32 * 1024;
/// What is read at a time: a TLS record (RFC 8446, section 5.1).
const READ: usize = 16 * 1024;
/// Of a message: its tag, and a length that counts itself and the body.
const HEADER: usize = 1 + LENGTH;
const LENGTH: usize = 4;
const COPY_DATA: u8 = b'd';

/// A stream from a server, as [`Cutter`] hands it on.
pub(super) struct Pieces<S> {
    stream: S,
    cutter: Cutter,
    /// Where the stream is read to. A TLS stream fills what it is given with zeros before each record; in a buffer that
    /// awaits 128 MB that would take minutes, and all of it would be resident.
    buffer: Box<[u8]>,
    unread: Range<usize>,
}

/// Where in the server's messages we are.
struct Cutter {
    at: At,
    /// The header of the message, or of the piece of it, that is at work.
    header: [u8; HEADER],
    /// Bytes of the body to come before the next header.
    piece: usize,
    /// Bytes of the body to come after those.
    rest: usize,
}

enum At {
    /// So many bytes of a header are known.
    Unknown(usize),
    /// So many bytes of a header were handed on.
    Header(usize),
    Body,
}

impl<S> Pieces<S> {
    pub(super) fn of(stream: S) -> Self {
        let cutter = Cutter { at: At::Unknown(0), header: [0; HEADER], piece: 0, rest: 0 };
        Self { stream, cutter, buffer: vec![0; READ].into(), unread: 0..0 }
    }
}

impl Cutter {
    /// Hands on what there is room for, and gives how much of `input` that took.
    fn pass(&mut self, input: &[u8], room: &mut ReadBuf<'_>) -> usize {
        let mut left = input;
        loop {
            match self.at {
                At::Unknown(known) => {
                    let part = take(&mut left, HEADER - known);
                    let known_now = known + part.len();
                    self.header[known..known_now].copy_from_slice(part);
                    self.at = At::Unknown(known_now);
                    if known_now < HEADER {
                        break;
                    }
                    self.begin();
                }
                At::Header(from) => {
                    let to = HEADER.min(from + room.remaining());
                    room.put_slice(&self.header[from..to]);
                    self.at = if to < HEADER { At::Header(to) } else { At::Body };
                    if to < HEADER {
                        break;
                    }
                }
                At::Body => {
                    let part = take(&mut left, self.piece.min(room.remaining()));
                    room.put_slice(part);
                    self.piece -= part.len();
                    match (self.piece, self.rest) {
                        (0, 0) => self.at = At::Unknown(0),
                        (0, rest) => self.cut(rest),
                        _ => break,
                    }
                }
            }
        }
        input.len() - left.len()
    }

    /// A message whose header is known.
    fn begin(&mut self) {
        let [tag, length @ ..] = self.header;
        let length = usize::try_from(i32::from_be_bytes(length)).ok();
        // A length that cannot be is the driver's to refuse.
        let body = length.and_then(|length| length.checked_sub(LENGTH)).unwrap_or(0);
        if tag == COPY_DATA && body > PIECE {
            self.cut(body);
        } else {
            (self.piece, self.rest, self.at) = (body, 0, At::Header(0));
        }
    }

    /// A piece of a row of which so many bytes are to come.
    fn cut(&mut self, body: usize) {
        self.piece = body.min(PIECE);
        self.rest = body - self.piece;
        // PIECE bounds it.
        let length = u32::try_from(LENGTH + self.piece).unwrap_or(u32::MAX);
        self.header[1..].copy_from_slice(&length.to_be_bytes());
        self.at = At::Header(0);
    }

    /// Whether there is something to hand on before more is read.
    const fn owes(&self) -> bool {
        matches!(self.at, At::Header(_))
    }
}

/// Takes at most so many bytes off the front.
fn take<'a>(bytes: &mut &'a [u8], most: usize) -> &'a [u8] {
    let (taken, left) = bytes.split_at(most.min(bytes.len()));
    *bytes = left;
    taken
}

impl<S: AsyncRead + Unpin> AsyncRead for Pieces<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        let before = buf.filled().len();
        while buf.filled().len() == before && buf.remaining() > 0 {
            if this.unread.is_empty() && !this.cutter.owes() {
                let mut read = ReadBuf::new(&mut this.buffer);
                ready!(Pin::new(&mut this.stream).poll_read(cx, &mut read))?;
                this.unread = 0..read.filled().len();
                if this.unread.is_empty() {
                    break;
                }
            }
            this.unread.start += this.cutter.pass(&this.buffer[this.unread.clone()], buf);
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Pieces<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, buf)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;
    use tokio::io::AsyncReadExt as _;

    type Message = (u8, Vec<u8>);

    fn encoded(messages: &[Message]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (tag, body) in messages {
            bytes.push(*tag);
            bytes.extend(u32::try_from(LENGTH + body.len()).unwrap().to_be_bytes());
            bytes.extend(body);
        }
        bytes
    }

    fn decoded(mut bytes: &[u8]) -> Vec<Message> {
        let mut messages = Vec::new();
        while let Some((header, after)) = bytes.split_first_chunk::<HEADER>() {
            let [tag, length @ ..] = *header;
            let (body, after) = after.split_at(u32::from_be_bytes(length) as usize - LENGTH);
            messages.push((tag, body.to_vec()));
            bytes = after;
        }
        assert_eq!(bytes, b"");
        messages
    }

    /// Neighbouring pieces put together.
    fn joined(messages: Vec<Message>) -> Vec<Message> {
        let mut all: Vec<Message> = Vec::new();
        for (tag, body) in messages {
            match all.last_mut() {
                Some((COPY_DATA, before)) if tag == COPY_DATA => before.extend(body),
                _ => all.push((tag, body)),
            }
        }
        all
    }

    /// What comes in one poll at a time, and then the end.
    struct Arriving(VecDeque<Vec<u8>>);

    impl AsyncRead for Arriving {
        fn poll_read(
            mut self: Pin<&mut Self>,
            _cx: &mut Context<'_>,
            buf: &mut ReadBuf<'_>,
        ) -> Poll<io::Result<()>> {
            if let Some(mut bytes) = self.0.pop_front() {
                let left = bytes.split_off(bytes.len().min(buf.remaining()));
                buf.put_slice(&bytes);
                if !left.is_empty() {
                    self.0.push_front(left);
                }
            }
            Poll::Ready(Ok(()))
        }
    }

    fn read(bytes: &[u8], arriving: usize, room: usize) -> Vec<u8> {
        let mut pieces = Pieces::of(Arriving(bytes.chunks(arriving).map(<[u8]>::to_vec).collect()));
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let (mut all, mut buffer) = (Vec::new(), vec![0; room]);
            loop {
                match pieces.read(&mut buffer).await.unwrap() {
                    0 => return all,
                    length => all.extend(&buffer[..length]),
                }
            }
        })
    }

    proptest! {
        #[test]
        fn only_long_rows_are_cut(
            messages in prop::collection::vec(
                (prop::sample::select(b"dDZE".to_vec()), prop_oneof![0..20_usize, PIECE - 2..PIECE + 3, 0..3 * PIECE]),
                0..4,
            ),
            arriving in prop_oneof![1..9_usize, 1_000..40_000_usize],
            room in prop_oneof![1..9_usize, 1_000..40_000_usize],
        ) {
            let body = |length: usize| (0..length).map(|at| (at % 251) as u8).collect();
            let messages: Vec<Message> = messages.into_iter().map(|(tag, length)| (tag, body(length))).collect();
            let handed_on = decoded(&read(&encoded(&messages), arriving, room));
            for (tag, body) in &handed_on {
                prop_assert!(*tag != COPY_DATA || body.len() <= PIECE);
            }
            prop_assert_eq!(joined(handed_on), joined(messages));
        }

        #[test]
        fn hostile_bytes_pass_or_are_cut_but_never_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..64), arriving in 1..9_usize, room in 1..9_usize,
        ) {
            read(&bytes, arriving, room);
            read(&[&[COPY_DATA], &bytes[..]].concat(), arriving, room);
        }
    }

    #[test]
    fn a_length_that_cannot_be_is_left_as_it_is() {
        for bytes in [*b"d\0\0\0\x03", *b"d\xff\xff\xff\xff"] {
            assert_eq!(read(&bytes, 5, 5), bytes);
        }
    }
}
