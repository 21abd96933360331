//! The account a server runs under: PostgreSQL refuses to run as root.

use crate::error::{At, Error};
use std::{
    fs,
    os::unix::{
        fs::{PermissionsExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::Command,
};

/// Whom the server's processes and files belong to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Account {
    /// Whoever runs the laboratory.
    Own,
    /// An unprivileged account, because the laboratory runs as root.
    Other { uid: u32, gid: u32 },
}

impl Account {
    /// Ourselves, or `nobody` when we are root. It must have an entry in the password file: `initdb` looks.
    pub(crate) fn for_servers() -> Result<Self, Error> {
        if !rustix::process::geteuid().is_root() {
            return Ok(Self::Own);
        }
        let passwd = Path::new("/etc/passwd");
        let text = fs::read_to_string(passwd).at("read", passwd)?;
        nobody(&text).ok_or_else(|| Error::File {
            act: "find the account nobody in",
            path: passwd.to_owned(),
            source: std::io::ErrorKind::NotFound.into(),
        })
    }

    /// Makes the command run under this account.
    pub(crate) fn runs(self, command: &mut Command) -> &mut Command {
        match self {
            Self::Own => command,
            Self::Other { uid, gid } => command.uid(uid).gid(gid),
        }
    }

    /// Checks that this account can enter the directory and all above it.
    pub(crate) fn reaches(self, directory: &Path) -> Result<(), Error> {
        const OTHERS_MAY_ENTER: u32 = 0o001;
        let Self::Other { .. } = self else { return Ok(()) };
        for above in directory.ancestors() {
            let mode = fs::metadata(above).at("look at", above)?.permissions().mode();
            if mode & OTHERS_MAY_ENTER == 0 {
                return Err(Error::Closed { directory: above.to_owned() });
            }
        }
        Ok(())
    }

    /// Gives a file or directory to this account.
    pub(crate) fn owns(self, path: &Path) -> Result<(), Error> {
        match self {
            Self::Own => Ok(()),
            Self::Other { uid, gid } => chown(path, Some(uid), Some(gid)).at("change the owner of", path),
        }
    }
}

fn nobody(passwd: &str) -> Option<Account> {
    let line = passwd.lines().find_map(|line| line.strip_prefix("nobody:"))?;
    let mut fields = line.split(':').skip(1);
    Some(Account::Other { uid: fields.next()?.parse().ok()?, gid: fields.next()?.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_read_from_the_password_file() {
        let text =
            "root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n";
        assert!(matches!(nobody(text), Some(Account::Other { uid: 65534, gid: 65533 })));
        assert!(nobody("root:x:0:0:root:/root:/bin/sh\n").is_none());
    }
}
