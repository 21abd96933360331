//! What migrating costs as a folder grows: applying in proportion to it, and finding nothing pending always with as many
//! round trips.

use super::{
    OFTEN,
    course::Course,
    figures::{Curve, Growth},
    ground::Ground,
    record::Record,
    rounds::{Measured, interleaved},
    tool::Tool,
    trips,
};
use crate::failure::Failure;

/// A folder of one size.
struct Subject<'bench> {
    course: Course<'bench>,
    /// Where its databases are.
    place: String,
}

impl Subject<'_> {
    /// A tool on this folder.
    fn name(&self, tool: &Tool) -> String {
        format!("{}, {}", tool.name(), self.place)
    }
}

/// Measures these sizes, and fails when round trips with nothing pending differ.
pub(super) fn measure(
    record: &mut Record,
    ground: &Ground,
    tools: &[Tool],
    sizes: &[usize],
    rounds: usize,
) -> Result<(), Failure> {
    let alike = |tool: &&Tool| matches!(tool, Tool::Psql | Tool::Product | Tool::Dbmate(_));
    let tools: Vec<&Tool> = tools.iter().filter(alike).collect();
    let mut subjects = Vec::new();
    for entries in sizes {
        let place = format!("entries_{entries}");
        let course = Course::of(ground, *entries, &ground.directory().join(&place))?;
        course.prepare(&place, &tools, rounds)?;
        subjects.push(Subject { course, place });
    }
    let contenders = pairs(&subjects, &tools).into_iter().map(|(subject, tool)| {
        subject.course.applying(subject.name(tool), &subject.place, tool, ground.port())
    });
    let mut applied = interleaved(contenders.collect(), rounds)?;
    for (subject, tool) in pairs(&subjects, &tools) {
        subject.course.check(&subject.place, tool, rounds, &subject.name(tool), &mut applied)?;
    }
    let with_ledger: Vec<&Tool> = tools.iter().copied().filter(|tool| !matches!(tool, Tool::Psql)).collect();
    let contenders = pairs(&subjects, &with_ledger)
        .into_iter()
        .map(|(subject, tool)| subject.course.again(subject.name(tool), &subject.place, tool, rounds));
    let pending = interleaved(contenders.collect(), rounds * OFTEN)?;
    let count = |subject: &Subject<'_>| subject.course.trips(&subject.place, &Tool::Product, rounds);
    let counts = subjects.iter().map(count).collect::<Result<Vec<_>, _>>()?;

    let about = "Folders of the same kind, of as many entries; and the same once more, with nothing pending.";
    let title = "Applying, and finding nothing pending";
    let mut growth = Growth::new("entries", title, "entries", sizes.iter().map(|size| *size as u64), about);
    for tool in &tools {
        growth = growth.curve(curve(tool.name(), &subjects, tool, &applied));
    }
    for tool in &with_ledger {
        growth = growth.curve(curve(&format!("{}, nothing pending", tool.name()), &subjects, tool, &pending));
    }
    let growth = growth.curve(trips::curve("nothing pending", &counts));
    record.add(growth.no_faster(Tool::Product.name()));
    trips::assert_equal(sizes, &counts)
}

/// Every tool on every folder.
fn pairs<'all>(
    subjects: &'all [Subject<'all>],
    tools: &[&'all Tool],
) -> Vec<(&'all Subject<'all>, &'all Tool)> {
    let pairs = subjects.iter().flat_map(|subject| tools.iter().map(move |tool| (subject, *tool)));
    pairs.collect()
}

fn curve(name: &str, subjects: &[Subject<'_>], tool: &Tool, measured: &Measured) -> Curve {
    let times = subjects.iter().map(|subject| measured.series(&subject.name(tool)));
    Curve::of_times(name, tool.whose(), times)
}
