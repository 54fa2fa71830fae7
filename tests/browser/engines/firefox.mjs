// One Firefox, driven over WebDriver BiDi: a command is a line of JSON on stdin, its answer a line of JSON on stdout.
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import puppeteer from "puppeteer-core";

/** @type {{ executable: string, profile: string, preload: string }} */
const settings = JSON.parse(process.argv[2] ?? "");

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: settings.executable,
  userDataDir: settings.profile,
  headless: true,
  defaultViewport: { width: 1280, height: 900 },
});

/** @type {string[]} */
let errors = [];
/** @type {string[]} */
let requests = [];
let context = browser.defaultBrowserContext();
let page = await newPage();

async function newPage() {
  const made = await context.newPage();
  await made.evaluateOnNewDocument(settings.preload);
  made.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  made.on("pageerror", (error) => errors.push(String(error)));
  made.on("request", (request) => requests.push(request.url()));
  return made;
}

/** @param {string} selector */
async function find(selector) {
  const found = await page.$(selector);
  if (!found) throw new Error(`no element matches ${selector}`);
  return found;
}

const commands = {
  fresh: async () => {
    const old = context;
    const last = page;
    context = await browser.createBrowserContext();
    page = await newPage();
    await (old === browser.defaultBrowserContext() ? last.close() : old.close());
    errors = [];
    requests = [];
  },
  /** @param {{ url: string }} given */
  open: async ({ url }) => {
    errors = [];
    requests = [];
    await page.goto(url, { waitUntil: "load" });
  },
  /** @param {{ selector: string }} given */
  text: async ({ selector }) => (await find(selector)).evaluate((element) => element.textContent),
  /** @param {{ selector: string, name: string }} given */
  attribute: async ({ selector, name }) =>
    (await find(selector)).evaluate((element, asked) => element.getAttribute(asked), name),
  /** @param {{ selector: string, text: string }} given */
  fill: async ({ selector, text }) => {
    await (await find(selector)).focus();
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await (text === "" ? page.keyboard.press("Backspace") : page.keyboard.type(text));
  },
  /** @param {{ selector: string }} given */
  click: async ({ selector }) => (await find(selector)).click(),
  /** @param {{ expression: string }} given */
  evaluate: async ({ expression }) => page.evaluate(`(${expression})`),
  console_errors: async () => errors,
  requests: async () => requests,
  /** @param {{ path: string }} given */
  screenshot: async ({ path }) => writeFile(path, await page.screenshot({ type: "png" })),
  close: async () => browser.close(),
};

/** @param {unknown} answer */
const say = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);

say({ value: browser.process()?.pid });
for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...given } = JSON.parse(line);
  try {
    say({ value: (await commands[/** @type {keyof typeof commands} */ (command)](given)) ?? null });
  } catch (error) {
    say({ error: String(error) });
  }
  if (command === "close") break;
}
