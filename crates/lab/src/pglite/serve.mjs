// Serves an embedded database in memory on a free loopback port, which it prints. The SQL of the file named as the first
// argument has run by then; the second is how many clients may connect at a time. It ends with its standard input, and so with whoever started it.
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

const [, file, clients] = process.argv;
const db = await PGlite.create({ extensions: { vector } });
await db.exec(readFileSync(file, "utf8"));
const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port: 0, maxConnections: Number(clients) });
server.addEventListener("listening", (event) => console.log(event.detail.port));
await server.start();
process.stdin.on("end", () => process.exit(0)).resume();
