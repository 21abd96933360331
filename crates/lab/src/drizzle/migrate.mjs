// Runs Drizzle's own migrator over the folder named as the only argument. The connection is in the PG* variables.
import { readFileSync } from "node:fs";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";

const [, migrationsFolder] = process.argv;
const client = new pg.Client({ ssl: { ca: readFileSync(process.env.PGSSLROOTCERT) } });
// The ledger's tables exist already, which the server mentions every time.
client.on("notice", () => {});
await client.connect();
try {
  await migrate(drizzle({ client }), { migrationsFolder });
} finally {
  await client.end();
}
