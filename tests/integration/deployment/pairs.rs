//! Two databases beside each other: what was rendered for one opens nothing of the other.

use super::machine::Machine;

const PAIRS: &str = "two-gateways.yml";

#[test]
fn one_half_refuses_what_belongs_to_the_other() {
    let machine = Machine::new();
    let (credentials, own, generation) = machine.render("postgres-a", "out-a");
    let (_, other, others) = machine.render("postgres-b", "out-b");
    let superuser = machine.provider.within("superuser");
    for (pair, out, generation) in [("A", &own, &generation), ("B", &other, &others)] {
        machine.set(&format!("MOSAIC_SECRETS_{pair}"), out);
        machine.set(&format!("MOSAIC_GENERATION_{pair}"), generation);
        machine.set(&format!("MOSAIC_SUPERUSER_{pair}"), &superuser);
    }
    machine.name("postgres-a");
    let server = machine.start(PAIRS, "postgres-a");
    server.psql(machine.bootstrap(&credentials).stdout());

    let misplaced = || {
        machine.set("MOSAIC_SECRETS_A", &other);
        machine.set("MOSAIC_GENERATION_A", &others);
    };
    let own = || {
        machine.set("MOSAIC_SECRETS_A", &own);
        machine.set("MOSAIC_GENERATION_A", &generation);
    };
    misplaced();
    // The network of this half does not know the other server's name.
    machine.container(PAIRS, "migrator-a").run().assert_failed(69, "SERVER_UNREACHABLE");
    machine.name("postgres-b");
    // Where somebody made it known, this server is not believed to be that one.
    machine.container(PAIRS, "migrator-a").run().assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    machine.container(PAIRS, "gateway-a").check_health().assert_failed(69, "TLS_CERTIFICATE_REFUSED");
    own();
    machine.container(PAIRS, "migrator-a").run().assert_reached();
    machine.container(PAIRS, "gateway-a").check_health().assert_reached();
    misplaced();
    machine.container(PAIRS, "gateway-a").check_health().assert_failed(69, "TLS_CERTIFICATE_REFUSED");
}
