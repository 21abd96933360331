//! Data directories as copies of one that `initdb` made once per installation.

use super::{Authentication, SUPERUSER, layout::Layout, settings};
use crate::{
    cache,
    error::{At, Error},
    postgres::Installation,
    process,
};
use std::{
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    process::Command,
};

/// What `initdb` is told. The locale is the only one that every system has.
const INITDB: [&str; 6] =
    ["--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions", "--username"];

/// Fills the data directory of a cluster.
pub(super) fn copy(installation: &Installation, layout: &Layout) -> Result<(), Error> {
    let account = layout.account();
    let mut hasher = DefaultHasher::new();
    (installation.bin(), installation.version(), INITDB, format!("{account:?}")).hash(&mut hasher);
    let name = format!("template-{}-{:016x}", installation.major(), hasher.finish());
    let template = cache::once(&name, |directory| {
        account.owns(directory)?;
        let data = directory.join("data");
        let mut initdb = Command::new(installation.program("initdb"));
        initdb.args(INITDB).arg(SUPERUSER).arg("--pgdata").arg(&data).current_dir("/");
        process::run(account.runs(&mut initdb))?;
        let access = data.join("pg_hba.conf");
        fs::write(&access, settings::access(Authentication::ScramSha256)).at("write", &access)
    })?;
    let mut cp = Command::new("cp");
    cp.args(["--archive", "--reflink=auto"]).arg(template.join("data/.")).arg(layout.data());
    process::run(&mut cp).map(drop)
}
