//! The verification as a witness makes it: the same proof, told to a parent instead of an operator.

use super::super::super::exit::Failure;
use super::super::super::output::{self, Answer, Ending};
use super::super::super::panic;
use super::super::super::resolve::{Login, Permits, ResolveError};
use super::{Proof, Server, prove};
use crate::environment::Variable;
use crate::witness::{Refusal, Report, Request, Showing, WitnessError};
use mosaic_db::bundle::Bundle;
use mosaic_db::dsn::Dsn;

/// Proves what was asked for, or tells why not.
pub fn testify(request: Result<Request, WitnessError>) -> Report {
    let proof = panic::caught(|| {
        let Request { application_name, connect_timeout, bundle, allowances, url, ca } = request?;
        let dsn =
            Dsn::parse(url.expose()).map_err(|error| ResolveError::Dsn(Variable::MigrationUrlFile, error))?;
        let bundle = bundle.map_or_else(Bundle::shipped, Bundle::assemble)?;
        let permits = Permits::of(allowances.as_ref())?;
        let server = Server::of(Login { dsn, ca }, connect_timeout)?;
        prove(&server, &bundle, &permits, &application_name)
    });
    let Proof { answer, claims } =
        proof.unwrap_or_else(|failure| Proof { answer: Answer::of_failure(failure), claims: None });
    let ending = match answer.ending {
        Ending::Reached(sentence) => Ok(sentence),
        Ending::NotReached(failure) => Err(told(&failure)),
    };
    let Answer { text, result, notes, .. } = answer;
    Report { claims, showing: Showing { ending, text, result, notes } }
}

fn told(failure: &Failure) -> Refusal {
    Refusal::new(failure.code(), output::chain(failure), failure.facts(), failure.notes())
}
