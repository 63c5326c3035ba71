/** Installs what is missing, and says so. It needs Node and rustup, and nothing that it installs itself. */
import { accessSync, constants, existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { oldNode } from "../pkg/node-version.js";
import { Failure, freeSpace, output, run, runAlone, top, which } from "./run.js";

/** Examples that need packages of their own. */
export const EXAMPLES = join("examples", "javascript");
const TARGET = "wasm32-unknown-unknown";
export const TOOLS = join("target", "tools");

/** What the first build takes on disk, in bytes. */
const NEEDED = 1e9;
/** Said where a step fails that downloads something. */
const DOWNLOADS =
  "If something could not be downloaded, check your network and proxy, then run this again: it goes on where it stopped.";

/** What makes the glue of a module: `scripts/bind`, built by `setUp`. */
export const binder = join(TOOLS, "bind", "debug", "bind");
/** What the examples in Python run in, with their packages: installed by `setUp`; those of `examples/spark` where there is Java. */
const PYTHON = join(TOOLS, "python", "bin", "python3");
/** That Python, or the person's own. */
export const examplePython = () => (existsSync(join(top, PYTHON)) ? join(top, PYTHON) : "python3");

/**
 * What to make ready beside the build.
 * @typedef {object} Wanted
 * @property {boolean} [browser] The tests in Chromium.
 * @property {boolean} [otherBrowsers] Those in Firefox and WebKitGTK.
 * @property {boolean} [hosts] Those on every host of the package.
 * @property {boolean} [docsSites] Those on documentation sites.
 * @property {boolean} [examples] The examples in JavaScript, and their types.
 * @property {boolean} [python] The examples in Python.
 * @property {boolean} [valgrind] Counting instructions.
 */

/** @param {Wanted} [wanted] */
export async function setUp({ browser, otherBrowsers, hosts, docsSites, examples, python, valgrind } = {}) {
  checkNode();
  checkFolder();
  await installLinker();
  await installRust();
  // One compiles, the other downloads.
  await Promise.all([buildBinder(), installPackages(".", "")]);
  if (hosts)
    await installPackages(
      "tests/hosts",
      ", with the hosts that the package is tried on: 490 MB, up to three minutes, once",
    );
  if (docsSites)
    await installPackages(
      "tests/docs-sites/vitepress",
      ", which makes documentation sites: 100 MB, up to three minutes, once",
    );
  if (examples) await installPackages(EXAMPLES, ", with the frameworks of the examples: 160 MB, up to a minute, once");
  if (python) await installPython();
  // One after the other: apt-get runs once at a time.
  if (valgrind) await installValgrind();
  if (browser) await installChromium();
  if (otherBrowsers) await installOtherBrowsers();
}

function checkNode() {
  const old = oldNode();
  if (old !== null) throw new Failure(old);
}

/** Compiling into a folder that cannot hold it would fail in its middle, and say so in words of the compiler. */
function checkFolder() {
  try {
    accessSync(top, constants.W_OK);
  } catch {
    throw new Failure(`${top} cannot be written. Clone reconvene into a folder of your own, and run this there.`);
  }
  const free = freeSpace(top);
  if (existsSync(join(top, "target")) || free >= NEEDED) return;
  const megabytes = (/** @type {number} */ bytes) => `${Math.floor(bytes / 1e6).toLocaleString("en")} MB`;
  throw new Failure(
    `The first build takes about ${megabytes(NEEDED)}, and ${megabytes(free)} are free on the disk of ${top}. ` +
      "Free some, or clone reconvene to another disk.",
  );
}

async function installLinker() {
  if (process.platform !== "linux" || which("cc")) return;
  await aptInstall("a C linker, which Rust needs", ["gcc", "libc6-dev"]);
}

/** Rust with the target, as `rust-toolchain.toml` asks for it. */
async function installRust() {
  if (!which("rustc")) {
    throw new Failure(
      "Rust is missing. Install it with rustup (https://rustup.rs), open a new terminal, then run this again.",
    );
  }
  const hasRustup = which("rustup") !== undefined;
  let version = rustc("--version");
  if (version === null) {
    if (!hasRustup) throw new Failure("Rust does not work: `rustc --version` fails and says why.");
    await step("Installing Rust with rustup, as rust-toolchain.toml says: about a minute, once", () =>
      run("rustup", ["toolchain", "install"], { help: DOWNLOADS }),
    );
    version = rustc("--version");
  }
  refuseOldRust(version ?? "");
  if (existsSync(rustc("--print", "target-libdir", "--target", TARGET) ?? "")) return;
  if (!hasRustup) {
    throw new Failure(
      `Rust is here without rustup, which adds what WebAssembly needs (${TARGET}). ` +
        "Install rustup (https://rustup.rs), open a new terminal, then run this again.",
    );
  }
  await step(`Installing the Rust target ${TARGET}: some seconds, once`, () =>
    run("rustup", ["target", "add", TARGET], { help: DOWNLOADS }),
  );
}

/** What `rustc` prints, or null. Left alone, rustup's would download what is missing, for a minute without a word. */
const rustc = (/** @type {string[]} */ ...args) => output("rustc", args, { RUSTUP_AUTO_INSTALL: "0" });

/**
 * Cargo would name the crates that it refuses, and not what helps.
 * @param {string} version What `rustc --version` prints.
 */
function refuseOldRust(version) {
  const [, needed = ""] = /^rust-version = "1\.(\d+)"$/m.exec(readFileSync(join(top, "Cargo.toml"), "utf8")) ?? [];
  const [, there = ""] = /^rustc 1\.(\d+)/.exec(version) ?? [];
  if (there === "" || Number(there) >= Number(needed)) return;
  throw new Failure(
    `Rust 1.${there} is too old: reconvene needs 1.${needed} or newer. Run \`rustup update\`, then run this again.`,
  );
}

/** Cargo does nothing where it is built already. */
async function buildBinder() {
  const folder = join("scripts", "bind");
  const options = ["--quiet", "--locked", "--manifest-path", join(folder, "Cargo.toml")];
  const work = () => run("cargo", ["build", ...options, "--target-dir", join(TOOLS, "bind")], { help: DOWNLOADS });
  if (existsSync(join(top, binder))) await work();
  else await step("Building the tool that writes the JavaScript glue: about a minute, once", work);
}

/** What tells what fills a module. */
export const twiggy = join(TOOLS, "bin", "twiggy");

export const installTwiggy = () => installTool("twiggy", "twiggy", "0.8.0", "about two minutes");

/**
 * Installs a program, at a version, where it is not there.
 * @param {string} program
 * @param {string} crate
 * @param {string} version
 * @param {string} takes
 */
async function installTool(program, crate, version, takes) {
  if (output(join(TOOLS, "bin", program), ["--version"])?.endsWith(` ${version}`)) return;
  say(`Installing ${program} ${version} into ${TOOLS}: ${takes}, once`);
  // Not --locked: a lock file that a tool is published with may name a version that is gone.
  await run("cargo", ["install", crate, "--version", version, "--root", TOOLS, "--force"], { help: DOWNLOADS });
}

/**
 * @param {string} folder
 * @param {string} remark
 */
async function installPackages(folder, remark) {
  const modified = (/** @type {string} */ name) =>
    statSync(join(top, folder, name), { throwIfNoEntry: false })?.mtimeMs;
  if ((modified("node_modules/.package-lock.json") ?? 0) >= (modified("package-lock.json") ?? 0)) return;
  const modules = join(top, folder, "node_modules");
  if (lstatSync(modules, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Failure(
      `${modules} is a link to ${realpathSync(modules)}, which npm would empty first. Remove the link, then run this again.`,
    );
  }
  const lock = join(folder, "package-lock.json");
  // Their programs come in packages of their own: no script of theirs has to run.
  const args = ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"];
  // The npm that runs this: on Windows, `npm` is a script that cannot be started like a program.
  const npm = process.env.npm_execpath;
  await step(`Installing the npm packages of ${lock}${remark || ": some seconds"}`, () =>
    npm?.endsWith(".js")
      ? run(process.execPath, [npm, ...args], { help: DOWNLOADS })
      : run("npm", args, { help: DOWNLOADS }),
  );
}

async function installChromium() {
  if (which("chromium") || which("google-chrome")) return;
  await aptInstall("Chromium, for the tests in a browser", ["chromium"]);
}

/** What counts instructions. */
export async function installValgrind() {
  if (!which("valgrind")) await aptInstall("valgrind, which counts instructions", ["valgrind"]);
}

/** The tests on these say what they go without: where Java is missing, or they cannot be had, the others go on. */
async function installPython() {
  if (!which("python3")) return;
  const [folders, size] = which("java") ? [["python", "spark"], 590] : [["python"], 30];
  const files = folders.map((folder) => join("examples", folder, "requirements.txt"));
  const wanted = files.flatMap((file) => ["--requirement", file]);
  // Without an index, pip only says whether all of it is there.
  if (output(PYTHON, ["-m", "pip", "install", "--quiet", "--no-index", ...wanted]) !== null) return;
  try {
    await step(
      `Installing the Python packages of ${files.join(" and ")} (about ${size} MB): about a minute, once`,
      async () => {
        await run("python3", ["-m", "venv", join(TOOLS, "python")], { help: "Python's `venv` is missing." });
        await run(PYTHON, ["-m", "pip", "install", "--quiet", ...wanted], { help: DOWNLOADS });
      },
    );
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`The tests of the examples in Python are left out. ${error.message}`);
  }
}

/** The tests in these say what they go without: where they cannot be had, the others go on. */
async function installOtherBrowsers() {
  const missing = [
    ...(which("firefox-esr") || which("firefox") ? [] : ["firefox-esr"]),
    ...(which("WebKitWebDriver") ? [] : ["webkit2gtk-driver"]),
    ...(which("Xvfb") ? [] : ["xvfb"]),
  ];
  if (missing.length === 0) return;
  try {
    await aptInstall("Firefox and WebKitGTK, for the tests in other browsers", missing);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`The tests in other browsers are left out. ${error.message}`);
  }
}

/**
 * @param {string} what
 * @param {string[]} packages
 */
async function aptInstall(what, packages) {
  if (!which("apt-get") || process.getuid?.() !== 0) {
    throw new Failure(`Missing: ${what}. Install ${packages.join(" and ")}, then run this again.`);
  }
  say(`Installing ${what} (${packages.join(", ")}), with apt-get: about a minute, once`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-qq"], { env, help: DOWNLOADS });
  await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], { env, help: DOWNLOADS });
}

/** @param {string} sentence */
function say(sentence) {
  console.error(`── ${sentence}`);
}

/**
 * A step that takes a while: says what it does, and how long it took.
 * @param {string} sentence
 * @param {() => Promise<unknown>} work
 */
export async function step(sentence, work) {
  say(sentence);
  const started = performance.now();
  await work();
  const [what] = sentence.split(/[:,(]/);
  say(`Done in ${Math.round((performance.now() - started) / 1000)} s: ${what}`);
}

await runAlone(import.meta.url, (args) =>
  setUp({ browser: args.includes("--browser"), hosts: args.includes("--hosts") }),
);
