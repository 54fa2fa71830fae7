/** Puts the engine through what a page may ask of it: node engine.mjs MODULE; what came of it, as JSON on standard output. */

import { readFileSync } from "node:fs";
import { Engine } from "../../static/js/worker/valkey/engine.js";

const module = new WebAssembly.Module(readFileSync(process.argv[2] ?? ""));
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {string[]} words */
function command(...words) {
  const parts = words.map((word) => `$${encoder.encode(word).length}\r\n${word}\r\n`);
  return encoder.encode(`*${words.length}\r\n${parts.join("")}`);
}

/** An engine that counts its passes, and one client. */
function begun() {
  let passes = 0;
  class Counting extends Engine {
    pass() {
      passes += 1;
      super.pass();
    }
  }
  const engine = new Counting(module);
  const connection = engine.connect();
  const say = (/** @type {string[]} */ ...words) => {
    connection.send(command(...words));
    return decoder.decode(connection.receive());
  };
  return { engine, connection, say, passes: () => passes };
}

/** @param {() => unknown} run */
function refusal(run) {
  try {
    run();
  } catch (error) {
    return String(error);
  }
  return "";
}

/** @type {Record<string, unknown>} */
const found = {};

const { engine, connection, say, passes } = begun();
found.version = /valkey_version:(\S+)/.exec(say("INFO", "server"))?.[1];
const before = passes();
found.pong = say("PING");
found.passes = passes() - before;
found.slot = say("CLUSTER", "KEYSLOT", "{email}");

const long = "é".repeat(1_500_000);
say("SET", "long", long);
found.long = say("GET", "long") === `$3000000\r\n${long}\r\n`;

const echo = command("ECHO", "y".repeat(1_000));
const many = new Uint8Array(echo.length * 500);
for (let at = 0; at < 500; at++) many.set(echo, at * echo.length);
connection.send(many);
found.pipelined = connection.receive().length;
connection.send(echo.subarray(0, 7));
found.half = connection.receive().length;
connection.send(echo.subarray(7));
found.rest = connection.receive().length;

found.time = say("TIME");
engine.now += 1_234;
found.later = say("TIME");
say("SET", "gone", "1", "PX", "1000");
engine.now += 999;
found.there = say("GET", "gone");
engine.now += 2; // what lives for a second is there a second later still
found.expired = say("GET", "gone");
engine.now = 1_000_000_000_000;
found.earlier = say("TIME");

found.scripts = [
  say("EVAL", "return redis.error_reply('no')", "0"),
  say("EVAL", "error('x')", "0").startsWith("-ERR user_script:1: x"),
  say("EVAL", "return redis.call('TIME')", "0") === found.earlier,
];

const size = engine.size;
for (let at = 0; at < 3_000; at++) {
  const other = engine.connect();
  other.send(command("PING"));
  if (decoder.decode(other.receive()) !== "+PONG\r\n") throw new Error(`connection ${at} has no answer`);
  other.close();
  other.close();
}
found.grown = engine.size - size;
found.clients = /connected_clients:(\d+)/.exec(say("INFO", "clients"))?.[1];

found.waiting = say("BLPOP", "nothing", "0");
connection.close();
found.closed = refusal(() => say("PING"));

const leaver = engine.connect();
leaver.send(command("QUIT"));
found.bye = decoder.decode(leaver.receive());
found.gone = refusal(() => leaver.send(command("PING")));

const told = () => {
  const { say } = begun();
  const asked = ["SADD s a b c d e f g", "SPOP s", "SRANDMEMBER s", "EVAL return(math.random()) 0", "INFO stats"];
  return asked.map((words) => say(...words.split(" ")));
};
const [one, other] = [told(), told()];
found.same = JSON.stringify(one) === JSON.stringify(other) && one.length === 5;

const ended = begun();
found.exit = refusal(() => ended.say("SHUTDOWN", "NOSAVE"));
found.after = refusal(() => ended.say("PING"));
ended.connection.close();

process.stdout.write(JSON.stringify(found));
