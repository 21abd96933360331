//! Where fetched servers and prepared data directories are kept between runs.
//!
//! Invariant: a directory with the file `complete` in it never changes again. Only the holder of the lock file
//! beside it builds one, so any number of processes may ask for the same thing at once.

use crate::{
    account::Account,
    error::{At, Error},
};
use std::{
    env,
    fs::{self, File},
    path::{Path, PathBuf},
};

/// The environment variable that names another cache directory.
pub const VARIABLE: &str = "MOSAIC_LAB_CACHE";

/// The cache directory: as named by [`VARIABLE`]; for root `/var/cache/mosaic-lab`, since root's home is closed
/// to the account the servers run under; else `mosaic-lab` in the user's own cache.
#[must_use]
pub fn root() -> PathBuf {
    if let Some(named) = env::var_os(VARIABLE) {
        return named.into();
    }
    if rustix::process::geteuid().is_root() {
        return "/var/cache/mosaic-lab".into();
    }
    env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| env::var_os("HOME").map(|home| Path::new(&home).join(".cache")))
        .unwrap_or_else(env::temp_dir)
        .join("mosaic-lab")
}

/// The directory `name` in the cache, built now if it is not there. A build that was cut off starts again.
pub(crate) fn once(name: &str, build: impl FnOnce(&Path) -> Result<(), Error>) -> Result<PathBuf, Error> {
    let root = root();
    let (directory, complete) = (root.join(name), root.join(name).join("complete"));
    if complete.exists() {
        return Ok(directory);
    }
    fs::create_dir_all(&root).at("make", &root)?;
    Account::for_servers()?.reaches(&root)?;
    let lock = root.join(format!("{name}.lock"));
    let held = File::create(&lock).at("make", &lock)?;
    held.lock().at("lock", &lock)?;
    if complete.exists() {
        return Ok(directory);
    }
    if directory.exists() {
        fs::remove_dir_all(&directory).at("remove", &directory)?;
    }
    fs::create_dir_all(&directory).at("make", &directory)?;
    build(&directory)?;
    File::create(&complete).at("make", &complete)?;
    Ok(directory)
}
