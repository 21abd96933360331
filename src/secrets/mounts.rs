//! Which generations running processes see, by the mounts the kernel lists: a container has the directory it was started
//! with, whatever the pointer says by now.

use super::consumer::Consumer;
use std::collections::BTreeSet;
use std::path::Path;

/// A consumer's directory of a generation, mounted somewhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mount {
    /// The generation's name.
    pub generation: String,
    pub consumer: Consumer,
}

/// What the processes of this machine see. Those of another PID namespace, and those this user may not ask, are not among
/// them: what is not here may be mounted all the same.
pub fn read() -> BTreeSet<Mount> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = processes.map(|entry| entry.path()).filter(|path| is_process(path));
    let tables = processes.filter_map(|path| std::fs::read_to_string(path.join("mountinfo")).ok());
    tables.flat_map(|table| parse(&table)).collect()
}

fn is_process(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// The mounts in one table, proc_pid_mountinfo(5): the fourth field is what is mounted, as a path in its file system.
fn parse(table: &str) -> Vec<Mount> {
    let roots = table.lines().filter_map(|line| line.split(' ').nth(3));
    roots.filter_map(mount).collect()
}

fn mount(root: &str) -> Option<Mount> {
    let parts: Vec<&str> = root.split('/').collect();
    parts.windows(2).find_map(|pair| {
        let [generation, consumer] = pair else { return None };
        let consumer = Consumer::named(consumer).filter(|_| crate::safe_fs::is_generation(generation))?;
        Some(Mount { generation: (*generation).to_owned(), consumer })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generation_is_found_by_what_is_mounted_and_not_where() {
        let name = format!("gen-{:032x}", 7);
        let line = |root: &str| {
            format!(
                "743 720 254:0 {root} /run/secrets ro,nosuid - ext4 /dev/vda1 rw\n22 1 0:5 / /proc rw - proc proc rw\n"
            )
        };
        let one = |consumer| vec![Mount { generation: name.clone(), consumer }];
        assert_eq!(parse(&line(&format!("/srv/mosaic/{name}/importer"))), one(Consumer::Importer));
        assert_eq!(parse(&line(&format!("/{name}/gateway/ca.pem"))), one(Consumer::Gateway));
        assert_eq!(parse(&line(&format!("/a\\040b/{name}/server//deleted"))), one(Consumer::Server));
        for other in
            [format!("/{name}"), format!("/{name}/other"), "/gen-7/importer".to_owned(), String::new()]
        {
            assert_eq!(parse(&line(&other)), [], "{other}");
        }
        assert_eq!(parse("broken\n\n1 2 3"), []);
    }
}
