//! How the programs are linked.

fn main() {
    // Where the loader puts addresses into tables is written as a bitmap instead of 24 bytes for each (RELR). Without it,
    // every start reads three quarters of a megabyte for that, and the most short-lived command keeps it in memory.
    println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    println!("cargo::rerun-if-changed=build.rs");
}
