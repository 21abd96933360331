//! The store of secrets.

use mosaic_lab::openbao::OpenBao;
use serde_json::json;
use std::net::TcpStream;

#[test]
fn versions_count_from_one_and_the_server_goes_with_its_value() {
    let bao = OpenBao::start().unwrap();
    let directory = bao.ca_pem_path().parent().unwrap().to_owned();
    let port = bao.address().rsplit_once(':').unwrap().1.parse::<u16>().unwrap();
    for number in [1, 2] {
        assert_eq!(bao.put("some/where", &json!({ "key": "value" })).unwrap(), number);
    }
    bao.seal().unwrap();
    assert!(bao.put("some/where", &json!({ "key": "value" })).is_err());
    bao.unseal().unwrap();
    assert_eq!(bao.put("some/where", &json!({ "key": "value" })).unwrap(), 3);
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    drop(bao);
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    assert!(!directory.exists());
}
