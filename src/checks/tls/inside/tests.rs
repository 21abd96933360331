use super::*;
use crate::postgres::ResultSet;
use mosaic_lab::certificates::Authority;

/// A session of a superuser on a server on which everything is as it should be.
fn seen(sight: &Sight, files: Files) -> Inside {
    let identity = Identity {
        version: 180_000,
        version_text: "18.0".to_owned(),
        in_recovery: false,
        encoding: "UTF8".to_owned(),
        login: "monitor".to_owned(),
        database: "mosaic".to_owned(),
        database_oid: "1".to_owned(),
        pid: "2".to_owned(),
        tls: true,
        system_identifier: "3".to_owned(),
        timeline: "1".to_owned(),
        attributes: Vec::new(),
        memberships: Vec::new(),
        stored_settings: Vec::new(),
        bootstrapped: true,
    };
    let answers = Batch::of(vec![
        ResultSet::of_texts(&[
            ["ssl", "on"],
            ["ssl_min_protocol_version", "TLSv1.2"],
            ["ssl_max_protocol_version", ""],
            ["ssl_cert_file", "server.crt"],
            ["ssl_key_file", "server.key"],
            ["ssl_ca_file", ""],
        ]),
        ResultSet::of_texts(&[["1", "hostssl", "all", "all", "all", "scram-sha-256", ""]]),
        ResultSet::of_texts(&[
            ["10", "mosaic_runtime", "web", "10.0.0.1", "t"],
            ["11", "mosaic_runtime", "web", "10.0.0.2", "t"],
            ["12", "mosaic_migrator", "mosaic-db-migrator/1", "10.0.0.3", "t"],
        ]),
        ResultSet::of_texts(&[["the id"]]),
    ]);
    Inside::read(&answers, identity, sight, files).unwrap()
}

fn with_files(files: Files) -> Inside {
    seen(&Sight { superuser: true, database_id: true }, files)
}

/// The checks that are not good.
fn bad(inside: &Inside, shown: Option<&Certificate>) -> Vec<(String, Verdict)> {
    let checks = seen_from_inside(Some(inside), shown).into_iter();
    checks.filter(|check| check.verdict != Verdict::Good).map(|check| (check.id, check.verdict)).collect()
}

fn open(rules_changed: &str, certificate: &str) -> Files {
    Files::Open { rules_changed: rules_changed.to_owned(), certificate: certificate.to_owned() }
}

/// The check that fails, and what makes it fail.
type Deviation<'a> = (&'a str, &'a dyn Fn(&mut Inside));

#[test]
fn each_deviation_fails_its_own_check() {
    let closed = ["rules.loaded", "server.loaded"].map(|id| (id.to_owned(), Verdict::Warning));
    assert_eq!(bad(&with_files(Files::Closed), None), closed);
    let set = |inside: &mut Inside, name: &str, value: &str| {
        inside.settings.insert(name.to_owned(), value.to_owned());
    };
    let line = |kind: &str, error: &str| {
        vec![["9", kind, "all", "all", "all", "md5", error].map(str::to_owned).to_vec()]
    };
    let cases: [Deviation<'_>; 12] = [
        ("session.tls", &|it| it.identity.tls = false),
        ("server.ssl", &|it| set(it, "ssl", "off")),
        ("server.protocol", &|it| set(it, "ssl_min_protocol_version", "")),
        ("server.protocol", &|it| set(it, "ssl_min_protocol_version", "TLSv1.1")),
        ("server.protocol", &|it| set(it, "ssl_max_protocol_version", "TLSv1.1")),
        ("server.files", &|it| set(it, "ssl_cert_file", "")),
        ("server.files", &|it| set(it, "ssl_key_file", "")),
        ("rules.plaintext", &|it| it.rules = line("host", "")),
        ("rules.errors", &|it| it.rules = line("", "unknown type")),
        ("sessions.plaintext", &|it| it.clients[0].encrypted = false),
        ("sessions.plaintext", &|it| it.clients[2].encrypted = false),
        ("sessions.plaintext", &|it| it.clients.iter_mut().for_each(|client| client.encrypted = false)),
    ];
    for (id, change) in cases {
        let mut inside = with_files(Files::Closed);
        change(&mut inside);
        let expected = [&[(id.to_owned(), Verdict::Violation)][..], &closed].concat();
        assert_eq!(bad(&inside, None), expected);
    }
}

#[test]
fn newer_versions_of_tls_and_an_authority_for_clients_are_good() {
    for (name, value) in [
        ("ssl_min_protocol_version", "TLSv1.3"),
        ("ssl_max_protocol_version", "TLSv1.2"),
        ("ssl_max_protocol_version", "TLSv1.3"),
        ("ssl_ca_file", "clients.crt"),
    ] {
        let mut inside = with_files(Files::Closed);
        inside.settings.insert(name.to_owned(), value.to_owned());
        assert_eq!(bad(&inside, None).len(), 2, "{name} {value}");
        let checks = seen_from_inside(Some(&inside), None);
        assert!(checks.iter().any(|check| check.observed.contains(value)), "{name} {value}");
    }
}

#[test]
fn without_a_session_nothing_is_seen() {
    let checks = seen_from_inside(None, None);
    assert_eq!(checks.len(), 9);
    assert!(checks.iter().all(|check| check.verdict == Verdict::Unseen));
}

#[test]
fn rules_of_another_form_are_unseen() {
    let mut inside = with_files(Files::Closed);
    inside.rules = vec![vec!["1".to_owned()]];
    let unseen = ["rules.plaintext", "rules.errors"].map(|id| (id.to_owned(), Verdict::Unseen));
    assert_eq!(bad(&inside, None)[..2], unseen);
}

#[test]
fn what_lies_on_the_disk_is_compared_with_what_is_in_use() {
    let authority = Authority::new().unwrap();
    let [shown, other] = [(); 2].map(|()| authority.server().unwrap().certificate);
    let certificate = Certificate::from_pem(shown.as_bytes()).unwrap();
    let (rules, file) = ("rules.loaded", "server.loaded");
    let refusal =
        ServerError { sqlstate: "42501".into(), message: "no".into(), position: None, more: Box::default() };
    for (files, in_use, expected) in [
        (open("", &shown), Some(&certificate), &[][..]),
        (open("pg_hba.conf", &shown), Some(&certificate), &[(rules, Verdict::Violation)]),
        (open("", &other), Some(&certificate), &[(file, Verdict::Violation)]),
        (open("", "no certificate"), Some(&certificate), &[(file, Verdict::Unseen)]),
        (open("", &shown), None, &[(file, Verdict::Unseen)]),
        (Files::Unread(refusal), Some(&certificate), &[(rules, Verdict::Unseen), (file, Verdict::Unseen)]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(id, verdict)| ((*id).to_owned(), *verdict)).collect();
        assert_eq!(bad(&with_files(files), in_use), expected);
    }
}

#[test]
fn sessions_over_tls_are_counted_without_those_of_this_program() {
    let mut inside = with_files(Files::Closed);
    assert_eq!(inside.over_tls(), BTreeMap::from([("mosaic_runtime", 2)]));
    inside.clients[0].encrypted = false;
    assert_eq!(inside.over_tls(), BTreeMap::from([("mosaic_runtime", 1)]));
    assert_eq!(inside.in_plaintext().map(|client| &*client.pid).collect::<Vec<_>>(), ["10"]);
}

#[test]
fn a_client_is_told_with_what_it_says_of_itself() {
    let client = |login: &str, application: &str| Client {
        pid: "5".to_owned(),
        login: login.to_owned(),
        application: application.to_owned(),
        address: "::1".to_owned(),
        encrypted: false,
    };
    assert_eq!(client("x", "web").to_string(), "pid 5 of x from ::1 (web)");
    assert_eq!(client("", "").to_string(), "pid 5 of nobody yet from ::1");
}

#[test]
fn the_id_of_the_database_is_read_where_it_may_be() {
    assert_eq!(with_files(Files::Closed).database_id.as_deref(), Some("the id"));
    assert_eq!(seen(&Sight { superuser: false, database_id: false }, Files::Closed).database_id, None);
}

#[test]
fn what_a_login_cannot_see_is_named() {
    let sight = |row: [&str; 6]| {
        let mut answers = vec![ResultSet::default(); identity::QUESTIONS.len()];
        answers.push(ResultSet::of_texts(&[row]));
        match Sight::read(&Batch::of(answers)) {
            Ok(sight) => Ok((sight.superuser, sight.database_id)),
            Err(PostureError::Blind { login, without }) => Err((login, without)),
            Err(other) => panic!("{other:?}"),
        }
    };
    let blind = |without| Err(("eve".to_owned(), without));
    for (row, expected) in [
        (["eve", "t", "t", "t", "t", "f"], Ok((true, false))),
        (["eve", "f", "t", "t", "t", "t"], Ok((false, true))),
        (["eve", "f", "t", "t", "f", "t"], blind(Without::Rules)),
        (["eve", "f", "t", "f", "t", "t"], blind(Without::Settings)),
        (["eve", "f", "f", "t", "t", "t"], blind(Without::Sessions)),
    ] {
        assert_eq!(sight(row), expected, "{row:?}");
    }
    assert!(matches!(Sight::read(&Batch::default()), Err(PostureError::Unreadable)));
    let words = [Without::Rules, Without::Settings, Without::Sessions].map(Without::what);
    assert_eq!(std::collections::BTreeSet::from(words).len(), words.len());
}

#[test]
fn a_refused_question_is_told_apart_from_a_session_that_ended() {
    let code = |sqlstate: &str| {
        let (sqlstate, message) = (sqlstate.to_owned(), String::new());
        let error = ServerError { sqlstate, message, position: None, more: Box::default() };
        let stop = Stop { completed: Batch::default(), cause: StopCause::Server(error) };
        PostureError::from(stop).code()
    };
    assert_eq!(code("42501"), Code::QuestionRefused);
    assert_eq!(code("57P01"), Code::ConnectionLost);
}
