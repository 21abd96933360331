//! One statement of the script is left out or weakened; something later refuses, and nothing stays behind.

use super::legacy::Legacy;
use mosaic_lab::postgres::Major;

/// (what stands in the script, what stands there instead, the refusal)
const OMISSIONS: &[(&str, &str, &str)] = &[
    ("EXECUTE format('ALTER DATABASE %I OWNER TO", "PERFORM format('%I", "BOOTSTRAP_OWNER_UNKNOWN"),
    ("EXECUTE format('REVOKE ALL ON DATABASE %I FROM", "PERFORM format('%I", "BOOTSTRAP_GRANT_UNKNOWN"),
    ("EXECUTE format('ALTER DATABASE %I RESET ALL'", "PERFORM format('%I'", "BOOTSTRAP_SETTING_UNKNOWN"),
    ("EXECUTE format('ALTER SCHEMA %I OWNER TO", "PERFORM format('%I", "BOOTSTRAP_OWNER_UNKNOWN"),
    (
        "EXECUTE format('REVOKE ALL ON SCHEMA %I FROM %s', item",
        "PERFORM format('%I %s', item",
        "BOOTSTRAP_GRANT_UNKNOWN",
    ),
    ("EXECUTE format('REVOKE ALL ON %s %s FROM", "PERFORM format('%s %s", "BOOTSTRAP_GRANT_UNKNOWN"),
    ("EXECUTE format('ALTER %s %s OWNER TO", "PERFORM format('%s %s", "BOOTSTRAP_OWNER_UNKNOWN"),
    ("EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I", "PERFORM format('%I", "BOOTSTRAP_GRANT_UNKNOWN"),
    ("SELECT format('ALTER EXTENSION %I", "SELECT format('SELECT 1 AS %I; --", "BOOTSTRAP_EXTENSION_UNKNOWN"),
];

/// Everything that the script takes away is there to be taken.
const HELD: &str = "
    CREATE ROLE reader;
    SET ROLE mosaic;
    CREATE DOMAIN public.d AS text;
    CREATE OPERATOR public.@#@ (FUNCTION = int4pl, LEFTARG = integer, RIGHTARG = integer);
    GRANT SELECT ON public.users TO reader;
    GRANT USAGE ON SCHEMA drizzle TO reader;
    GRANT TEMPORARY ON DATABASE mosaic TO reader;
    ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO reader;
    RESET ROLE;
    ALTER DATABASE mosaic SET work_mem TO '5MB';
";

#[test]
fn every_part_is_proved() {
    let legacy = Legacy::new(Major::V17);
    legacy.database.execute(HELD);
    let script = legacy.takeover();
    for (there, instead, code) in OMISSIONS {
        assert_eq!(script.matches(there).count(), 1, "{there} is to be found once");
        legacy.refused(&script.replace(there, instead), code);
    }
    legacy.succeeds(&script);
}

/// What is made while the script works, by nobody's leave, is found before the commit.
#[test]
fn what_appears_meanwhile_is_found() {
    let legacy = Legacy::new(Major::V17);
    let script = legacy.takeover();
    for (made, code) in [
        (
            "CREATE TABLE public.meanwhile (); ALTER TABLE public.meanwhile OWNER TO mosaic_schema_owner;",
            "BOOTSTRAP_ASSERTION_FAILED",
        ),
        ("GRANT SELECT ON public.users TO mosaic_runtime;", "BOOTSTRAP_GRANT_UNKNOWN"),
        ("CREATE SCHEMA beside AUTHORIZATION mosaic;", "BOOTSTRAP_ASSERTION_FAILED"),
    ] {
        let place = "\nSET LOCAL mosaic_bootstrap.taken";
        let (before, after) = script.split_once(place).expect("the last look");
        let (work, look) = before.rsplit_once("\n-- The database as it is").expect("its question");
        legacy.refused(&format!("{work}\n{made}\n-- The database as it is{look}{place}{after}"), code);
    }
}
