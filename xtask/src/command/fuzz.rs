//! `cargo xtask fuzz`: throws text that nobody would write at everything that reads untrusted text.
//!
//! The compiler counts what each input reaches and libFuzzer keeps what reaches more. Both work with a stable compiler:
//! the memory sanitizer that `cargo fuzz` adds, which needs another, would find nothing in code without `unsafe`.

use crate::{
    failure::{At, Failure},
    step, system,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// What libFuzzer needs to know about every edge and comparison (Clang's manual, SanitizerCoverage).
const COVERAGE: [&str; 5] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// How many inputs of each target are committed. The last hundreds add an edge each, and are found again in seconds.
const KEPT: usize = 40;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How long to try each target
    #[arg(long, value_name = "NUMBER", default_value = "60")]
    seconds: u32,
    /// Keep, in fuzz/corpus, the few inputs that reach most of what was reached
    #[arg(long)]
    keep: bool,
    /// What to try, by the names in fuzz/fuzz_targets
    #[arg(value_name = "TARGET", default_values = ["deploy", "dsn", "folder", "sql", "statement", "trust_store"])]
    targets: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    system::set_up(system::FOR_FUZZING)?;
    let ground = Ground::build(&arguments.targets)?;
    for target in &arguments.targets {
        ground.fuzz(target, arguments.seconds)?;
        if arguments.keep {
            ground.keep(target)?;
        }
    }
    Ok(())
}

/// Where things are.
struct Ground {
    /// What is committed.
    home: PathBuf,
    /// What is not: programs and whatever they come across.
    work: PathBuf,
    programs: PathBuf,
}

impl Ground {
    fn build(targets: &[String]) -> Result<Self, Failure> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let root = fs::canonicalize(&root).at("find", &root)?;
        let (home, work) = (root.join("fuzz"), root.join("target/fuzz"));
        let platform = platform()?;
        // With a platform named, the flags do not reach build scripts and macros, which have no libFuzzer to link.
        let mut build = step::cargo();
        build.args(["build", "--locked", "--release", "--target", &platform]);
        build.arg("--manifest-path").arg(home.join("Cargo.toml")).arg("--target-dir").arg(&work);
        build.args(targets.iter().flat_map(|target| ["--bin", target]));
        build.env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"));
        step::run(&mut build)?;
        let programs = work.join(platform).join("release");
        Ok(Self { home, work, programs })
    }

    fn fuzz(&self, target: &str, seconds: u32) -> Result<(), Failure> {
        let (found, kept) = (self.found(target), self.kept(target));
        let failed = self.home.join("artifacts").join(target);
        for directory in [&found, &kept, &failed] {
            fs::create_dir_all(directory).at("make", directory)?;
        }
        let dictionary = self.home.join("dictionaries").join(target).with_extension("dict");
        step::run(
            self.program(target)
                .arg(format!("-max_total_time={seconds}"))
                .arg(format!("-dict={}", dictionary.display()))
                .arg(format!("-artifact_prefix={}/", failed.display()))
                .args(["-timeout=10", "-print_final_stats=1"])
                .args([&found, &kept]),
        )
    }

    /// Edges alone decide what is kept, not how often each was passed: that would be thousands of files.
    fn keep(&self, target: &str) -> Result<(), Failure> {
        let (kept, least) = (self.kept(target), self.work.join("least").join(target));
        if least.exists() {
            fs::remove_dir_all(&least).at("remove", &least)?;
        }
        fs::create_dir_all(&least).at("make", &least)?;
        step::run(self.program(target).args(["-set_cover_merge=1", "-use_counters=0"]).args([
            &least,
            &kept,
            &self.found(target),
        ]))?;
        // They were written in the order of how much each adds.
        let mut inputs = Vec::new();
        for input in fs::read_dir(&least).at("read", &least)? {
            let input = input.at("read", &least)?;
            let written = input.metadata().and_then(|found| found.modified()).at("look at", &input.path())?;
            inputs.push((written, input.file_name()));
        }
        inputs.sort();
        fs::remove_dir_all(&kept).at("remove", &kept)?;
        fs::create_dir_all(&kept).at("make", &kept)?;
        for (_, name) in inputs.iter().take(KEPT) {
            fs::copy(least.join(name), kept.join(name)).at("copy", &least.join(name))?;
        }
        Ok(())
    }

    fn program(&self, target: &str) -> Command {
        Command::new(self.programs.join(target))
    }

    fn kept(&self, target: &str) -> PathBuf {
        self.home.join("corpus").join(target)
    }

    fn found(&self, target: &str) -> PathBuf {
        self.work.join("corpus").join(target)
    }
}

/// The platform that this compiler builds for, as it names it.
fn platform() -> Result<String, Failure> {
    let command = "rustc --print host-tuple";
    let start = |source| Failure::Start { command: command.to_owned(), source };
    let answer = Command::new("rustc").args(["--print", "host-tuple"]).output().map_err(start)?;
    if !answer.status.success() {
        return Err(Failure::Step { command: command.to_owned(), status: answer.status });
    }
    Ok(String::from_utf8_lossy(&answer.stdout).trim().to_owned())
}
