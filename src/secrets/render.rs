//! Renders a generation: looks at those there are, decides, writes, and takes away those that are too many, all while no
//! other process does the same in that directory.

use super::descriptor::{Descriptor, DescriptorError, Wish};
use super::history::{self, HistoryError, Known, Step};
use super::layout::{self, Documents, LayoutError, Piece};
use super::material::Material;
use super::record::Kind;
use super::{consumer, mounts};
use crate::safe_fs::{self, Folder, Generation, Generations, Held};
use mosaic_db::error::Code;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// What became of it.
#[derive(Debug)]
pub struct Rendered {
    pub generation: Known,
    /// Where it is.
    pub path: PathBuf,
    pub written: Written,
    /// The names of the generations that were taken away.
    pub retired: Vec<String>,
}

/// What was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing: everything was there.
    Nothing,
    /// The pointer, to a generation that another process had completed and not lived to name.
    Pointer,
    /// A generation, and the pointer to it.
    Generation,
}

impl Written {
    /// The word in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nothing => "nothing",
            Self::Pointer => "pointer",
            Self::Generation => "generation",
        }
    }
}

/// Why nothing was rendered. Only what is said to be written was.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("no generation can be rendered")]
    Directory(#[source] safe_fs::Error),
    #[error("the generation was not rendered")]
    NotWritten(#[source] safe_fs::Error),
    #[error("the generations there are")]
    Unreadable(#[source] safe_fs::Error),
    #[error("{name} is no generation")]
    NoGeneration { name: String, source: DescriptorError },
    #[error(transparent)]
    History(#[from] HistoryError),
    #[error("the pointer names {name}, and there is no such generation")]
    Pointer { name: String },
    #[error("{} is not as it was rendered", .path.display())]
    Damaged { path: PathBuf },
    #[error("the provider gives other bytes than before as version {version} of the secret {}", .kind.path())]
    Reused { kind: Kind, version: u32 },
    #[error(transparent)]
    Layout(#[from] LayoutError),
    #[error("only root can hand files over")]
    NeedsRoot,
}

impl RenderError {
    /// The catalogue code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Directory(error) if error.is_contention() => Code::RenderBusy,
            Self::Directory(error) => error.code(),
            Self::NotWritten(_) => Code::GenerationNotWritten,
            Self::Unreadable(_) | Self::NoGeneration { .. } | Self::Pointer { .. } | Self::Damaged { .. } => {
                Code::GenerationDamaged
            }
            Self::History(error) => error.code(),
            Self::Reused { .. } => Code::SecretVersionReused,
            Self::Layout(error) => error.code(),
            Self::NeedsRoot => Code::RenderNeedsRoot,
        }
    }
}

/// That this process may hand files over.
///
/// # Errors
/// [`RenderError::NeedsRoot`].
pub fn require_root() -> Result<(), RenderError> {
    if rustix::process::geteuid().is_root() { Ok(()) } else { Err(RenderError::NeedsRoot) }
}

/// Renders what was checked into a directory, and keeps this many generations there.
///
/// # Errors
/// [`RenderError`]; the generation before is whole and current then, unless it says otherwise.
pub fn render(
    base: &Path,
    material: &Material,
    wish: &Wish,
    keep: NonZeroUsize,
) -> Result<Rendered, RenderError> {
    require_root()?;
    let generations = Generations::hold(base).map_err(RenderError::Directory)?;
    let names = safe_fs::generations(base).map_err(RenderError::Unreadable)?;
    let current = safe_fs::current(base).map_err(RenderError::Unreadable)?;
    if let Some(name) = current.as_ref().filter(|name| !names.contains(name)) {
        return Err(RenderError::Pointer { name: name.clone() });
    }
    let newest = names.last().map(|name| read(base, name)).transpose()?;
    let wanted = Descriptor::of(material, wish);
    let step = history::next(newest.as_ref(), current.as_deref(), &wanted)?;
    let number = match (step, &newest) {
        (Step::Make { number }, _) => number,
        (Step::Keep | Step::Point, newest) => newest.as_ref().map_or(1, |newest| newest.descriptor.number),
    };
    let descriptor = wanted.numbered(number);
    let mut generation =
        Generation { id: descriptor.id().map_err(LayoutError::Descriptor)?, content: Folder::empty() };
    let documents = Documents::of(&generation.name(), &descriptor, material)?;
    let pieces = layout::pieces(wish.orchestrator, wish.server, material, &documents);
    generation.content = layout::folder(wish.orchestrator, &pieces, &documents);
    if let Some(newest) = &newest {
        require_same(&base.join(&newest.name), &newest.descriptor, &descriptor, &pieces)?;
    }
    generations.recover(&generation.content).map_err(RenderError::NotWritten)?;
    let (name, path) = (generation.name(), base.join(generation.name()));
    let written = match step {
        Step::Keep => Written::Nothing,
        Step::Point => {
            generations.point(&name).map(|()| Written::Pointer).map_err(RenderError::NotWritten)?
        }
        Step::Make { .. } => {
            generations.publish(&generation).map(|_| Written::Generation).map_err(RenderError::NotWritten)?
        }
    };
    let retired = match written {
        Written::Nothing => Vec::new(),
        Written::Pointer | Written::Generation => {
            retire(&generations, names, &name, keep, &generation.content)?
        }
    };
    Ok(Rendered { generation: Known { name, descriptor }, path, written, retired })
}

/// The complete generations below a directory, the newest last.
///
/// # Errors
/// [`RenderError::Unreadable`], [`RenderError::NoGeneration`].
pub fn known(base: &Path) -> Result<Vec<Known>, RenderError> {
    let names = safe_fs::generations(base).map_err(RenderError::Unreadable)?;
    names.iter().map(|name| read(base, name)).collect()
}

fn read(base: &Path, name: &str) -> Result<Known, RenderError> {
    let path = base.join(name).join(consumer::DESCRIPTOR);
    let bytes = safe_fs::read_public(&path).map_err(RenderError::Unreadable)?;
    match Descriptor::parse(&bytes) {
        Ok(descriptor) => Ok(Known { name: name.to_owned(), descriptor }),
        Err(source) => Err(RenderError::NoGeneration { name: name.to_owned(), source }),
    }
}

/// That a version still means what it meant in the newest generation, and, where all of it is wanted again, that all of
/// it is there.
fn require_same(
    path: &Path,
    before: &Descriptor,
    wanted: &Descriptor,
    pieces: &[Piece<'_>],
) -> Result<(), RenderError> {
    let mut damaged = None;
    for piece in pieces {
        let directory = path.join(piece.directory);
        let version = piece.record.and_then(|kind| wanted.version(kind).map(|version| (kind, version)));
        let reused = version.filter(|(kind, version)| before.version(*kind) == Some(*version));
        match (safe_fs::held(&directory, &piece.file).map_err(RenderError::Unreadable)?, reused) {
            (Held::Same, _) => {}
            (Held::OtherBytes, Some((kind, version))) => {
                return Err(RenderError::Reused { kind, version: u32::from(version) });
            }
            (Held::OtherBytes | Held::OtherAccess | Held::Missing, _) => {
                damaged.get_or_insert(directory.join(piece.file.name));
            }
        }
    }
    match damaged {
        Some(path) if before == wanted => Err(RenderError::Damaged { path }),
        _ => Ok(()),
    }
}

/// Takes away the oldest generations, but for the newest ones, and for those that a running process sees as a mount.
fn retire(
    generations: &Generations,
    mut names: Vec<String>,
    current: &str,
    keep: NonZeroUsize,
    shape: &Folder<'_>,
) -> Result<Vec<String>, RenderError> {
    names.retain(|name| name != current);
    names.truncate(names.len().saturating_sub(keep.get() - 1));
    if names.is_empty() {
        return Ok(names);
    }
    let mounted = mounts::read();
    names.retain(|name| !mounted.iter().any(|mount| mount.generation == *name));
    for name in &names {
        generations.retire(name, shape).map_err(RenderError::NotWritten)?;
    }
    Ok(names)
}

#[cfg(test)]
mod tests;
