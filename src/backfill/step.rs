//! The steps as data, and the statements that are made of them.
//!
//! A step's file is the list of common table expressions of one statement over one batch: `batch` is its rows with their
//! keys as `k1` (and `k2`), `faults` what cannot be decided (key, reason, detail), `written` how many rows were.

use mosaic_db::digest::Digest;
use mosaic_db::postgres::Literal;
use std::fmt::Write as _;

/// One table to go through.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) name: &'static str,
    /// Whose rows it goes through, in schema `mosaic`.
    pub(super) table: &'static str,
    /// The primary key, as the file calls it, with its type.
    keys: &'static [(&'static str, &'static str)],
    body: &'static str,
    /// Tables that grow or change while it runs, its own not among them.
    fills: &'static [&'static str],
    /// What its result depends on.
    reads: &'static [&'static str],
    /// Its rows that are left to do, as what follows `SELECT count(*) FROM`; those in quarantine may be among them.
    left: &'static str,
}

/// The last row of a batch: its key, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor(Vec<String>);

/// Which rows a batch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The first ones.
    First,
    /// Those after the row that it is run with.
    After,
}

/// What the statements are about.
#[derive(Clone, Debug)]
pub(super) struct Aim {
    pub(super) workspace: String,
    /// The project that the backlog goes to.
    pub(super) backlog_project: Option<String>,
}

/// The name under which it is recorded that what was brought over is what was there.
pub(super) const RETAINED: &str = "verify";

const USERS: &str = "SELECT ROW(id, name, email, role, banned_at) FROM mosaic.users";
const TEAMS: &str = "SELECT ROW(id, name, slug, owner_id) FROM mosaic.teams";
const MEMBERSHIPS: &str = "SELECT ROW(id, team_id, user_id) FROM mosaic.team_members";
const STANDINGS: &str = "SELECT ROW(workspace_id, user_id, status) FROM mosaic.workspace_members";
const PROJECTS: &str = "SELECT ROW(id, status, owner_type, owner_id, team_id) FROM mosaic.projects";
const OWNERS: &str = "SELECT ROW(id, workspace_id, canonical_status IS NULL, owner_user_id, owner_team_id) FROM mosaic.projects";
const AGENTS: &str = "SELECT ROW(id, project_id, config, allowed_tools, skills) FROM mosaic.agents";
const ROLES: &str = "SELECT ROW(id, workspace_id, name, roles) FROM mosaic.agents";
const MISSIONS: &str = "SELECT ROW(id, project_id, description, status, config) FROM mosaic.missions";
const PLACES: &str = "SELECT ROW(id, workspace_id, project_id) FROM mosaic.missions";
const MILESTONES: &str = "SELECT ROW(id, milestones) FROM mosaic.missions";
// A task that gets its mission's project has not changed by that.
const TASKS: &str = "SELECT ROW(t.id, coalesce(t.project_id, m.project_id), t.mission_id, t.status, t.assignee, t.tags, t.due_date, \
     t.external_ref) FROM mosaic.tasks AS t LEFT JOIN mosaic.missions AS m ON m.id = t.mission_id WHERE t.source_kind IS NULL";
const MEMBERS_OF_MISSIONS: &str =
    "SELECT ROW(id, workspace_id, mission_id) FROM mosaic.tasks WHERE source_kind IS NULL";
const LISTS: &str =
    "SELECT ROW(id, mission_id, task_id, user_id, status, description, notes, pr) FROM mosaic.mission_tasks";
const BACKLOG: &str = "SELECT ROW(id, title, body, status, priority, repository, labels, claimed_by, claim_attempts) FROM mosaic.backlog";
const EDGES: &str = "SELECT ROW(predecessor_id, successor_id) FROM mosaic.backlog_edges";
const TAKEN: &str = "SELECT ROW(id, source_key) FROM mosaic.tasks WHERE source_kind = 'backlog'";

/// Parents first.
pub(super) const STEPS: [Step; 11] = [
    Step {
        name: "members",
        table: "users",
        keys: &[("u.id", "text")],
        body: include_str!("steps/members.sql"),
        fills: &["workspace_members"],
        reads: &[USERS],
        left: "mosaic.users AS s WHERE NOT EXISTS (SELECT FROM mosaic.workspace_members AS m \
               JOIN mosaic.workspaces AS w ON w.id = m.workspace_id AND w.is_bootstrap WHERE m.user_id = s.id)",
    },
    Step {
        name: "teams",
        table: "teams",
        keys: &[("g.id", "uuid")],
        body: include_str!("steps/teams.sql"),
        fills: &[],
        reads: &[TEAMS, STANDINGS],
        left: "mosaic.teams AS s WHERE workspace_id IS NULL",
    },
    Step {
        name: "team_members",
        table: "team_members",
        keys: &[("tm.id", "uuid")],
        body: include_str!("steps/team_members.sql"),
        fills: &[],
        reads: &[MEMBERSHIPS, STANDINGS, TEAMS],
        left: "mosaic.team_members AS s WHERE workspace_id IS NULL",
    },
    Step {
        name: "projects",
        table: "projects",
        keys: &[("p.id", "uuid")],
        body: include_str!("steps/projects.sql"),
        fills: &[],
        reads: &[PROJECTS, STANDINGS, TEAMS],
        left: "mosaic.projects AS s WHERE canonical_status IS NULL",
    },
    Step {
        name: "agents",
        table: "agents",
        keys: &[("a.id", "uuid")],
        body: include_str!("steps/agents.sql"),
        fills: &[],
        reads: &[AGENTS, OWNERS],
        left: "mosaic.agents AS s WHERE workspace_id IS NULL",
    },
    Step {
        name: "missions",
        table: "missions",
        keys: &[("m.id", "uuid")],
        body: include_str!("steps/missions.sql"),
        fills: &[],
        reads: &[MISSIONS, OWNERS],
        left: "mosaic.missions AS s WHERE canonical_status IS NULL",
    },
    Step {
        name: "milestones",
        table: "missions",
        keys: &[("m.id", "uuid")],
        body: include_str!("steps/milestones.sql"),
        fills: &["milestones", "mission_milestones"],
        reads: &[MILESTONES, PLACES],
        left: "mosaic.missions AS s WHERE milestones <> '[]' AND milestones_digest IS NULL",
    },
    Step {
        name: "tasks",
        table: "tasks",
        keys: &[("t.id", "uuid")],
        body: include_str!("steps/tasks.sql"),
        fills: &["tags", "task_tags", "task_assignments"],
        reads: &[TASKS, USERS, STANDINGS, TEAMS, ROLES, OWNERS, PLACES],
        left: "mosaic.tasks AS s WHERE canonical_status IS NULL AND source_kind IS NULL",
    },
    Step {
        name: "mission_tasks",
        table: "mission_tasks",
        keys: &[("mt.id", "uuid")],
        body: include_str!("steps/mission_tasks.sql"),
        fills: &["tasks", "artifacts", "external_links"],
        reads: &[LISTS, MEMBERS_OF_MISSIONS, STANDINGS, PLACES],
        left: "mosaic.mission_tasks AS s WHERE task_id IS NULL AND NOT EXISTS (SELECT FROM mosaic.tasks AS t \
               WHERE t.source_kind = 'mission_task' AND t.source_key = s.id::text)",
    },
    Step {
        name: "backlog",
        table: "backlog",
        keys: &[("b.id", "uuid")],
        body: include_str!("steps/backlog.sql"),
        fills: &["tasks"],
        reads: &[BACKLOG, OWNERS],
        left: "mosaic.backlog AS s WHERE NOT EXISTS (SELECT FROM mosaic.tasks AS t \
               WHERE t.source_kind = 'backlog' AND t.source_key = s.id::text)",
    },
    Step {
        name: "backlog_edges",
        table: "backlog_edges",
        keys: &[("e.predecessor_id", "uuid"), ("e.successor_id", "uuid")],
        body: include_str!("steps/backlog_edges.sql"),
        fills: &["task_dependencies"],
        reads: &[EDGES, TAKEN],
        left: "mosaic.backlog_edges AS s WHERE NOT EXISTS (SELECT FROM mosaic.task_dependencies AS d \
               JOIN mosaic.tasks AS b ON b.id = d.predecessor_task_id AND b.source_kind = 'backlog' \
               JOIN mosaic.tasks AS a ON a.id = d.successor_task_id AND a.source_kind = 'backlog' \
               WHERE b.source_key = s.predecessor_id::text AND a.source_key = s.successor_id::text)",
    },
];

impl Cursor {
    /// From a JSON list of texts.
    pub(super) fn parse(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok().map(Self)
    }

    fn json(&self) -> String {
        serde_json::Value::from(self.0.clone()).to_string()
    }
}

impl Step {
    /// One question with one text for an answer: equal answers, equal sources.
    pub(super) fn sources(&self) -> String {
        let sums = self.reads.iter().map(|read| {
            format!(
                "(SELECT format('%s %s', count(*), sum(hashtextextended(s.r::text, 0)::numeric)) FROM ({read}) AS s (r))"
            )
        });
        format!("SELECT concat_ws(', ', {})", sums.collect::<Vec<_>>().join(", "))
    }

    /// From the answer to [`Self::sources`]: the rules and what they are about count as well.
    pub(super) fn checksum(&self, answer: &str, aim: &Aim) -> Digest {
        let project = aim.backlog_project.as_deref().filter(|_| self.table == "backlog").unwrap_or_default();
        Digest::of(format!("{}\n{project}\n{answer}", self.body).as_bytes())
    }

    /// What prepares [`Self::batch`] under this name. It is planned once and not for every batch: it is long.
    pub(super) fn prepare(&self, name: &str, aim: &Aim, place: Place, rows: u32) -> String {
        let types = self.keys.iter().map(|(_, of)| *of).collect::<Vec<_>>().join(", ");
        let parameters = match place {
            Place::First => String::new(),
            Place::After => format!("({types})"),
        };
        format!("PREPARE {name} {parameters} AS {}", self.batch(aim, place, rows))
    }

    /// What runs what was prepared, after this row.
    pub(super) fn execute(name: &str, cursor: Option<&Cursor>) -> String {
        let values = cursor.map(|Cursor(parts)| {
            format!("({})", parts.iter().map(|part| Literal(part).to_string()).collect::<Vec<_>>().join(", "))
        });
        format!("EXECUTE {name}{}", values.unwrap_or_default())
    }

    /// The statement over the next rows. Quarantine is looked at key by key through its index, however small the
    /// statistics say that it is. It answers with one row: how many there were, how many rows were written, how
    /// many are in quarantine, and the key of the last one as JSON.
    fn batch(&self, aim: &Aim, place: Place, rows: u32) -> String {
        const NO_FAULTS: &str =
            "SELECT NULL::text AS key, NULL::text AS reason, NULL::text AS detail WHERE false";
        let project = aim
            .backlog_project
            .as_deref()
            .map_or_else(|| "NULL::uuid".to_owned(), |id| format!("{}::uuid", Literal(id)));
        let body = self
            .body
            .replace("{after}", &self.after(place))
            .replace("{rows}", &rows.to_string())
            .replace("{workspace}", &format!("{}::uuid", Literal(&aim.workspace)))
            .replace("{backlog_project}", &project)
            .replace("{no faults}", NO_FAULTS);
        let (name, table) = (Literal(self.name), Literal(self.table));
        let keys = (1..=self.keys.len()).map(|place| format!("k{place}")).collect::<Vec<_>>();
        let texts = keys.iter().map(|key| format!("{key}::text")).collect::<Vec<_>>().join(", ");
        let last = keys.iter().map(|key| format!("{key} DESC")).collect::<Vec<_>>().join(", ");
        format!(
            "WITH {body},\n\
             keyed AS (SELECT array_to_string(ARRAY[{texts}], ' ') AS key FROM batch),\n\
             entered AS (\n\
             INSERT INTO mosaic.backfill_quarantine AS q (step, source_table, source_key, reason_code, detail)\n\
             SELECT {name}, {table}, key, reason, detail FROM faults\n\
             ON CONFLICT (step, source_table, source_key, reason_code) DO UPDATE SET resolved_at = NULL, detail = excluded.detail\n\
             WHERE q.resolved_at IS NOT NULL OR q.detail IS DISTINCT FROM excluded.detail RETURNING 1),\n\
             released AS (\n\
             UPDATE mosaic.backfill_quarantine AS q SET resolved_at = now()\n\
             FROM keyed AS k CROSS JOIN LATERAL (\n\
             SELECT o.id, o.reason_code FROM mosaic.backfill_quarantine AS o\n\
             WHERE o.source_table = {table} AND o.source_key = k.key AND o.resolved_at IS NULL AND o.step = {name} OFFSET 0) AS open\n\
             WHERE q.id = open.id AND NOT EXISTS (SELECT FROM faults AS f WHERE f.key = k.key AND f.reason = open.reason_code)\n\
             RETURNING 1)\n\
             SELECT (SELECT count(*) FROM batch), (SELECT n FROM written), (SELECT count(DISTINCT key) FROM faults),\n\
             (SELECT to_jsonb(ARRAY[{texts}]) FROM batch ORDER BY {last} LIMIT 1)"
        )
    }

    fn after(&self, place: Place) -> String {
        if place == Place::First {
            return "true".to_owned();
        }
        let columns = self.keys.iter().map(|(column, _)| *column).collect::<Vec<_>>().join(", ");
        let values = (1..=self.keys.len()).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ");
        format!("({columns}) > ({values})")
    }

    /// Has the server look again at what it plans with. What was planned for empty tables reads full ones from end to end,
    /// in foreign keys and triggers as well. A table that somebody else maintains at the moment is left to them.
    pub(super) fn analyze(&self) -> String {
        let tables = self.fills.iter().chain([&self.table, &"backfill_quarantine"]);
        let tables = tables.map(|table| format!("mosaic.{table}")).collect::<Vec<_>>().join(", ");
        format!("ANALYZE (SKIP_LOCKED) {tables}")
    }

    /// Records that a pass begins, and with that that nothing is proved any more.
    pub(super) fn begin(&self, checksum: Digest) -> String {
        let (name, verified) = (Literal(self.name), Literal(RETAINED));
        format!(
            "INSERT INTO mosaic.backfill_progress (step, checksum) VALUES ({name}, '{checksum}')\n\
             ON CONFLICT (step) DO UPDATE SET cursor = NULL, rows = 0, checksum = excluded.checksum, state = 'running',\n\
             started_at = now(), updated_at = now(), finished_at = NULL;\n\
             UPDATE mosaic.backfill_progress SET state = 'running', updated_at = now(), finished_at = NULL\n\
             WHERE step = {verified} AND state = 'complete'"
        )
    }

    /// Records where the pass got to.
    pub(super) fn advance(&self, cursor: &Cursor, rows: u64) -> String {
        format!(
            "UPDATE mosaic.backfill_progress SET cursor = {}, rows = {rows}, updated_at = now() WHERE step = {}",
            Literal(&cursor.json()),
            Literal(self.name)
        )
    }

    /// Records that the pass is over. What was in quarantine and is no longer there needs no decision.
    pub(super) fn complete(&self) -> String {
        let (name, table) = (Literal(self.name), Literal(self.table));
        let mut there = String::new();
        for (place, (column, of)) in self.keys.iter().enumerate() {
            let column = column.rsplit('.').next().unwrap_or_default();
            let part = if self.keys.len() == 1 {
                "q.source_key".to_owned()
            } else {
                format!("split_part(q.source_key, ' ', {})", place + 1)
            };
            let joint = if place == 0 { "WHERE" } else { " AND" };
            let _infallible = write!(there, "{joint} s.{column} = {part}::{of}");
        }
        format!(
            "UPDATE mosaic.backfill_quarantine AS q SET resolved_at = now()\n\
             WHERE q.step = {name} AND q.source_table = {table} AND q.resolved_at IS NULL\n\
             AND NOT EXISTS (SELECT FROM mosaic.{} AS s {there});\n\
             UPDATE mosaic.backfill_progress SET state = 'complete', updated_at = now(), finished_at = now() WHERE step = {name}",
            self.table
        )
    }

    /// Three counts in one row: all rows, those that are left to do, and those of them that are in quarantine.
    pub(super) fn standing(&self) -> String {
        let (name, left) = (Literal(self.name), self.left);
        let columns = self.keys.iter().map(|(column, _)| column.rsplit('.').next().unwrap_or_default());
        let key = columns.map(|column| format!("s.{column}::text")).collect::<Vec<_>>().join(" || ' ' || ");
        format!(
            "SELECT (SELECT count(*) FROM mosaic.{}), count(*), count(*) FILTER (WHERE EXISTS (\n\
             SELECT FROM mosaic.backfill_quarantine AS q WHERE q.step = {name} AND q.resolved_at IS NULL AND q.source_key = {key}))\n\
             FROM {left}",
            self.table
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn aim() -> Aim {
        Aim { workspace: "11111111-1111-1111-1111-111111111111".to_owned(), backlog_project: None }
    }

    #[test]
    fn statements_have_no_open_places_and_end_where_they_are_cut() {
        let mut names = HashSet::from([RETAINED]);
        for step in &STEPS {
            assert!(names.insert(step.name), "{} twice", step.name);
            for (place, text) in [(Place::First, "WHERE true "), (Place::After, ") > ($1")] {
                let sql = step.prepare("p", &aim(), place, 7);
                for open in ["{after}", "{rows}", "{workspace}", "{backlog_project}", "{no faults}"] {
                    assert!(!sql.contains(open), "{}: {open}", step.name);
                }
                assert!(sql.contains("LIMIT 7 FOR ") && sql.contains(text), "{}", step.name);
            }
        }
        let cursor = Cursor(vec!["it's".to_owned(), "b".to_owned()]);
        assert_eq!(Step::execute("p", Some(&cursor)), "EXECUTE p('it''s', 'b')");
        assert_eq!(Step::execute("p", None), "EXECUTE p");
    }

    #[test]
    fn the_project_of_the_backlog_is_a_source_of_the_backlog_alone() {
        let named = Aim { backlog_project: Some("22222222-2222-2222-2222-222222222222".to_owned()), ..aim() };
        for step in &STEPS {
            let same = step.checksum("answer", &aim()) == step.checksum("answer", &named);
            assert_eq!(same, step.name != "backlog", "{}", step.name);
            assert_ne!(step.checksum("answer", &aim()), step.checksum("another", &aim()));
        }
    }

    #[test]
    fn a_cursor_is_read_as_it_was_written() {
        let cursor = Cursor(vec!["a \"quoted\" key".to_owned(), String::new()]);
        assert_eq!(Cursor::parse(&cursor.json()), Some(cursor));
        assert_eq!(Cursor::parse("{}"), None);
    }
}
