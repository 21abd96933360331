//! What a description says, and what it does not.

use super::*;
use crate::secrets::fixture::{CANARY, Provider, url, wish};
use crate::secrets::material::Part;

fn example() -> Descriptor {
    Descriptor::of(&Provider::at(7).material(), &wish())
}

#[test]
fn it_holds_neither_a_secret_nor_the_digest_of_one() {
    let material = Provider::at(7).material();
    let text = String::from_utf8(Descriptor::of(&material, &wish()).to_bytes().unwrap()).unwrap();
    assert!(!text.contains(CANARY) && !text.contains("localhost"));
    for role in ["mosaic_data_importer", "mosaic_migrator", "mosaic_runtime"] {
        assert!(!text.contains(&Digest::of(url(role, 7).as_bytes()).to_string()), "{role}");
    }
    assert!(!text.contains(&Digest::of(material.bytes(Part::Key)).to_string()));
    // Whose number is known, knows the digest: it is left out as well.
    assert!(!text.contains(&Digest::of(b"7").to_string()));
    assert!(text.contains(&Digest::of(material.bytes(Part::Authorities)).to_string()));
}

#[test]
fn it_says_which_version_everybody_has() {
    let descriptor = example();
    for kind in Kind::ALL {
        assert_eq!(descriptor.version(kind), SecretVersion::new(7).ok());
    }
    let importer = &descriptor.consumers[&Consumer::Importer];
    assert_eq!((importer.user, importer.group), (10_002, 10_002));
    assert!(importer.private.contains("mosaic-migrate-target-url"));
    assert_eq!(descriptor.consumers[&Consumer::Server].user, 999);
}

#[test]
fn it_has_one_spelling() {
    let descriptor = example();
    let bytes = descriptor.to_bytes().unwrap();
    assert_eq!(Descriptor::parse(&bytes), Ok(descriptor));
    let text = String::from_utf8(bytes).unwrap();
    for other in [text.replace(',', ", "), text.replace("\"number\":1", "\"number\":1,\"other\":1")] {
        assert!(matches!(Descriptor::parse(other.as_bytes()), Err(DescriptorError::Document(_))), "{other}");
    }
    let later = text.replace("generation/v1", "generation/v2");
    assert_eq!(Descriptor::parse(later.as_bytes()), Err(DescriptorError::Schema));
}

#[test]
fn names_are_in_order_and_none_comes_twice() {
    let id = |descriptor: Descriptor| descriptor.id().unwrap();
    assert!(id(example().numbered(9)) < id(example().numbered(10)));
    // The same number in a directory that was emptied: other certificates, so another name.
    assert_ne!(id(example()), id(example()));
}
