use super::*;
use mosaic_db::scram::Salt;
use mosaic_db::secret::Secret;

const PASSWORDS: [&str; 3] =
    ["m1grator @:/?#%' \\canary-pass", "runt1me @:/?#%' \\canary-pass", "1mporter @:/?#%' \\canary-pass"];

pub(super) fn logins(seed: &str) -> Logins {
    let [migrator, runtime, importer] = PASSWORDS.map(|text| {
        Verifier::of(&Secret::new(text.to_owned()), Salt::derived(seed, text)).expect("long enough")
    });
    Logins { migrator, runtime, importer }
}

pub(super) fn database() -> DatabaseName {
    DatabaseName::new("mosaic".to_owned()).expect("a name")
}

fn fast_load(what: FastLoad) -> String {
    render_fast_load(&database(), what)
}

fn script(seed: &str, other_databases: OtherDatabases) -> String {
    render(&Request { database: &database(), scope: &Scope::base(), logins: &logins(seed), other_databases })
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    let once = script("seed", OtherDatabases::LeftAlone);
    assert_eq!(once, script("seed", OtherDatabases::LeftAlone));
    assert_ne!(once, script("another", OtherDatabases::LeftAlone));
    assert_ne!(once, script("seed", OtherDatabases::ClosedToPublic));
    assert_eq!(fast_load(FastLoad::Grant), fast_load(FastLoad::Grant));
    assert_ne!(fast_load(FastLoad::Grant), fast_load(FastLoad::TakeBack));
}

#[test]
fn no_password_is_in_the_script() {
    let script = script("seed", OtherDatabases::LeftAlone);
    for password in PASSWORDS {
        assert!(!script.contains(password) && !script.contains(&password[..8]));
    }
    assert_eq!(script.matches("SCRAM-SHA-256$4096:").count(), 3);
}

/// Every file of the directory is rendered, and no code word in them lacks its entry in the catalogue.
#[test]
fn templates_and_catalogue_agree() {
    let directories = ["/bootstrap-sql", "/bootstrap-sql/existing"];
    let rendered = [
        script("seed", OtherDatabases::ClosedToPublic),
        render_after(&database()),
        fast_load(FastLoad::Grant),
        fast_load(FastLoad::TakeBack),
        existing::tests::rendered(),
    ]
    .concat();
    let known: Vec<&str> = Code::ALL.iter().map(|code| code.entry().code).collect();
    let entries = directories.iter().flat_map(|directory| {
        std::fs::read_dir(format!("{}{directory}", env!("CARGO_MANIFEST_DIR"))).expect("the templates")
    });
    for entry in entries {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "sql") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        assert!(rendered.contains(&text), "{} is not rendered", path.display());
        for message in text.split("EXCEPTION '").skip(1) {
            let word = message.split(':').next().expect("a message");
            assert!(known.contains(&word), "{word} in {} is not in the catalogue", path.display());
        }
    }
}

#[test]
fn names_that_psql_would_take_for_something_else_are_refused() {
    for good in ["mosaic", "we\"ird' \\ :name", "ünïcode"] {
        assert!(DatabaseName::new(good.to_owned()).is_ok(), "{good}");
    }
    for bad in ["", "a=b", "postgres://x", "two\nlines", "nul\0", &"x".repeat(64)] {
        assert_eq!(DatabaseName::new(bad.to_owned()), Err(BootstrapError::DatabaseName), "{bad:?}");
    }
}
