//! Placeholder until the strict parser lands with the command line.
use crate::secret::Secret;
/// Placeholder.
pub struct Dsn {
    host: String,
    port: u16,
    user: String,
    password: Secret,
    database: String,
}
impl Dsn {
    /// Placeholder.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }
    /// Placeholder.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }
    /// Placeholder.
    #[must_use]
    pub fn user(&self) -> &str {
        &self.user
    }
    /// Placeholder.
    #[must_use]
    pub const fn password(&self) -> &Secret {
        &self.password
    }
    /// Placeholder.
    #[must_use]
    pub fn database(&self) -> &str {
        &self.database
    }
}
