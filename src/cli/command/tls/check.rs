//! `tls check`: a server's TLS, from outside and from inside.

use super::super::super::Context;
use super::super::super::args::tls::Check as Args;
use super::super::super::exit::Failure;
use super::super::super::output::{Answer, Ending};
use super::super::super::resolve::{self, Login};
use super::super::super::{clock, runtime};
use super::super::shown;
use crate::safe_fs;
use mosaic_db::checks::tls::{
    Authority, Inside, Outside, PostureError, Terms, authorities, seen_from_inside, seen_from_outside,
};
use mosaic_db::checks::{Check, Verdict, require_good};
use mosaic_db::postgres::x509::{Certificate, Chain};
use mosaic_db::postgres::{CaBundle, Endpoint};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub fn check(args: &Args, context: &Context<'_>) -> Result<Answer, Failure> {
    let connect_timeout = resolve::connect_timeout(context.environment)?;
    let Login { dsn, ca } = Login::of_file(context.environment, &args.url_file)?;
    let ca = CaBundle::from_pem(&ca)?;
    let bundle = ca.certificates()?;
    let next = match &args.next_certificate_file {
        Some(path) => Some(Chain::from_pem(&safe_fs::read_certificates(path)?)?),
        None => None,
    };
    let outside = Outside::look(&dsn, &ca, connect_timeout)?;
    let host = dsn.host().to_owned();
    let terms = Terms { host: &host, now: clock::instant()?, warn_days: args.warn_days };
    let authorities = authorities(&bundle, outside.shown(), next.as_ref(), terms);
    let mut checks = seen_from_outside(&outside, &bundle, &authorities, next.as_ref(), terms);
    let server = json!({ "host": dsn.host(), "port": dsn.port() });
    let inside = match outside.key_of_a_session() {
        Some(key) => {
            // The session has to meet the key that was judged, so that both halves are of one server.
            let endpoint = Endpoint::new(dsn, &ca, Some(key), connect_timeout)?;
            let name = context.output.application_name();
            runtime::block_on(async { Ok(Inside::look(&endpoint, &name).await) })?.map(Some)
        }
        None => Ok(None),
    };
    let (inside, refused) = match inside {
        Ok(inside) => (inside, None),
        Err(refused) => (None, Some(refused)),
    };
    checks.extend(seen_from_inside(inside.as_ref(), outside.shown().map(Chain::leaf)));
    let leaf = outside.shown().map(Chain::leaf);
    let result = json!({
        "server": server,
        "database": inside.as_ref().map(|it| super::super::database(&it.identity, it.database_id.as_deref())),
        "leaf": leaf.map(described),
        "next": next.as_ref().map(Chain::leaf).map(described),
        "authorities": authorities,
        "sessions": inside.as_ref().map(sessions),
        "checks": checks,
    });
    Ok(answer(&checks, &authorities, refused, result))
}

fn described(certificate: &Certificate) -> Value {
    json!({
        "sha256": certificate.sha256(),
        "spki_sha256": certificate.spki(),
        "names": certificate.names(),
        "not_before": certificate.not_before(),
        "not_after": certificate.not_after(),
        "signature": certificate.signature(),
        "key": certificate.key(),
    })
}

fn sessions(inside: &Inside) -> Value {
    json!({ "plaintext": inside.in_plaintext().collect::<Vec<_>>(), "over_tls": inside.over_tls() })
}

/// Why there was no session is known more closely than what was not seen for it.
fn answer(
    checks: &[Check],
    authorities: &[Authority],
    refused: Option<PostureError>,
    result: Value,
) -> Answer {
    let mut text = shown(checks, |_| true);
    let failed = checks.iter().filter(|check| check.verdict.fails()).count();
    let warnings = checks.iter().filter(|check| check.verdict == Verdict::Warning).count();
    let sentence = format!(
        "{} checks, {failed} failed, {warnings} warnings; {} authorities",
        checks.len(),
        authorities.len()
    );
    let _infallible = writeln!(text, "{sentence}");
    let ending = match (refused, require_good(checks)) {
        (Some(refused), _) => Ending::NotReached(refused.into()),
        (None, Err(failed)) => Ending::NotReached(Failure::Posture(failed)),
        (None, Ok(())) => Ending::Reached(sentence),
    };
    Answer { ending, text, result, notes: Vec::new() }
}
