//! What fits together and what does not.

use super::*;
use crate::secrets::fixture::{CANARY, Provider, trust_store, url};
use mosaic_db::attest::SecretVersion;
use mosaic_lab::certificates::{Authority, Flaw};

fn code(change: impl FnOnce(&mut Provider)) -> Code {
    let mut provider = Provider::at(7);
    change(&mut provider);
    let error = provider.check().err().expect("must be refused");
    let mut shown = format!("{error:?}");
    let mut cause: Option<&dyn std::error::Error> = Some(&error);
    while let Some(error) = cause {
        shown += &error.to_string();
        cause = error.source();
    }
    assert!(!shown.contains(CANARY) && !shown.contains("PRIVATE"), "{shown}");
    error.code()
}

#[test]
fn what_fits_together_is_taken_as_it_is() {
    let material = Provider::at(7).material();
    assert_eq!(material.bytes(Part::ImporterUrl), url("mosaic_data_importer", 7).as_bytes());
    assert_eq!(material.bytes(Part::ImporterVersion), b"7");
    assert_eq!(material.bytes(Part::TrustStore), trust_store(1));
    assert_eq!(material.target_sha256(), Digest::of(url("mosaic_data_importer", 7).as_bytes()));
    assert_eq!(material.version(Kind::TlsServer), SecretVersion::new(7).unwrap());
}

#[test]
fn an_empty_or_missing_value_is_refused() {
    for kind in Kind::ALL {
        for key in kind.keys() {
            assert_eq!(code(|provider| provider.put(kind, key, "")), Code::SecretIncomplete, "{kind} {key}");
        }
        let more = |provider: &mut Provider| provider.put(kind, "password", CANARY);
        assert_eq!(code(more), Code::SecretIncomplete, "{kind}");
    }
}

#[test]
fn every_url_is_for_its_role_at_the_one_place() {
    let logins = [
        (Kind::Importer, "mosaic_data_importer"),
        (Kind::Migrator, "mosaic_migrator"),
        (Kind::Runtime, "mosaic_runtime"),
    ];
    for (kind, role) in logins {
        let refused = |url: String| code(|provider| provider.put(kind, "url", url));
        assert_eq!(refused(url("postgres", 7)), Code::SecretUserWrong, "{kind}");
        assert_eq!(refused(format!("{}\n", url(role, 7))), Code::DsnInvalid, "{kind}");
        assert_eq!(refused(url(role, 7).replace("verify-full", "require")), Code::DsnInvalid, "{kind}");
        assert_eq!(refused(url(role, 7).replace(CANARY, "short")), Code::TargetPasswordWeak, "{kind}");
        for elsewhere in [
            url(role, 7).replace("localhost", "127.0.0.1"),
            url(role, 7).replace("localhost", "localhost:5433"),
            url(role, 7).replace("/mosaic?", "/other?"),
        ] {
            assert_eq!(refused(elsewhere), Code::SecretTargetsDiffer, "{kind}");
        }
    }
}

#[test]
fn a_certificate_that_clients_would_refuse_is_not_given_to_the_server() {
    let server = |certificate: String, key: String| {
        code(|provider| {
            provider.put(Kind::TlsServer, "certificate", certificate);
            provider.smuggle(Kind::TlsServer, "key", key);
        })
    };
    let flawed = |flaw| {
        code(|provider| {
            let identity = provider.authority.flawed(flaw).unwrap();
            provider.put(Kind::TlsServer, "certificate", identity.certificate);
            provider.smuggle(Kind::TlsServer, "key", identity.key);
        })
    };
    assert_eq!(flawed(Flaw::Expired), Code::ServerCertificateTime);
    assert_eq!(flawed(Flaw::WrongHost), Code::ServerCertificateName);
    assert_eq!(flawed(Flaw::NoSubjectAltName), Code::ServerCertificateName);
    let other = Authority::new().unwrap().server().unwrap();
    assert_eq!(server(other.certificate, other.key), Code::ServerCertificateUntrusted);
    let other = Authority::new().unwrap().server().unwrap();
    let swapped = |provider: &mut Provider| provider.put(Kind::TlsServer, "key", other.key.clone());
    assert_eq!(code(swapped), Code::ServerCertificateKey);
    assert_eq!(server(CANARY.to_owned(), other.key.clone()), Code::ServerCertificateInvalid);
    assert_eq!(server(other.certificate, CANARY.to_owned()), Code::ServerCertificateInvalid);
    let unbound = |provider: &mut Provider| {
        let authority = Authority::ed25519().unwrap();
        let identity = authority.server().unwrap();
        provider.put(Kind::TlsCa, "certificate", authority.pem());
        provider.put(Kind::TlsServer, "certificate", identity.certificate);
        provider.smuggle(Kind::TlsServer, "key", identity.key);
    };
    assert_eq!(code(unbound), Code::ServerCertificateInvalid);
    assert_eq!(code(|provider| provider.put(Kind::TlsCa, "certificate", CANARY)), Code::CaFileInvalid);
}

#[test]
fn old_and_new_authorities_stand_side_by_side() {
    let mut provider = Provider::at(7);
    let next = Authority::new().unwrap();
    provider.put(Kind::TlsCa, "certificate", format!("{}{}", provider.authority.pem(), next.pem()));
    provider.material();
    let identity = next.server().unwrap();
    provider.put(Kind::TlsServer, "certificate", identity.certificate);
    provider.smuggle(Kind::TlsServer, "key", identity.key);
    provider.material();
}

#[test]
fn a_revoked_version_is_not_rendered() {
    let store = TrustStore::parse(&trust_store(1)).unwrap();
    let revoking = store.without_versions([SecretVersion::new(7).unwrap()]).unwrap().encode().unwrap();
    assert_eq!(code(|provider| provider.trust_store = revoking), Code::SecretVersionRevoked);
    assert_eq!(code(|provider| provider.trust_store.push(b'\n')), Code::TrustStoreInvalid);
}
