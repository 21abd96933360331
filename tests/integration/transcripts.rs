//! Golden transcripts of help, usage errors and refusals: the operator's interface changes only on purpose.
//! After a wanted change: `TRYCMD=overwrite cargo test --test integration transcripts`, then read the diff.

#[test]
fn transcripts() {
    trycmd::TestCases::new().case("tests/transcripts/*.trycmd");
}
