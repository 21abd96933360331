//! The rotation of an authority: both are trusted before the server shows the new certificate, and the old one is trusted
//! until nothing rests on it.

use super::document::{Document, More, Source};
use super::plan::{Plan, Sorted, Standing, Step, Terms};

/// The steps, and where each stands.
pub fn rotate_authority(documents: &[Document], terms: Terms<'_>, directory: &str) -> Plan {
    let sorted = Sorted::new(documents, terms);
    let overlap = overlap(&sorted);
    let shown = after("overlap", &overlap).and_then(|(before, next)| shown(&sorted, before, next));
    let attested = after("show", &shown).and_then(|since| attested(&sorted, since));
    let retired = after("attest", &attested).and_then(|since| retired(&sorted, since));
    let standing = |found: Result<&Document, String>| match found {
        Ok(document) => Standing::done(document),
        Err(reason) => Standing::open(reason),
    };
    let check = "mosaic-db-migrator tls check --url-file FILE --output json";
    let steps = vec![
        Step {
            id: "overlap",
            title: "Every client trusts both authorities",
            command: format!(
                "append the new authority to every CA file (DATABASE_TLS_CA_CERT_PATH); then {check} \
                 --next-certificate-file FILE > {directory}/tls-check-overlap.json"
            ),
            proof: "an answer of tls check with --next-certificate-file that ends with 0: the CA file holds who signed what is \
                    shown and who signed what comes next",
            back: "take the new authority out of the CA files again",
            standing: standing(overlap.map(|(document, _)| document)),
        },
        Step {
            id: "show",
            title: "The server shows the new certificate",
            command: format!(
                "put the new certificate and key in place of ssl_cert_file and ssl_key_file; psql: SELECT pg_reload_conf(); \
                 then {check} > {directory}/tls-check-shown.json"
            ),
            proof: "a later answer of tls check that ends with 0 and whose certificate is the one that was to come next",
            back: "put the old certificate and key back and reload; the old authority is still trusted",
            standing: standing(shown),
        },
        Step {
            id: "attest",
            title: "What is bound to the old certificate is attested anew",
            command: format!("MOSAIC_OUTPUT=json mosaic-db-migrator --verify > {directory}/verify.json"),
            proof: "a later attested answer of --verify that ends with 0",
            back: "mosaic-db-migrator attest revoke",
            standing: standing(attested),
        },
        Step {
            id: "retire",
            title: "The old authority is trusted no more",
            command: format!(
                "take the old authority out of every CA file; then {check} > {directory}/tls-check-retired.json"
            ),
            proof: "a later answer of tls check that ends with 0 and in which authority.overlap is good: no authority is idle",
            back: "append the old authority to the CA files again; over TLS in any case",
            standing: standing(retired),
        },
    ];
    sorted.plan(steps)
}

/// What the step before was proved by.
fn after<'a, T>(step: &str, found: &'a Result<T, String>) -> Result<&'a T, String> {
    found.as_ref().map_err(|_| format!("{step} is open"))
}

/// The newest answer that judged a certificate to come, and which certificate that was.
fn overlap<'a>(sorted: &Sorted<'a>) -> Result<(&'a Document, &'a str), String> {
    let judged = sorted
        .all(Source::TlsCheck)
        .filter_map(|document| Some((document, document.posture()?.next.as_deref()?)));
    let (document, next) = judged
        .max_by_key(|(document, _)| document.at)
        .ok_or("there is no document of tls check with --next-certificate-file")?;
    match &document.failure {
        None => Ok((document, next)),
        Some(code) => Err(format!("{} failed with {code}", document.name)),
    }
}

fn shown<'a>(sorted: &Sorted<'a>, before: &Document, next: &str) -> Result<&'a Document, String> {
    let newest = later(sorted, Source::TlsCheck, before)?;
    let leaf = newest.posture().and_then(|posture| posture.leaf.as_deref());
    if leaf == Some(next) { Ok(newest) } else { Err(format!("{} sees another certificate", newest.name)) }
}

fn attested<'a>(sorted: &Sorted<'a>, since: &Document) -> Result<&'a Document, String> {
    // A later check of the new certificate must not undo what was attested after the first one.
    let first = sorted.all(Source::TlsCheck).filter(|document| {
        document.failure.is_none() && leaf(document).is_some() && leaf(document) == leaf(since)
    });
    let first = first.min_by_key(|document| document.at).unwrap_or(since);
    let verified = later(sorted, Source::Verify, first)?;
    match verified.more {
        More::Attested(true) => Ok(verified),
        More::Attested(false) | More::Nothing | More::Tls(_) => {
            Err(format!("{} is not attested", verified.name))
        }
    }
}

fn retired<'a>(sorted: &Sorted<'a>, since: &Document) -> Result<&'a Document, String> {
    let newest = later(sorted, Source::TlsCheck, since)?;
    match newest.posture() {
        Some(posture) if posture.next.is_none() && posture.is_good("authority.overlap") => Ok(newest),
        Some(_) | None => Err(format!("{} still trusts an authority that signed nothing", newest.name)),
    }
}

fn leaf(document: &Document) -> Option<&str> {
    document.posture().and_then(|posture| posture.leaf.as_deref())
}

/// The newest document of a kind, if it reached its state after another.
fn later<'a>(sorted: &Sorted<'a>, source: Source, before: &Document) -> Result<&'a Document, String> {
    let newest = sorted.reached(source)?;
    if newest.at > before.at {
        Ok(newest)
    } else {
        Err(format!("{} is not later than {}", newest.name, before.name))
    }
}
