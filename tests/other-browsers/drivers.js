/** Firefox and WebKitGTK, as distributions have them, steered by WebDriver and nothing else. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { which } from "../../scripts/run.js";

/**
 * @typedef {object} Steered A browser with a page.
 * @property {string} version
 * @property {(url: string) => Promise<void>} go
 * @property {<Given extends unknown[], T>(run: (...given: Given) => T, ...given: Given) => Promise<Awaited<T>>} run In the page.
 * @property {(keys: string) => Promise<void>} press Each key, as a person does; those without a letter by WebDriver's code.
 * @property {(x: number, y: number) => Promise<void>} click Where the pointer goes in the window.
 * @property {() => Promise<void>} close
 */
/** @typedef {(command: string, parameters?: object) => Promise<any>} Tell */

/** How long a browser may take to start, in milliseconds: a busy machine starts one slowly. */
const STARTING = 60_000;

/** @type {Record<string, { needs: () => string[], start: () => Promise<Steered> }>} `needs`: the programs that are missing. */
export const BROWSERS = {
  Firefox: { needs: () => (firefox() ? [] : ["firefox"]), start: startFirefox },
  WebKitGTK: { needs: () => ["WebKitWebDriver", "Xvfb"].filter((program) => !which(program)), start: startWebKit },
};

const firefox = () => which("firefox-esr") ?? which("firefox");

/**
 * Firefox speaks WebDriver by itself, over a socket (Marionette): each message is its length, a colon, and JSON.
 * @returns {Promise<Steered>}
 */
async function startFirefox() {
  const profile = mkdtempSync(join(tmpdir(), "reconvene-firefox-"));
  writeFileSync(join(profile, "user.js"), 'user_pref("marionette.port", 0);\n');
  const args = ["--headless", "--marionette", "--no-remote", "--profile", profile];
  const child = spawn(firefox() ?? "firefox", args, { stdio: "ignore" });
  const stop = async () => {
    await ended(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const file = join(profile, "MarionetteActivePort");
    await until(() => existsSync(file) && readFileSync(file, "utf8") !== "");
    const { tell, end } = await marionette(Number(readFileSync(file, "utf8")));
    const { capabilities } = await tell("WebDriver:NewSession", {});
    return {
      version: capabilities.browserVersion,
      go: (url) => tell("WebDriver:Navigate", { url }),
      run: async (run, ...given) => outcome(await tell("WebDriver:ExecuteAsyncScript", { ...scriptOf(run, given) })),
      press: (keys) => tell("WebDriver:PerformActions", { actions: pressing(keys) }),
      click: (x, y) => tell("WebDriver:PerformActions", { actions: clicking(x, y) }),
      close: async () => {
        end();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * @param {number} port
 * @returns {Promise<{ tell: Tell, end: () => void }>}
 */
async function marionette(port) {
  const socket = connect(port, "127.0.0.1");
  /** @type {Map<number, { done: (value: any) => void, fail: (error: Error) => void }>} */
  const waiting = new Map();
  let bytes = Buffer.alloc(0);
  let last = 0;
  const hello = new Promise((done, fail) => waiting.set(0, { done, fail }));
  socket.on("error", (error) => {
    for (const { fail } of waiting.values()) fail(error);
  });
  socket.on("data", (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const colon = bytes.indexOf(":");
      const end = colon + 1 + Number(bytes.subarray(0, Math.max(0, colon)));
      if (colon < 0 || bytes.length < end) return;
      const message = JSON.parse(bytes.toString("utf8", colon + 1, end));
      bytes = bytes.subarray(end);
      // What it says first is who it is.
      const [, id, error, result] = Array.isArray(message) ? message : [1, 0, null, message];
      const asked = waiting.get(id);
      waiting.delete(id);
      if (error) asked?.fail(new Error(error.message));
      else asked?.done(result && "value" in result ? result.value : result);
    }
  });
  await hello;
  return {
    tell: (command, parameters = {}) =>
      new Promise((done, fail) => {
        last += 1;
        waiting.set(last, { done, fail });
        const message = JSON.stringify([0, last, command, parameters]);
        socket.write(`${Buffer.byteLength(message)}:${message}`);
      }),
    end: () => socket.destroy(),
  };
}

/**
 * WebKitGTK has a driver that speaks HTTP, and needs a display: one that nobody sees.
 * @returns {Promise<Steered>}
 */
async function startWebKit() {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x900x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  /** @type {import("node:child_process").ChildProcess | undefined} */
  let driver;
  const stop = async () => {
    if (driver) await ended(driver);
    await ended(screen);
  };
  try {
    let display = "";
    screen.stdio[3]?.on("data", (text) => {
      display += text;
    });
    await until(() => display.endsWith("\n"));
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const env = { ...process.env, DISPLAY: `:${display.trim()}`, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" };
    driver = spawn("WebKitWebDriver", [`--port=${port}`], { env, stdio: "ignore" });
    const ask = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {object} */ body = {}) => {
      const sent = method === "POST" ? { body: JSON.stringify(body) } : {};
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
      const { value } = /** @type {any} */ (await response.json());
      if (!response.ok) throw new Error(value.message);
      return value;
    };
    await until(() =>
      ask("GET", "/status").then(
        () => true,
        () => false,
      ),
    );
    const { sessionId, capabilities } = await ask("POST", "/session", { capabilities: {} });
    const tell = (/** @type {string} */ command, /** @type {object} */ body) =>
      ask("POST", `/session/${sessionId}/${command}`, body);
    return {
      version: capabilities.browserVersion,
      go: (url) => tell("url", { url }),
      run: async (run, ...given) => outcome(await tell("execute/async", scriptOf(run, given))),
      press: (keys) => tell("actions", { actions: pressing(keys) }),
      click: (x, y) => tell("actions", { actions: clicking(x, y) }),
      close: async () => {
        await ask("DELETE", `/session/${sessionId}`);
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Held until the next: what is pressed with it. */
const MODIFIERS = new Set(["\ue008", "\ue009"]);

/** @param {string} keys */
function pressing(keys) {
  /** @type {{ type: "keyDown" | "keyUp", value: string }[]} */
  const actions = [];
  /** @type {string[]} */
  let held = [];
  for (const value of keys) {
    actions.push({ type: "keyDown", value });
    held.push(value);
    if (MODIFIERS.has(value)) continue;
    for (const one of held.reverse()) actions.push({ type: "keyUp", value: one });
    held = [];
  }
  return [{ type: "key", id: "keys", actions }];
}

/**
 * @param {number} x
 * @param {number} y
 */
const clicking = (x, y) => [
  {
    ...{ type: "pointer", id: "pointer", parameters: { pointerType: "mouse" } },
    actions: [
      { type: "pointerMove", duration: 0, x: Math.round(x), y: Math.round(y) },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ],
  },
];

/**
 * A function as a script, which tells its outcome to the last of its arguments.
 * @param {Function} run
 * @param {unknown[]} args
 */
function scriptOf(run, args) {
  const told = "(value) => done({ value }), (error) => done({ error: error + ' ' + (error?.stack ?? '') })";
  const script = `const given = [...arguments], done = given.pop(); (async () => (${run})(...given))().then(${told});`;
  return { script, args };
}

/** @param {{ value?: any, error?: string }} told */
function outcome({ value, error }) {
  if (error !== undefined) throw new Error(error);
  return value;
}

/** @param {() => boolean | Promise<boolean>} holds */
async function until(holds) {
  const end = performance.now() + STARTING;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error("The browser did not start.");
    await new Promise((done) => setTimeout(done, 50));
  }
}

/** @param {import("node:child_process").ChildProcess} child */
async function ended(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = new Promise((done) => child.once("exit", done));
  child.kill();
  await exit;
}
