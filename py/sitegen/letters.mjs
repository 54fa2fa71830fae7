/**
 * Answers a letter by an engine that the page itself would start: reads {"name", "engine": paths of its files by name,
 * "letter": Base64} from standard input, writes the answer in Base64.
 */

import { readFileSync } from "node:fs";

/** @type {{name: string, engine: Record<string, string>, letter: string}} */
const task = JSON.parse(readFileSync(0, "utf8"));
const letter = new Uint8Array(Buffer.from(task.letter, "base64"));
const file = (/** @type {string} */ name) => new Uint8Array(readFileSync(task.engine[name] ?? "")).buffer;
const module = await WebAssembly.compile(file("module"));

/** @type {Record<string, () => Promise<Uint8Array>>} */
const ENGINES = {
  async valkey() {
    const { Engine } = await import("../../static/js/worker/valkey/engine.js");
    const connection = new Engine(module).connect();
    connection.send(letter);
    return connection.receive();
  },
  async postgres() {
    const { Server } = await import("../../static/js/postgres/server.js");
    const server = await Server.begin({ module, system: file("system"), database: file("database") });
    return server.answer(letter);
  },
};

const answer = await ENGINES[task.name]?.();
process.stdout.write(Buffer.from(answer ?? []).toString("base64"), () => process.exit(0)); // an engine would keep it alive
