//! `tls`: whether a server lets nobody in without TLS, and the way there.

mod check;

use super::super::Context;
use super::super::args::tls::{Change, Tls};
use super::super::exit::Failure;
use super::super::output::Reply;
use super::activate::answer;
use crate::activation::{cut_over, rotate_authority};

pub fn tls(action: &Tls, context: &Context<'_>) -> Result<Reply, Failure> {
    let answer = match action {
        Tls::Check(args) => check::check(args, context),
        Tls::Plan(Change::CutOver(args)) => answer(args, cut_over, &[]),
        Tls::Plan(Change::RotateCa(args)) => answer(args, rotate_authority, &[]),
    };
    answer.map(Reply::Answer)
}
