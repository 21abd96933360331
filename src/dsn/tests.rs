use super::*;
use proptest::prelude::*;

const CANARY: &str = "c@n:a/r?y#1%2'3\\4 5";

fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

fn mistake(text: &str) -> (Mistake, usize) {
    let error = Dsn::parse(text).expect_err("must be refused");
    (error.kind, error.offset)
}

#[test]
fn the_accepted_form_is_read() {
    let text = format!(
        "postgresql://mosaic_migrator:{}@DB.example:6432/mosaic?sslmode=verify-full",
        escaped(CANARY)
    );
    let dsn = Dsn::parse(&text).unwrap();
    assert_eq!((dsn.user(), dsn.host(), dsn.port()), ("mosaic_migrator", "db.example", 6432));
    assert_eq!((dsn.password().expose(), dsn.database()), (CANARY, "mosaic"));
    assert!(!format!("{dsn:?}").contains(CANARY));
}

#[test]
fn hosts_have_one_spelling() {
    for (written, read) in [
        ("localhost", Some("localhost")),
        ("postgres-a", Some("postgres-a")),
        ("stack_postgres", Some("stack_postgres")),
        ("127.0.0.1", Some("127.0.0.1")),
        ("[::1]", Some("::1")),
        ("[2001:DB8:0:0::1]", Some("2001:db8::1")),
        ("127.1", None),
        ("127.0.0.01", None),
        ("127.0.0.0x1", None),
        ("2130706433", None),
        ("::1", None),
        ("[::1", None),
        ("[fe80::1%25eth0]", None),
        ("[127.0.0.1]", None),
        ("db.example.", None),
        ("db..example", None),
        ("-db", None),
        ("%2Fvar%2Frun", None),
        ("", None),
        ("*", None),
    ] {
        let dsn = Dsn::parse(&format!("postgres://u:p@{written}/d?sslmode=verify-full"));
        assert_eq!(dsn.ok().as_ref().map(Dsn::host), read, "{written}");
    }
}

#[test]
fn every_deviation_is_refused_where_it_stands() {
    use Mistake::*;
    let cases = [
        ("", Scheme, 0),
        ("POSTGRESQL://u:p@h/d?sslmode=verify-full", Scheme, 0),
        ("postgresql:/u:p@h/d?sslmode=verify-full", Scheme, 0),
        ("host=h user=u password=p", Scheme, 0),
        ("postgres://:p@h/d?sslmode=verify-full", User, 11),
        ("postgres://U:p@h/d?sslmode=verify-full", User, 11),
        ("postgres://u%61:p@h/d?sslmode=verify-full", User, 12),
        ("postgres://u@h/d?sslmode=verify-full", Password, 12),
        ("postgres://u:@h/d?sslmode=verify-full", Password, 12),
        ("postgres://u:p/d?sslmode=verify-full", Password, 12),
        ("postgres://u:p%zz@h/d?sslmode=verify-full", Escape, 14),
        ("postgres://u:p%4@h/d?sslmode=verify-full", Escape, 14),
        ("postgres://u:p%+4@h/d?sslmode=verify-full", Escape, 14),
        ("postgres://u:p%00@h/d?sslmode=verify-full", Nul, 14),
        ("postgres://u:%FF@h/d?sslmode=verify-full", NotUtf8, 13),
        ("postgres://u:p:q@h/d?sslmode=verify-full", Reserved, 14),
        ("postgres://u:p q@h/d?sslmode=verify-full", Reserved, 14),
        ("postgres://u:p\u{e9}@h/d?sslmode=verify-full", NotAscii, 14),
        ("postgres://u:p@h,i/d?sslmode=verify-full", SeveralHosts, 16),
        ("postgres://u:p@/d?sslmode=verify-full", Host, 15),
        ("postgres://u:p@h:/d?sslmode=verify-full", Port, 17),
        ("postgres://u:p@h:0/d?sslmode=verify-full", Port, 17),
        ("postgres://u:p@h:05432/d?sslmode=verify-full", Port, 17),
        ("postgres://u:p@h:65536/d?sslmode=verify-full", Port, 17),
        ("postgres://u:p@h:+1/d?sslmode=verify-full", Port, 17),
        ("postgres://u:p@h?sslmode=verify-full", DatabaseLength, 16),
        ("postgres://u:p@h/?sslmode=verify-full", DatabaseLength, 16),
        ("postgres://u:p@h/a/b?sslmode=verify-full", Reserved, 18),
        ("postgres://u:p@h/d", SslMode, 18),
        ("postgres://u:p@h/d?", UnknownKey, 19),
        ("postgres://u:p@h/d?sslmode", SslMode, 26),
        ("postgres://u:p@h/d?sslmode=require", SslMode, 26),
        ("postgres://u:p@h/d?sslmode=verify-full&sslmode=verify-full", DuplicateKey, 39),
        ("postgres://u:p@h/d?sslmode=verify-full&host=evil.example", UnknownKey, 39),
        ("postgres://u:p@h/d?hostaddr=10.0.0.1&sslmode=verify-full", UnknownKey, 19),
        ("postgres://u:p@h/d?options=-c%20role%3Dx&sslmode=verify-full", UnknownKey, 19),
        ("postgres://u:p@h/d?sslmode=verify-full&", UnknownKey, 39),
        ("postgres://u:p@h/d?sslmode=verify-full#x", Fragment, 38),
        ("postgres://u:p@h/d?sslmode=verify-full\n", ControlCharacter, 38),
        ("postgres://u:p@h/d\n?sslmode=verify-full", ControlCharacter, 18),
        ("postgres://u:p\0@h/d?sslmode=verify-full", ControlCharacter, 14),
    ];
    for (text, kind, offset) in cases {
        assert_eq!(mistake(text), (kind, offset), "{text:?}");
    }
}

/// What libpq and the Rust driver read as two different servers or users.
#[test]
fn what_parsers_disagree_about_is_refused() {
    use Mistake::*;
    for (text, kind) in [
        ("postgres://host1/db?application_name=a@b", Password),
        ("postgres://u:p@ss@db.example/d?sslmode=verify-full", Reserved),
        ("postgres://u:p/w@db.example/d?sslmode=verify-full", Password),
        ("postgres://u:p@good/d?sslmode=verify-full&host=evil", UnknownKey),
        ("postgres://u:p@%2Ftmp/d?sslmode=verify-full", Host),
    ] {
        assert_eq!(mistake(text).0, kind, "{text:?}");
    }
}

#[test]
fn lengths_are_bounded() {
    let with = |user: &str, database: &str| {
        Dsn::parse(&format!("postgres://{user}:p@h/{database}?sslmode=verify-full"))
            .map_err(|error| error.kind)
    };
    assert!(with(&"u".repeat(63), &"d".repeat(63)).is_ok());
    assert_eq!(with(&"u".repeat(64), "d").unwrap_err(), Mistake::User);
    assert_eq!(with("u", &"d".repeat(64)).unwrap_err(), Mistake::DatabaseLength);
    assert_eq!(with("u", &"%C3%A9".repeat(32)).unwrap_err(), Mistake::DatabaseLength);
    assert_eq!(mistake(&"x".repeat(4097)), (Mistake::Length, 4096));
}

proptest! {
    #[test]
    fn what_was_escaped_is_read_back(
        user in "[a-z0-9_]{1,63}",
        password in "[^\0]{1,40}",
        host in "[a-z][a-z0-9]{0,20}(\\.[a-z][a-z0-9]{0,20}){0,3}",
        port in 1u16..,
        database in "[^\0]{1,15}",
    ) {
        let (hidden, name) = (escaped(&password), escaped(&database));
        let text = format!("postgresql://{user}:{hidden}@{host}:{port}/{name}?sslmode=verify-full");
        let dsn = Dsn::parse(&text).unwrap();
        prop_assert_eq!((dsn.user(), dsn.host(), dsn.port()), (user.as_str(), host.as_str(), port));
        prop_assert_eq!((dsn.password().expose(), dsn.database()), (password.as_str(), database.as_str()));
    }

    #[test]
    fn no_text_panics_and_no_error_repeats_it(text in "(postgres(ql)?://)?[ -~]{0,60}") {
        if let Err(error) = Dsn::parse(&text) {
            prop_assert!(error.offset <= text.len());
        }
    }

    #[test]
    fn any_text_is_an_answer_not_a_panic(text in any::<String>()) {
        let _ = Dsn::parse(&text);
    }
}
