//! The service in `examples/` serves while its database is the one it was built for, and at no other time.

use crate::support::{Database, wait_until};
use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};

#[path = "../../examples/serve.rs"]
#[expect(dead_code, reason = "its main is not called here")]
mod serve;

/// Starts the service in a thread that ends with the test's process.
fn start(database: &Database) -> SocketAddr {
    let ca = std::fs::read(database.cluster().ca_pem_path()).expect("the CA file");
    let service = serve::Service::new(&database.reveal("mosaic_runtime.url"), &ca).expect("a service");
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("a socket for the runtime");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener).expect("a listener");
            axum::serve(listener, service.routes()).await
        })
    });
    address
}

/// The status and the body of an answer.
fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("a connection");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer.split("\r\n\r\n").nth(1).unwrap_or_default().to_owned())
}

#[test]
fn it_serves_only_while_the_database_is_ready() {
    let database = Database::bootstrapped();
    let address = start(&database);
    let ready = || get(address, "/readyz");
    let (status, body) = ready();
    assert!(status == 503 && body.contains("ENTRIES_PENDING"), "{body}");
    assert_eq!(get(address, "/tasks").0, 503);
    assert_eq!(get(address, "/livez").0, 200);

    database.shipped(&["--run"]).run().assert_reached();
    wait_until("a ready service", || ready().0 == 200);
    assert_eq!(get(address, "/tasks"), (200, "0".to_owned()));

    // The connection in the pool is poisoned by no code of its own here, so it is ended instead: the next one is good.
    let end = "pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE application_name = 'serve'";
    assert_eq!(database.value(&format!("SELECT {end}")), "true");
    assert_eq!(get(address, "/tasks").0, 200);

    database.execute("ALTER TABLE mosaic.tasks ADD COLUMN extra text");
    wait_until("a service that is not ready", || ready().0 == 503);
    assert_eq!(get(address, "/tasks").0, 503);
    assert!(ready().1.contains("SCHEMA_DRIFT"));
    assert_eq!(get(address, "/livez").0, 200);
}
