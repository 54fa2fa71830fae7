/**
 * Begins the database that PostgreSQL starts from in a page: an empty one, without the templates that another would be made
 * from, with as little set aside as it can do with.
 *
 * Reads the path to write from standard input and writes a tar of the database's folder. The same package gives the same
 * bytes: the clock stands still, and there is no chance.
 */

import nodeCrypto from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

/** 2025-06-01T09:00:00Z, in Unix milliseconds. */
const NOW = 1_748_768_400_000;

const Clock = Date;
globalThis.Date = /** @type {DateConstructor} */ (
  class extends Clock {
    constructor(/** @type {any[]} */ ...given) {
      super(.../** @type {[number]} */ (given.length ? given : [NOW]));
    }
    static now = () => NOW;
  }
);
performance.now = () => 0;
nodeCrypto.randomFillSync = /** @type {any} */ ((/** @type {Uint8Array} */ bytes) => bytes.fill(7));

const { PGlite } = await import("@electric-sql/pglite");
const settings = { shared_buffers: "1MB", max_connections: "1", min_wal_size: "2MB", max_wal_size: "3MB" };
const engine = await PGlite.create({
  initDbStartParams: [
    "--wal-segsize=1",
    ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ],
});
await engine.query("UPDATE pg_database SET datistemplate = false");
for (const statement of ["DROP DATABASE template0", "DROP DATABASE template1", "CHECKPOINT", "CHECKPOINT"])
  await engine.query(statement);
const tar = await engine.dumpDataDir("none");
writeFileSync(readFileSync(0, "utf8"), new Uint8Array(await tar.arrayBuffer()));
process.exit(0); // else the engine would keep the process alive
