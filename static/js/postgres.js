/** The worker in which PostgreSQL runs, apart from Python: it begins once, and answers bytes with bytes, one letter at a time. */

import { Server } from "./postgres/server.js";

/** @type {Server | undefined} */
let server;

self.onmessage = async ({ data }) => {
  try {
    if (data.start) {
      server = await Server.begin(data.start);
      self.postMessage({ ready: true, size: server.size });
    } else if (server) {
      const answer = await server.answer(data.ask);
      self.postMessage({ answer, size: server.size }, { transfer: [answer.buffer] });
    }
  } catch (error) {
    self.postMessage({ failed: error instanceof Error ? error.message : String(error) });
  }
};
