//! Walks a path that the audit printed: does what each of its steps says, as whoever could.

use super::server::Server;

/// The steps of a path in its printed form, `a –SET→ b –INHERIT→ c`, and where it begins.
pub fn steps(path: &str) -> (&str, Vec<(&str, &str)>) {
    let mut parts = path.split(" –");
    let from = parts.next().expect("a beginning");
    (from, parts.map(|step| step.split_once("→ ").expect("a step and a role")).collect())
}

/// Goes from one end to the other; says which step cannot be taken.
pub fn walk(server: &Server, path: &str) -> Result<(), String> {
    server.must("SAVEPOINT walk");
    let outcome = take(server, path);
    server.must("ROLLBACK TO walk; RELEASE walk");
    outcome
}

fn take(server: &Server, path: &str) -> Result<(), String> {
    let (from, steps) = steps(path);
    let mut acting = from;
    for (step, to) in steps {
        let as_actor = |sql: &str| format!("SET LOCAL ROLE {acting}; {sql}; RESET ROLE");
        let become_it = format!(
            "SET LOCAL SESSION AUTHORIZATION {from}; SET LOCAL ROLE {to}; RESET ROLE; RESET SESSION AUTHORIZATION"
        );
        let failed = |error: String| format!("{path}: –{step}→ {to} as {acting}: {error}");
        match step {
            "INHERIT" => {
                let has = server.must(&format!("SELECT pg_has_role('{acting}', '{to}', 'USAGE')"));
                if has.set(0).get(0, 0) != Some("t") {
                    return Err(failed("the rights are not there".to_owned()));
                }
                // The rights are there, but nobody has become this role.
                continue;
            }
            "SET" => drop(server.would(&become_it).map_err(failed)?),
            "ADMIN" => {
                let grant = as_actor(&format!("GRANT {to} TO {from} WITH INHERIT TRUE, SET TRUE"));
                match server.would(&grant) {
                    // Who is in a role already cannot take the role in, but can let anybody else in.
                    Err(error) if error.starts_with("0LP01") => return Ok(()),
                    outcome => drop(outcome.map_err(failed)?),
                }
                server.must(&grant);
                server.would(&become_it).map_err(failed)?;
            }
            _ => {
                let function = step.strip_prefix("EXECUTE ").expect("one of four steps");
                let called = server.would(&as_actor(&format!("SELECT {function}"))).map_err(failed)?;
                if called.set(1).get(0, 0) != Some(to) {
                    return Err(failed("it runs as somebody else".to_owned()));
                }
            }
        }
        acting = to;
    }
    Ok(())
}
