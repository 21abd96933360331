//! Every directory of `fixtures/bundle`, read from disk, against the file `expected` in it: the code that building
//! its manifest ends with, and the code that loading it ends with (`ok` for neither).

use super::*;
use std::path::Path;

fn outcome<T>(result: Result<T, BundleError>) -> String {
    result.map_or_else(|error| error.code().entry().code.to_owned(), |_| "ok".to_owned())
}

fn build(directory: &Path) -> Result<Manifest, BundleError> {
    let files = directory::read(directory)?;
    let settings = Manifest::draft(&files).ok().flatten().as_ref().map(Settings::of).unwrap_or_default();
    Manifest::build(files, &settings)
}

#[test]
fn every_case_ends_as_it_says() {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundle");
    let mut wrong = Vec::new();
    let mut cases = 0;
    for case in std::fs::read_dir(&all).unwrap() {
        let case = case.unwrap().path();
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        let expected = std::fs::read_to_string(case.join("expected")).unwrap_or_default();
        let found = format!("build {}\nload  {}\n", outcome(build(&case)), outcome(Bundle::load(&case)));
        if found != expected {
            wrong.push(format!("{name}: expected {expected:?}, found {found:?}"));
        }
        checks_alike(&case);
        cases += 1;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(cases > 80, "only {cases} cases");
}

/// `check` finds errors exactly where loading fails, the reading of what was measured included, and the one that it ends
/// with among them.
fn checks_alike(case: &Path) {
    let found = check(directory::read(case).unwrap(), 0);
    let errors: Vec<_> = found
        .iter()
        .filter_map(|finding| match finding {
            Finding::Error(error) => Some(error.code()),
            Finding::Warning(_) => None,
        })
        .collect();
    match Bundle::load(case).and_then(|bundle| bundle.effects().map(drop)) {
        Ok(()) => assert!(errors.is_empty(), "{}: {errors:?}", case.display()),
        Err(error) => assert!(errors.contains(&error.code()), "{}: {errors:?}", case.display()),
    }
}

#[test]
fn a_recorded_manifest_is_what_building_gives_again() {
    for name in ["classic", "folders", "gaps-in-idx", "needs", "precondition", "steps", "odd-chunks"] {
        let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundle").join(name);
        let bundle = Bundle::load(&case).unwrap();
        assert_eq!(build(&case).unwrap().fingerprint().unwrap(), bundle.fingerprint(), "{name}");
    }
}

#[test]
fn what_a_folder_needs_is_in_its_manifest() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundle/needs");
    let bundle = Bundle::load(&case).unwrap();
    let needs = bundle.manifest().needs();
    assert!(needs.database_create());
    assert_eq!(needs.extensions()[0].name().as_str(), "vector");
    assert!(needs.extensions()[0].accepts("0.8.0"));
    let managed: Vec<&str> = bundle.manifest().managed_schemas().iter().map(|name| name.as_str()).collect();
    assert_eq!(managed, ["app", "mosaic_extensions", "public"]);
}

#[test]
fn folders_have_the_time_of_their_name() {
    let case = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/bundle/folders");
    let bundle = Bundle::load(&case).unwrap();
    assert_eq!(bundle.form(), Form::Folders);
    let first = &bundle.entries()[0];
    assert_eq!((first.name(), first.when()), ("20240101120000_a", 1_704_110_400_000));
}
