//! What a database is like, as the server said it in one document.
//!
//! Only what is judged has a field here. Whether the rest is true is not this program's to know: when the script runs, the server
//! compares the whole document with what it finds.

use super::ExistingError;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The document, and what is read in it.
pub struct Snapshot {
    document: Value,
    facts: Facts,
}

impl Snapshot {
    /// Reads the output of the snapshot script.
    ///
    /// # Errors
    /// [`ExistingError::Unreadable`].
    pub fn parse(bytes: &[u8]) -> Result<Self, ExistingError> {
        let unreadable = |error| ExistingError::Unreadable(Some(error));
        let document: Value = serde_json::from_slice(bytes).map_err(unreadable)?;
        let facts = Facts::deserialize(&document).map_err(unreadable)?;
        if facts.version != VERSION {
            return Err(ExistingError::Unreadable(None));
        }
        Ok(Self { document, facts })
    }

    pub(super) const fn document(&self) -> &Value {
        &self.document
    }

    pub(super) const fn facts(&self) -> &Facts {
        &self.facts
    }
}

/// The version of the document that this program makes and reads.
const VERSION: u32 = 1;

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Facts {
    version: u32,
    pub(super) scope: ScopeFacts,
    pub(super) owner: Owner,
    pub(super) database: Owned,
    pub(super) ledger_digest: String,
    pub(super) schemas: Vec<Owned>,
    pub(super) objects: Vec<Object>,
    pub(super) extensions: Vec<Extension>,
    pub(super) settings: Vec<Setting>,
    pub(super) default_privileges: Vec<DefaultPrivileges>,
    pub(super) elsewhere: Vec<String>,
}

/// What the snapshot was made for.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ScopeFacts {
    pub(super) owned_schemas: Vec<String>,
    pub(super) ledger_schema: String,
    pub(super) ledger_table: String,
}

/// The login that made the installation.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Owner {
    pub(super) name: String,
    pub(super) superuser: bool,
}

/// The database, or a schema.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Owned {
    pub(super) name: String,
    pub(super) owner: String,
    pub(super) owner_is_superuser: bool,
    pub(super) privileges: Vec<Privilege>,
}

/// Something in a managed schema, or of the owner, or in no schema at all.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Object {
    /// How its kind is called in ALTER; nothing for what is not taken over.
    pub(super) kind: Option<String>,
    pub(super) described: String,
    pub(super) owner: Option<String>,
    pub(super) definer: bool,
    /// A routine whose names are looked up when it is called.
    pub(super) text_body: bool,
    pub(super) privileges: Vec<Privilege>,
}

/// What somebody but the owner may do.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Privilege {
    pub(super) privilege: String,
    /// Nobody in particular is everybody.
    pub(super) grantee: Option<String>,
    pub(super) passed_on_by: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Extension {
    pub(super) name: String,
    pub(super) version: String,
    pub(super) schema: String,
    pub(super) owner: String,
    pub(super) relocatable: bool,
    pub(super) in_managed_schema: bool,
    pub(super) member_owners: Vec<String>,
}

/// A setting for every session of the database, or of every database.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Setting {
    pub(super) everywhere: bool,
    pub(super) setting: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct DefaultPrivileges {
    pub(super) role: String,
}

impl Facts {
    /// For who reads the script: what it will do to what, as comments, one a line.
    pub(super) fn listed(&self) -> String {
        let mut text =
            format!("-- What {} has made goes to mosaic_schema_owner:\n", comment(&self.owner.name));
        for object in &self.objects {
            let _infallible = writeln!(text, "--   {}", comment(&object.described));
        }
        let losing = self.losing();
        if !losing.is_empty() {
            let _infallible =
                writeln!(text, "-- Lose what they may do with it: {}", comment(&losing.join(", ")));
        }
        let broken: Vec<&Object> = self.objects.iter().filter(|object| object.text_body).collect();
        if !broken.is_empty() {
            text.push_str(
                "-- Routines with a body of text. Their names are looked up at each call: where they name something without its\n\
                 -- schema they fail once it has moved, and the entry that moves objects from public to mosaic refuses them. Write\n\
                 -- them with BEGIN ATOMIC, or drop them:\n",
            );
        }
        for object in broken {
            let _infallible = writeln!(text, "--   {}", comment(&object.described));
        }
        for setting in self.settings.iter().filter(|setting| !setting.everywhere) {
            let _infallible = writeln!(
                text,
                "-- Goes away, for every session of the database: {}",
                comment(&setting.setting)
            );
        }
        if self.owner.superuser {
            let _infallible = writeln!(
                text,
                "-- {} is a superuser and stays one: nothing in a database limits it. See to it that no application can use it.",
                comment(&self.owner.name)
            );
        }
        text
    }

    /// Who has privileges on anything of it, sorted.
    fn losing(&self) -> Vec<&str> {
        let owned = self.schemas.iter().chain([&self.database]).map(|owned| &owned.privileges);
        let privileges = owned.chain(self.objects.iter().map(|object| &object.privileges)).flatten();
        let grantees: BTreeSet<&str> =
            privileges.map(|held| held.grantee.as_deref().unwrap_or("PUBLIC")).collect();
        grantees.into_iter().collect()
    }
}

/// Text that stays in its line.
fn comment(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { '\u{fffd}' } else { character }).collect()
}
