//! What is signed: the type of a document and its bytes, unambiguously joined.

/// The DSSE pre-authentication encoding, version 1
/// (<https://github.com/secure-systems-lab/dsse/blob/v1.0.2/protocol.md>):
/// `"DSSEv1" SP LEN(type) SP type SP LEN(bytes) SP bytes`, lengths in decimal bytes. A signature over it says what kind
/// of document was signed, so that none is taken for another.
#[must_use]
pub fn pae(payload_type: &str, bytes: &[u8]) -> Vec<u8> {
    let head = format!("DSSEv1 {} {payload_type} {} ", payload_type.len(), bytes.len());
    [head.as_bytes(), bytes].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the protocol's specification.
    #[test]
    fn known_answer() {
        let encoded = pae("http://example.com/HelloWorld", b"hello world");
        assert_eq!(encoded, b"DSSEv1 29 http://example.com/HelloWorld 11 hello world");
    }
}
