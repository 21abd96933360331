//! A web service that serves only while its database is the one it was built for.
//!
//! ```text
//! serve URL-FILE CA-FILE ADDRESS
//! ```
//!
//! `/livez` says that the process is alive, whatever its database is; restarting it mends no database. `/readyz` says
//! whether to send it requests, and why not. Every other path is behind the same answer, so that a request that was
//! on its way when something changed is not served either.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use mosaic_db::bundle::Bundle;
use mosaic_db::dsn::Dsn;
use mosaic_db::gateway::{Prober, Readiness, Report, pool};
use mosaic_db::postgres::{CaBundle, Connection, Endpoint};
use std::{error::Error, ffi::OsStr, fs, process::ExitCode, sync::Arc, time::Duration};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

/// What the handlers share.
#[derive(Clone)]
pub struct Service {
    readiness: Readiness,
    pool: Arc<Pool>,
}

/// The smallest pool: one connection, opened when it is needed.
struct Pool {
    endpoint: Endpoint,
    idle: Mutex<Option<Connection>>,
}

impl Pool {
    /// Hands the connection out, if it is still as it was opened, and opens another if not.
    async fn count_tasks(&self) -> Option<String> {
        let mut idle = self.idle.lock().await;
        let kept = match idle.take() {
            Some(connection) if pool::prove(connection.client()).await.is_ok() => Some(connection),
            Some(_) | None => None,
        };
        let connection = match kept {
            Some(connection) => connection,
            None => self.endpoint.connect("serve", &pool::settings()).await.ok()?,
        };
        let row = connection.client().query_one("SELECT count(*)::text FROM tasks", &[]).await.ok()?;
        *idle = Some(connection);
        row.try_get(0).ok()
    }
}

impl Service {
    /// A service on this database. Readiness and pool log in as the same role, each in sessions of their own.
    pub fn new(url: &str, ca: &[u8]) -> Result<Self, Box<dyn Error>> {
        let ca = CaBundle::from_pem(ca)?;
        let endpoint = || -> Result<Endpoint, Box<dyn Error>> {
            Ok(Endpoint::new(Dsn::parse(url)?, &ca, None, Duration::from_secs(5))?)
        };
        let prober = Prober::new(endpoint()?, Bundle::shipped()?, "serve readiness".to_owned())?;
        let readiness = Readiness::new(prober, Duration::from_secs(10));
        let pool = Arc::new(Pool { endpoint: endpoint()?, idle: Mutex::new(None) });
        Ok(Self { readiness, pool })
    }

    /// Its paths.
    pub fn routes(self) -> Router {
        Router::new()
            .route("/tasks", get(tasks))
            .route_layer(from_fn_with_state(self.clone(), only_while_ready))
            .route("/livez", get(async || "alive\n"))
            .route("/readyz", get(async |State(service): State<Self>| said(&service.readiness.check().await)))
            .with_state(self)
    }
}

async fn only_while_ready(State(service): State<Service>, request: Request, next: Next) -> Response {
    let report = service.readiness.check().await;
    if report.is_ready() { next.run(request).await } else { said(&report) }
}

fn said(report: &Report) -> Response {
    let status = if report.is_ready() { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, [(header::CONTENT_TYPE, "application/json")], report.to_json().to_string()).into_response()
}

async fn tasks(State(service): State<Service>) -> Response {
    match service.pool.count_tasks().await {
        Some(count) => count.into_response(),
        None => StatusCode::SERVICE_UNAVAILABLE.into_response(),
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [url, ca, address] = &arguments[..] else { return Ok(ExitCode::from(64)) };
    let url = fs::read_to_string(url)?;
    let service = Service::new(url.trim_end(), &fs::read(ca)?)?;
    let address = OsStr::to_str(address).ok_or("the address is not text")?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        axum::serve(TcpListener::bind(address).await?, service.routes()).await?;
        Ok(ExitCode::SUCCESS)
    })
}
