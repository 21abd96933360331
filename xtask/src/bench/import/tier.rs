//! The data: four tables like those of a tier that plans work, in rows that are the same each time.

/// Its tables, parents first.
pub(super) const TABLES: [&str; 4] = ["projects", "tasks", "task_events", "insights"];

/// What all of it takes as binary COPY, in megabytes, with this many tasks.
const FULL_SIZE: u64 = 490;
const FULL_TASKS: u64 = 400_000;
const PROJECTS: u64 = 50;
const EVENTS_PER_TASK: u64 = 4;

/// Whether the foreign keys are there.
#[derive(Clone, Copy)]
pub(super) enum Keys {
    Enforced,
    Absent,
}

const SHAPE: &str = "
CREATE TABLE {S}.projects (
    id uuid PRIMARY KEY, name text NOT NULL, created_at timestamptz NOT NULL
);
CREATE TABLE {S}.tasks (
    id uuid PRIMARY KEY, project_id uuid NOT NULL, title text NOT NULL, status text NOT NULL,
    priority integer NOT NULL, payload jsonb NOT NULL, created_at timestamptz NOT NULL
);
CREATE TABLE {S}.task_events (
    id uuid PRIMARY KEY, task_id uuid NOT NULL, kind text NOT NULL, detail text, happened_at timestamptz NOT NULL
);
CREATE TABLE {S}.insights (
    id uuid PRIMARY KEY, task_id uuid NOT NULL, confidence double precision NOT NULL,
    embedding mosaic_extensions.vector(384) NOT NULL
);
CREATE INDEX tasks_project_id_status_idx ON {S}.tasks (project_id, status);
CREATE INDEX task_events_task_id_idx ON {S}.task_events (task_id);
";

const KEYS: &str = "
ALTER TABLE {S}.tasks ADD CONSTRAINT tasks_project_id_fkey FOREIGN KEY (project_id) REFERENCES {S}.projects;
ALTER TABLE {S}.task_events ADD CONSTRAINT task_events_task_id_fkey FOREIGN KEY (task_id) REFERENCES {S}.tasks;
ALTER TABLE {S}.insights ADD CONSTRAINT insights_task_id_fkey FOREIGN KEY (task_id) REFERENCES {S}.tasks;
";

/// Digests for ids: as scattered as random ones, and always the same. One process, so that the numbers that `random`
/// gives go to the same rows.
const ROWS: &str = "
SET max_parallel_workers_per_gather = 0;
SELECT setseed(0.5);
INSERT INTO public.projects
    SELECT md5('project ' || n)::uuid, 'project ' || n, timestamptz '2024-01-01 00:00Z' + n * interval '1 hour'
    FROM generate_series(1, {PROJECTS}) n;
INSERT INTO public.tasks
    SELECT md5('task ' || n)::uuid, md5('project ' || 1 + n % {PROJECTS})::uuid, 'Do what is to be done, part ' || n,
        (ARRAY['pending', 'active', 'blocked', 'done'])[1 + n % 4], n % 5,
        jsonb_build_object('labels', ARRAY['label ' || n % 17, 'label ' || n % 23], 'attempts', n % 7,
            'estimate', n * 0.25, 'agent', jsonb_build_object('name', 'agent ' || n % 29, 'model', md5((n % 11)::text)),
            'notes', repeat(md5('note ' || n), 5)),
        timestamptz '2024-02-01 00:00Z' + n * interval '1 minute'
    FROM generate_series(1, {TASKS}) n;
INSERT INTO public.task_events
    SELECT md5('event ' || n)::uuid, md5('task ' || 1 + (n::bigint * 7919) % {TASKS})::uuid,
        (ARRAY['created', 'changed', 'commented', 'moved'])[1 + n % 4],
        CASE WHEN n % 10 > 0 THEN 'what came of it: ' || md5('detail ' || n) END,
        timestamptz '2024-02-01 00:00Z' + n * interval '11 seconds'
    FROM generate_series(1, {EVENTS}) n;
INSERT INTO public.insights
    SELECT md5('insight ' || n)::uuid, md5('task ' || 1 + (n::bigint * 104729) % {TASKS})::uuid, random(),
        (SELECT array_agg((random() - 0.5)::real) FROM generate_series(1, 384 + 0 * n))
    FROM generate_series(1, {INSIGHTS}) n;
";

/// Makes the tables, empty, in this schema.
pub(super) fn shape(schema: &str, keys: Keys) -> String {
    let keys = match keys {
        Keys::Enforced => KEYS,
        Keys::Absent => "",
    };
    [SHAPE, keys].concat().replace("{S}", schema)
}

/// Fills the tables of `public` with about so many megabytes.
pub(super) fn fill(megabytes: u64) -> String {
    let [projects, tasks, events, insights] = rows(megabytes).map(|rows| rows.to_string());
    ROWS.replace("{PROJECTS}", &projects)
        .replace("{TASKS}", &tasks)
        .replace("{EVENTS}", &events)
        .replace("{INSIGHTS}", &insights)
}

/// How many rows each table has then.
pub(super) fn rows(megabytes: u64) -> [u64; 4] {
    let tasks = FULL_TASKS * megabytes / FULL_SIZE;
    [PROJECTS, tasks, EVENTS_PER_TASK * tasks, tasks * 3 / 20]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_with_its_size() {
        assert_eq!(rows(490), [50, 400_000, 1_600_000, 60_000]);
        assert_eq!(rows(49), [50, 40_000, 160_000, 6_000]);
    }
}
