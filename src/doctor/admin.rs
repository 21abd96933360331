//! The superuser's session on the scratch server.

use super::SelfTestError;
use mosaic_db::postgres::transport::StartupSettings;
use mosaic_db::postgres::{Batch, ConnectError, Connection, Endpoint, ServerError, Stop, StopCause, batch};

pub(super) struct Admin(Connection);

impl Admin {
    pub(super) async fn open(endpoint: &Endpoint, application_name: &str) -> Result<Self, ConnectError> {
        let settings = StartupSettings::default()
            .with("search_path", "public")
            .with("lock_timeout", "10s")
            .with("statement_timeout", "60s")
            .with("client_min_messages", "error");
        Ok(Self(endpoint.connect(application_name, &settings).await?))
    }

    /// Runs what must succeed, in one message; `what` completes "the server refused …".
    pub(super) async fn run(&self, what: &'static str, sql: &str) -> Result<Batch, SelfTestError> {
        self.try_to(sql).await?.map_err(|cause| SelfTestError::Refused { what, cause })
    }

    /// Runs what the server may refuse.
    pub(super) async fn try_to(&self, sql: &str) -> Result<Result<Batch, ServerError>, SelfTestError> {
        match batch::run(self.0.client(), sql).await {
            Ok(answer) => Ok(Ok(answer)),
            Err(Stop { cause: StopCause::Server(cause), .. }) => Ok(Err(cause)),
            Err(Stop { cause: StopCause::Lost(_), .. }) => Err(SelfTestError::Lost),
        }
    }

    pub(super) async fn close(self) {
        self.0.close().await;
    }
}
