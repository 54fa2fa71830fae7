// BullMQ on a Valkey or in PostgreSQL, with its Worker, or with the calls that its manual shows for jobs fetched by hand.
// It is spoken to as turns.py says.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder = "", way, server, address] = process.argv.slice(2);
// From where the rivals were installed, which is not above this file.
const { Queue, Worker, createPostgresBackend } = createRequire(join(folder, "package.json"))("bullmq");

const NAME = `bench-${way}`;
const TOKEN = "by hand";
// Jobs are deleted once they are completed, as those of EchoMQ are.
const DELETED = { removeOnComplete: true };

const onPostgres = server === "postgres";
const connection = onPostgres
  ? { connectionString: address, max: 1, migrate: true }
  : { host: "127.0.0.1", port: Number(address) };
const backend = onPostgres ? [createPostgresBackend] : [];

/** @param {unknown} words */
const answer = (words) => process.stdout.write(`${JSON.stringify(words)}\n`);

/** @param {() => Promise<object | undefined>} act */
async function timed(act) {
  const [began, computed] = [performance.now(), process.cpuUsage()];
  const result = await act();
  const { user, system } = process.cpuUsage(computed);
  return { ...result, seconds: (performance.now() - began) / 1e3, computing: (user + system) / 1e6 };
}

const queue = new Queue(NAME, { connection, defaultJobOptions: DELETED }, ...backend);
await queue.waitUntilReady();

/** @param {number} jobs @param {string} text */
async function enqueue(jobs, text) {
  for (let number = 0; number < jobs; number += 1) await queue.add("run", { number, text });
  return {};
}

async function byHand() {
  const done = [];
  let job = await worker.getNextJob(TOKEN, { block: false });
  while (job) {
    done.push(job.data.number);
    await job.moveToCompleted("", TOKEN, false);
    job = await worker.getNextJob(TOKEN, { block: false });
  }
  return { done };
}

/** @param {number} jobs */
async function byWorker(jobs) {
  /** @type {number[]} */
  const done = [];
  const { promise, resolve } = Promise.withResolvers();
  worker.on("completed", (/** @type {{ data: { number: number } }} */ job) => {
    if (done.push(job.data.number) === jobs) resolve(undefined);
  });
  worker.run();
  await promise;
  return { done };
}

const isByHand = way === "hand";
const open = () =>
  new Worker(NAME, isByHand ? null : async () => {}, { connection, autorun: false, concurrency: 1 }, ...backend);

let worker = open();
await worker.waitUntilReady();
answer(
  Object.fromEntries(
    ["bullmq", onPostgres ? "pg" : "ioredis"].map((name) => [
      name,
      JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")).version,
    ]),
  ),
);

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  if (asked.enqueue !== undefined) answer(await timed(() => enqueue(asked.enqueue, asked.text)));
  else if (asked.work !== undefined) answer(await timed(() => (isByHand ? byHand() : byWorker(asked.work))));
  else {
    if (!isByHand) {
      // A worker that ran can't be run again.
      await worker.close();
      worker = open();
      await worker.waitUntilReady();
    }
    const counts = Object.values(await queue.getJobCounts());
    answer({ left: counts.reduce((sum, count) => sum + count, 0) });
  }
}
await worker.close();
await queue.close();
