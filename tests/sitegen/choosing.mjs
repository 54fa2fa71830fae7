/** Prints what the page would start from: node choosing.mjs, a JSON list of what is known on standard input. */

import { chosen } from "../../static/js/page/choice.js";

let cases = "";
for await (const piece of process.stdin.setEncoding("utf8")) cases += piece;
process.stdout.write(JSON.stringify(JSON.parse(cases).map(chosen)));
