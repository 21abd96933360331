//! Rows as a platform leaves them that has planned its work for some years without a workspace: for tests and
//! benchmarks of what becomes of them.
//!
//! The same size and seed give the same rows on every server. Most rows are sound; every hundredth or so is one that
//! nobody thought of, and [`ODDITIES`] names each kind, with a query that counts it.

mod brought;
mod bundle;

pub use brought::{BACKLOG_PROJECT, CANONICAL, mend};
pub use bundle::release_before;

/// How much, and which.
#[derive(Clone, Copy, Debug)]
pub struct Legacy {
    /// Rows of `tasks`; everything else follows from it. With fewer than 400 some kinds of odd rows are missing.
    pub tasks: u32,
    /// Ids and picks differ from one seed to the next, the kinds of rows do not.
    pub seed: u32,
}

const PEOPLE: &str = include_str!("legacy/people.sql");
const PLANS: &str = include_str!("legacy/plans.sql");
const TASKS: &str = include_str!("legacy/tasks.sql");
const FLEET: &str = include_str!("legacy/fleet.sql");

impl Legacy {
    /// How many rows some tables have, parents first.
    #[must_use]
    pub const fn rows(self) -> [(&'static str, u32); 7] {
        let tasks = self.tasks;
        [
            ("users", 24 + tasks / 200),
            ("teams", 4 + tasks / 2_000),
            ("projects", 24 + tasks / 100),
            ("missions", 40 + tasks / 25),
            ("agents", 16 + tasks / 500),
            ("tasks", tasks),
            ("backlog", 40 + tasks / 20),
        ]
    }

    /// Statements that fill the empty tables of schema `mosaic`. They neither begin nor end a transaction.
    #[must_use]
    pub fn sql(self) -> String {
        let mut sql = [PEOPLE, PLANS, TASKS, FLEET].concat();
        for (table, rows) in self.rows() {
            sql = sql.replace(&format!("{{{table}}}"), &rows.to_string());
        }
        // 20 bits of a hash that partitioned tables are stored by, so that no server may ever change it.
        for pick in 1..=9 {
            let hash = format!("(hashint8extended(n, {} + {pick}) & 1048575)::integer", self.seed);
            sql = sql.replace(&format!("{{pick {pick}}}"), &hash);
        }
        sql.replace("{seed}", &self.seed.to_string())
    }
}

/// A kind of row that a migration has to decide about.
#[derive(Clone, Copy, Debug)]
pub struct Oddity {
    /// What is odd.
    pub what: &'static str,
    /// The rows, as what follows `SELECT count(*) FROM`.
    pub rows: &'static str,
}

/// Every kind there is.
pub const ODDITIES: &[Oddity] = &[
    Oddity {
        what: "tasks without project and mission",
        rows: "mosaic.tasks WHERE project_id IS NULL AND mission_id IS NULL",
    },
    Oddity {
        what: "tasks without project, of a mission without one",
        rows: "mosaic.tasks t JOIN mosaic.missions m ON m.id = t.mission_id \
               WHERE t.project_id IS NULL AND m.project_id IS NULL",
    },
    Oddity {
        what: "tasks whose mission is in another project",
        rows: "mosaic.tasks t JOIN mosaic.missions m ON m.id = t.mission_id WHERE t.project_id <> m.project_id",
    },
    Oddity { what: "assignees that are nobody", rows: "mosaic.tasks WHERE assignee = 'the night shift'" },
    Oddity {
        what: "assignees that name two people",
        rows: "mosaic.tasks t WHERE (SELECT count(*) FROM mosaic.users u WHERE u.name = t.assignee) = 2",
    },
    Oddity {
        what: "assignees that name a person and a team",
        rows: "mosaic.tasks t WHERE EXISTS (SELECT FROM mosaic.users u WHERE u.name = t.assignee) \
               AND EXISTS (SELECT FROM mosaic.teams g WHERE g.name = t.assignee)",
    },
    Oddity {
        what: "assignees that name two agents",
        rows: "mosaic.tasks t WHERE (SELECT count(*) FROM mosaic.agents a WHERE a.name = t.assignee) = 2",
    },
    Oddity {
        what: "assignees who were banned",
        rows: "mosaic.tasks t JOIN mosaic.users u ON u.id = t.assignee WHERE u.banned_at IS NOT NULL",
    },
    Oddity {
        what: "assignees of blanks",
        rows: "mosaic.tasks WHERE assignee IS NOT NULL AND btrim(assignee) = ''",
    },
    Oddity {
        what: "assignees in another case, between blanks",
        rows: "mosaic.tasks t JOIN mosaic.users u ON lower(u.email) = lower(btrim(t.assignee)) WHERE u.email <> t.assignee",
    },
    Oddity { what: "tags that are no list", rows: "mosaic.tasks WHERE jsonb_typeof(tags) <> 'array'" },
    Oddity {
        what: "tags that are no text",
        rows: "mosaic.tasks WHERE jsonb_typeof(tags) = 'array' AND jsonb_path_exists(tags, '$[*] ? (@.type() <> \"string\")')",
    },
    Oddity {
        what: "tags that differ in case and blanks alone",
        rows: "mosaic.tasks WHERE tags @> '[\"Backend\", \" backend \"]'",
    },
    Oddity { what: "tags that are not ASCII", rows: "mosaic.tasks WHERE tags::text ~ '[^[:ascii:]]'" },
    Oddity { what: "tags of blanks", rows: "mosaic.tasks WHERE tags @> '[\"   \"]'" },
    Oddity { what: "titles of blanks", rows: "mosaic.tasks WHERE btrim(title) = ''" },
    Oddity { what: "due dates at the ends of time", rows: "mosaic.tasks WHERE NOT isfinite(due_date)" },
    Oddity { what: "missions without project", rows: "mosaic.missions WHERE project_id IS NULL" },
    Oddity {
        what: "missions without a word of description",
        rows: "mosaic.missions WHERE coalesce(btrim(description), '') = ''",
    },
    Oddity {
        what: "milestones that are no list",
        rows: "mosaic.missions WHERE jsonb_typeof(milestones) <> 'array'",
    },
    Oddity {
        what: "milestones that are no objects",
        rows: "mosaic.missions WHERE jsonb_typeof(milestones) = 'array' \
               AND jsonb_path_exists(milestones, '$[*] ? (@.type() <> \"object\")')",
    },
    Oddity {
        what: "milestones without a name",
        rows: "mosaic.missions WHERE jsonb_typeof(milestones) = 'array' \
               AND jsonb_path_exists(milestones, '$[*] ? (@.type() == \"object\" && !exists(@.name))')",
    },
    Oddity {
        what: "milestones due on no day",
        rows: "mosaic.missions WHERE milestones @> '[{\"dueDate\": \"next week\"}]'",
    },
    Oddity {
        what: "milestones in an unknown state",
        rows: "mosaic.missions WHERE milestones @> '[{\"status\": \"someday\"}]'",
    },
    Oddity {
        what: "milestones of one name in one mission",
        rows: "mosaic.missions WHERE milestones @> '[{\"name\": \"Beta\"}, {\"name\": \" beta\"}]'",
    },
    Oddity {
        what: "projects that nobody owns",
        rows: "mosaic.projects WHERE owner_type = 'user' AND owner_id IS NULL",
    },
    Oddity {
        what: "projects of a team that is none",
        rows: "mosaic.projects WHERE owner_type = 'team' AND team_id IS NULL",
    },
    Oddity {
        what: "projects of an owner of no type",
        rows: "mosaic.projects WHERE owner_type NOT IN ('user', 'team')",
    },
    Oddity {
        what: "projects whose owner was banned",
        rows: "mosaic.projects p JOIN mosaic.users u ON u.id = p.owner_id WHERE owner_type = 'user' AND banned_at IS NOT NULL",
    },
    Oddity {
        what: "teams whose owner is no member",
        rows: "mosaic.teams g WHERE NOT EXISTS (SELECT FROM mosaic.team_members m WHERE m.team_id = g.id AND m.user_id = g.owner_id)",
    },
    Oddity {
        what: "mission tasks without a task",
        rows: "mosaic.mission_tasks WHERE task_id IS NULL AND btrim(description) <> ''",
    },
    Oddity {
        what: "mission tasks without a task or a word",
        rows: "mosaic.mission_tasks WHERE task_id IS NULL AND coalesce(btrim(description), '') = ''",
    },
    Oddity {
        what: "mission tasks whose task is of another mission",
        rows: "mosaic.mission_tasks mt JOIN mosaic.tasks t ON t.id = mt.task_id WHERE t.mission_id IS DISTINCT FROM mt.mission_id",
    },
    Oddity {
        what: "mission tasks in another state than their task",
        rows: "mosaic.mission_tasks mt JOIN mosaic.tasks t ON t.id = mt.task_id WHERE t.status <> mt.status",
    },
    Oddity {
        what: "tools that are no list",
        rows: "mosaic.agents WHERE jsonb_typeof(allowed_tools) <> 'array'",
    },
    Oddity { what: "agents of no known role", rows: "mosaic.agents WHERE config ->> 'role' = 'wizard'" },
    Oddity { what: "agents without config", rows: "mosaic.agents WHERE config IS NULL" },
    Oddity { what: "backlog that is claimed", rows: "mosaic.backlog WHERE claimed_by IS NOT NULL" },
    Oddity {
        what: "backlog whose claim has run out",
        rows: "mosaic.backlog WHERE claimed_by IS NOT NULL AND claim_expires_at < timestamptz '2026-06-01 00:00Z'",
    },
    Oddity {
        what: "backlog that waits for itself",
        rows: "mosaic.backlog_edges WHERE predecessor_id = successor_id",
    },
    Oddity {
        what: "backlog that waits for each other",
        rows: "mosaic.backlog_edges a JOIN mosaic.backlog_edges b \
               ON b.predecessor_id = a.successor_id AND b.successor_id = a.predecessor_id \
               WHERE a.predecessor_id < a.successor_id",
    },
    Oddity {
        what: "backlog that waits for what is claimed",
        rows: "mosaic.backlog_edges e JOIN mosaic.backlog b ON b.id = e.predecessor_id WHERE b.claimed_by IS NOT NULL",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_in_the_text_is_filled() {
        let sql = Legacy { tasks: 1_000, seed: 7 }.sql();
        for (table, _) in (Legacy { tasks: 0, seed: 0 }).rows() {
            assert!(!sql.contains(&format!("{{{table}}}")), "{table}");
        }
        assert!(!sql.contains("{pick") && !sql.contains("{seed}"));
    }
}
