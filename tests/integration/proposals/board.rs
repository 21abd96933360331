//! Two workspaces with a task each, and a service that serves them.

use crate::support::Database;
use mosaic_db::attest::Text;
use mosaic_db::coordinator::{UserId, WorkspaceId};
use mosaic_db::digest::Digest;
use mosaic_db::dsn::Dsn;
use mosaic_db::gateway::lease::CorrelationId;
use mosaic_db::gateway::proposal::{
    Actor, Command, Done, EventId, Payload, ProposalId, Reason, Submission, Target, TargetType, Verdict,
    Version,
};
use mosaic_db::gateway::write::{Transaction, WriteHealthProof};
use mosaic_db::gateway::{IdempotencyKey, PolicyRevision, pool};
use mosaic_db::postgres::{CaBundle, Connection, Endpoint, batch};
use mosaic_db::uuid::Uuid;
use std::time::Duration;
use tokio::runtime::Runtime;

pub const HERE: &str = "00000000-0000-4000-8000-00000000000a";
pub const ELSEWHERE: &str = "00000000-0000-4000-8000-00000000000b";
pub const TASK: &str = "00000000-0000-4000-8000-0000000000a1";
pub const OTHER_TASK: &str = "00000000-0000-4000-8000-0000000000a2";
pub const TASK_ELSEWHERE: &str = "00000000-0000-4000-8000-0000000000b1";

/// `ann` and `bob` are members of both workspaces, `eve` is suspended in both.
const ROWS: &str = "
    INSERT INTO mosaic.users (id, name, email) VALUES
        ('ann', 'Ann', 'ann@example.org'), ('bob', 'Bob', 'bob@example.org'), ('eve', 'Eve', 'eve@example.org');
    INSERT INTO mosaic.workspaces (id, slug, name) VALUES
        ('00000000-0000-4000-8000-00000000000a', 'here', 'Here'),
        ('00000000-0000-4000-8000-00000000000b', 'elsewhere', 'Elsewhere');
    INSERT INTO mosaic.workspace_members (workspace_id, user_id, status)
        SELECT id, person, CASE WHEN person = 'eve' THEN 'suspended' ELSE 'active' END::mosaic.membership_status
        FROM mosaic.workspaces, unnest(ARRAY['ann', 'bob', 'eve']) AS person WHERE NOT is_bootstrap;
    INSERT INTO mosaic.projects (id, workspace_id, name, key, owner_user_id, canonical_status) VALUES
        ('00000000-0000-4000-8000-0000000000af', '00000000-0000-4000-8000-00000000000a', 'Project', 'A', 'ann', 'active'),
        ('00000000-0000-4000-8000-0000000000bf', '00000000-0000-4000-8000-00000000000b', 'Project', 'B', 'ann', 'active');
    INSERT INTO mosaic.tasks (id, workspace_id, project_id, title, owner_user_id, canonical_status) VALUES
        ('00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-00000000000a',
         '00000000-0000-4000-8000-0000000000af', 'before', 'ann', 'backlog'),
        ('00000000-0000-4000-8000-0000000000a2', '00000000-0000-4000-8000-00000000000a',
         '00000000-0000-4000-8000-0000000000af', 'before', 'ann', 'backlog'),
        ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-00000000000b',
         '00000000-0000-4000-8000-0000000000bf', 'before', 'ann', 'backlog')";

/// What a handler says when the server refuses it.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// Which event the handler of a command gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Writes {
    /// The one that belongs to the command.
    ItsOwn,
    /// None, and gives an id that nobody has.
    Nothing,
    /// One in another workspace.
    Elsewhere,
    /// One that names another proposal.
    ForAnotherProposal,
    /// One about another task.
    OfAnotherTarget,
    /// One as the command writes when nobody proposed it.
    Unrelated,
    /// One of another command.
    OfAnotherCommand,
    /// One from another version on.
    FromAnotherVersion,
    /// One that the server refuses.
    WhatIsRefused,
}

pub struct Board {
    database: Database,
    runtime: Runtime,
}

impl Board {
    pub fn new() -> Self {
        let database = Database::bootstrapped();
        // What requires a backfill stays pending.
        let ended = database.shipped(&["--run"]).run();
        assert!([0, 3].contains(&ended.status()), "{}", ended.stderr());
        database.execute(ROWS);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        Self { database, runtime }
    }

    pub fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// A connection of the service.
    pub async fn connect(&self) -> Connection {
        let dsn = Dsn::parse(&self.database.reveal("mosaic_runtime.url")).expect("a URL");
        let pem = std::fs::read(self.database.cluster().ca_pem_path()).expect("the CA file");
        let ca = CaBundle::from_pem(&pem).expect("a certificate");
        let endpoint = Endpoint::new(dsn, &ca, None, Duration::from_secs(10)).expect("an endpoint");
        endpoint.connect("board", &pool::settings()).await.expect("a session")
    }

    /// The SQLSTATE with which the runtime is refused something in one transaction, or nothing.
    pub fn refused(&self, sql: &str) -> Option<String> {
        self.run(async {
            let connection = self.connect().await;
            let ended = batch::run(connection.client(), &format!("BEGIN;\n{sql};\nCOMMIT")).await;
            ended.err().map(|stop| stop.server().expect("a refusal of the server").sqlstate.clone())
        })
    }

    /// What a superuser is answered; on a thread of its own, because the superuser's driver waits by itself.
    fn value(&self, sql: &str) -> String {
        std::thread::scope(|threads| threads.spawn(|| self.database.value(sql)).join().expect("an answer"))
    }

    /// What a superuser does, in the same way.
    pub fn execute(&self, sql: &str) {
        std::thread::scope(|threads| threads.spawn(|| self.database.execute(sql)).join().expect("done"));
    }

    /// Version and title of a task.
    pub fn task(&self, id: &str) -> String {
        self.value(&format!("SELECT format('%s %s', version, title) FROM mosaic.tasks WHERE id = '{id}'"))
    }

    /// How many rows of `mosaic` a condition holds for.
    pub fn count(&self, rows: &str) -> String {
        self.value(&format!("SELECT count(*) FROM mosaic.{rows}"))
    }
}

#[expect(clippy::disallowed_methods, reason = "a test writes as a service does")]
pub async fn begin(connection: &mut Connection) -> Transaction<'_> {
    Transaction::begin(connection).await.expect("a transaction")
}

pub fn policy() -> PolicyRevision {
    PolicyRevision::new("policy-1").expect("a revision")
}

pub fn member(workspace: &str, user: &str) -> Actor {
    Actor {
        workspace: WorkspaceId(Uuid::parse(workspace).expect("an id")),
        user: UserId(user.to_owned()),
        correlation: CorrelationId(Uuid::from_u128(1)),
    }
}

/// A new title for the task, at its first version.
pub fn rename(title: &str, key: &str) -> Submission {
    let mut payload = Payload::new();
    payload.insert("title".to_owned(), title.into());
    Submission {
        source_note_digest: Digest::of(b"a note from the outage"),
        target: Target {
            kind: TargetType::Task,
            id: Uuid::parse(TASK).expect("an id"),
            expected: Version::MIN,
        },
        command_type: Text::new("task.rename").expect("a command"),
        command_payload: payload,
        key: IdempotencyKey::new(key).expect("a key"),
    }
}

pub fn because(proposal: ProposalId) -> Verdict {
    Verdict { proposal, reason: Reason::new("it was agreed").expect("a reason") }
}

/// The handler of the normal command: renames the task, and writes an event.
pub async fn renaming(
    proof: &WriteHealthProof<'_>,
    command: &Command,
    writes: Writes,
) -> Result<Done<String>, Refused> {
    let title = command.command_payload["title"].as_str().expect("a title").to_owned();
    let update = "UPDATE mosaic.tasks SET title = $2, version = version + 1 WHERE id = $1::uuid";
    write(proof, update, &[Some(&command.target.id.to_string()), Some(&title)]).await?;
    let (proposal, cause) = (command.proposal.to_string(), command.causation.to_string());
    let (mut workspace, mut target, mut name, mut previous) = (HERE, TASK, "task.rename", "1");
    let (mut cause, mut proposal) = (Some(cause.as_str()), Some(proposal.as_str()));
    match writes {
        Writes::ItsOwn => {}
        Writes::Nothing => {
            let event = EventId(Uuid::parse("00000000-0000-4000-8000-0000000000ee").expect("an id"));
            return Ok(Done { event, result: title });
        }
        // The cause is bound to its workspace by a key.
        Writes::Elsewhere => (workspace, cause) = (ELSEWHERE, None),
        Writes::ForAnotherProposal => proposal = Some("00000000-0000-4000-8000-0000000000ef"),
        Writes::OfAnotherTarget => target = OTHER_TASK,
        Writes::Unrelated => (cause, proposal) = (None, None),
        Writes::OfAnotherCommand => name = "task.move",
        Writes::FromAnotherVersion => previous = "2",
        Writes::WhatIsRefused => target = "none",
    }
    let insert = "INSERT INTO mosaic.task_events (workspace_id, aggregate_type, aggregate_id, event_type, \
                  command_type, previous_version, new_version, actor_user_id, correlation_id, causation_id, payload) \
                  VALUES ($1::uuid, 'task', $2::uuid, 'task.renamed', $3, $4::bigint, $4::bigint + 1, 'bob', \
                  'request-1', $5::uuid, jsonb_build_object('changeProposalId', $6::text)) RETURNING id::text";
    let values = [Some(workspace), Some(target), Some(name), Some(previous), cause, proposal];
    let id = write(proof, insert, &values).await?;
    Ok(Done { event: EventId(Uuid::parse(&id).expect("an id")), result: title })
}

/// One statement of a handler, and the first column of its first row.
async fn write(proof: &WriteHealthProof<'_>, sql: &str, values: &[Option<&str>]) -> Result<String, Refused> {
    let permit = proof.revalidate(&policy()).await.map_err(|unproven| Refused(unproven.to_string()))?;
    let rows = permit.write(sql, values).await.map_err(|stop| Refused(format!("{:?}", stop.cause)))?;
    Ok(rows.get(0, 0).unwrap_or_default().to_owned())
}
