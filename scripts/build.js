/** Builds the WebAssembly module and its glue into `pkg/generated`. Does nothing when nothing has changed. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { Failure, run, runAlone, top } from "./run.js";
import { binder, setUp, step } from "./set-up.js";

const OUT = "pkg/generated";
const MODULE = `${OUT}/reconvene_bg.wasm`;
const INLINE = `${OUT}/inline.js`;
/**
 * How large a function may be to be put into its callers, as LLVM weighs it. The usual 225 makes the module larger, and
 * hardly faster.
 */
const INLINED = 75;
/** What of the module has to be known without it: its version, and what it exports. */
const FACTS = `${OUT}/facts.js`;
const STAMP = "target/generated-from.sha256";
/** The element, in one file for one script tag. */
const ELEMENT = `${OUT}/element.js`;
/** The SDK of the Model Context Protocol, in one file: nothing more is installed for it. */
const SERVER = `${OUT}/mcp.js`;
const SDK = "pkg/cli/mcp/sdk.js";

/**
 * A `release` is what is packed and tested. A `quick` build takes half the time, and what it makes is somewhat slower.
 * @typedef {"release" | "quick"} Profile
 */

/** @param {Profile} [profile] */
export async function build(profile = "release") {
  await buildModule(profile);
  await buildElement();
  await buildServer();
}

/** @param {Profile} profile */
async function buildModule(profile) {
  const inputs = hashOfInputs();
  const built = [MODULE, INLINE, FACTS, `${OUT}/reconvene.js`, STAMP].every((file) => existsSync(join(top, file)));
  const stamp = built ? readFileSync(join(top, STAMP), "utf8") : "";
  // A release does where a quick build is asked for.
  if (stamp === `release ${inputs}` || stamp === `${profile} ${inputs}`) return;

  await setUp();
  const takes = profile === "quick" ? "two" : "four";
  await step(`Building the WebAssembly module: about ${takes} minutes, once`, () => makeModule(profile));
  writeFileSync(join(top, STAMP), `${profile} ${inputs}`);
}

/** @param {Profile} profile */
async function makeModule(profile) {
  const compiled = await compile(profile);
  rmSync(join(top, OUT), { recursive: true, force: true });
  await bind(compiled, OUT);
  await minify(join(top, OUT, "reconvene.js"));
  if (profile === "release") await optimise(MODULE);
  writeFileSync(join(top, INLINE), inlined(readFileSync(join(top, MODULE))));
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  const exported = WebAssembly.Module.exports(new WebAssembly.Module(readFileSync(join(top, MODULE))));
  const facts = { version, exported: exported.map(({ name }) => name) };
  const lines = Object.entries(facts).map(([name, fact]) => `export const ${name} = ${JSON.stringify(fact)};\n`);
  writeFileSync(join(top, FACTS), lines.join(""));
}

/**
 * Compiles the crate; gives where the module is, as it is before it has its glue.
 * @param {Profile} [profile]
 */
export async function compile(profile = "release") {
  const target = "wasm32-unknown-unknown";
  // Panic messages name source files: a published module does not tell where its builder's home is.
  const home = process.env.CARGO_HOME ?? join(homedir(), ".cargo");
  const flags = [
    ...rustFlags(),
    `--remap-path-prefix=${home}=cargo`,
    `-Cllvm-args=-inline-threshold=${INLINED}`,
    // The names of this manner say for which types a function was made, which `npm run size` goes by.
    "-Csymbol-mangling-version=v0",
  ];
  const env = { CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
  // Cargo optimises over all crates at once only what is made of one type: as a library for Rust, it would not be.
  const options = ["--locked", "--profile", profile, "--lib", "--crate-type", "cdylib"];
  await run("cargo", ["rustc", ...options, "--target", target, "--target-dir", "target"], { env });
  return `target/${target}/${profile}/reconvene.wasm`;
}

/** Made each time: that takes less than finding out whether anything has changed. */
async function buildElement() {
  const { build: bundle } = await import("esbuild");
  const { outputFiles } = await bundle({
    entryPoints: [join(top, "pkg", "element.js")],
    ...{ bundle: true, minify: true, format: "esm", target: "es2022", charset: "utf8", write: false },
    plugins: [smallStyle],
  });
  // The module stands beside it, where it is a folder away from the source.
  const [source, beside] = [`generated/${basename(MODULE)}`, basename(MODULE)];
  const parts = outputFiles
    .map(({ text }) => text)
    .join("")
    .split(source);
  if (parts.length !== 2) throw new Failure(`The element names ${source} ${parts.length - 1} times, not once.`);
  const code = parts.join(beside);
  const file = join(top, ELEMENT);
  // Tests that run side by side build too: what is the same is left alone.
  if (!existsSync(file) || readFileSync(file, "utf8") !== code) writeFileSync(file, code);
}

/** Made each time, like the element. */
export async function buildServer() {
  const { outputFiles } = await bundleOfServer();
  const code = outputFiles.map(({ text }) => text).join("");
  const file = join(top, SERVER);
  if (!existsSync(file) || readFileSync(file, "utf8") !== code) writeFileSync(file, code);
  const types = join(top, SERVER.replace(/\.js$/, ".d.ts"));
  if (!existsSync(types)) writeFileSync(types, `export * from "../cli/mcp/sdk.js";\n`);
}

/** The bundle of the server, and what it is made from. */
export async function bundleOfServer() {
  const { build: bundle } = await import("esbuild");
  return bundle({
    entryPoints: [join(top, SDK)],
    ...{ bundle: true, minify: true, format: "esm", platform: "node", target: "node20", charset: "utf8", write: false },
    ...{ metafile: true, legalComments: "none" },
  });
}

/** The element's style sheet is a text in its script, which a bundler leaves as it is. @type {import("esbuild").Plugin} */
export const smallStyle = {
  name: "small style",
  setup({ onLoad, esbuild }) {
    onLoad({ filter: /[\\/]element[\\/]style\.js$/ }, async ({ path }) => {
      const { style } = await import(pathToFileURL(path).href);
      const { code } = await esbuild.transform(style, { loader: "css", minify: true });
      return { contents: `export const style = ${JSON.stringify(code.trimEnd())};` };
    });
  },
};

/** The flags that whoever builds asks for. Given in the environment, they would take the place of any that Cargo is told. */
function rustFlags() {
  const { CARGO_ENCODED_RUSTFLAGS, RUSTFLAGS = "" } = process.env;
  return (CARGO_ENCODED_RUSTFLAGS?.split("\x1f") ?? RUSTFLAGS.split(" ")).filter((flag) => flag !== "");
}

/**
 * Makes the glue of a module, with the function that starts a fresh instance after a trap.
 * @param {string} module
 * @param {string} out
 * @param {string[]} names `--names`, where functions keep theirs.
 */
export const bind = (module, out, ...names) => run(binder, [module, out, "reconvene", ...names]);

/**
 * How large a function may be to be put into its only caller, as binaryen weighs it. Without a limit, one function of 325 kB
 * comes out, for which an engine takes two seconds when it optimises it.
 */
const INLINED_ONCE = 400;

/**
 * Optimises a module in its place.
 * @param {string} module
 * @param {string[]} flags
 */
export const optimise = (module, ...flags) =>
  run(process.execPath, [
    ...["node_modules/binaryen/bin/wasm-opt", "-O3", `--one-caller-inline-max-function-size=${INLINED_ONCE}`],
    ...[...flags, module, "-o", module],
  ]);

/**
 * Makes the glue a third of its size: nobody reads it.
 * @param {string} file
 */
async function minify(file) {
  const { transform } = await import("esbuild");
  const { code } = await transform(readFileSync(file, "utf8"), { minify: true, format: "esm", target: "es2022" });
  writeFileSync(file, code);
}

/**
 * A JavaScript module that holds the WebAssembly module in itself.
 * @param {Buffer} module
 */
const inlined = (module) => `const text = "${module.toString("base64")}";

export function bytes() {
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = decoded.charCodeAt(at);
  return bytes;
}
`;

function hashOfInputs() {
  const sources = readdirSync(join(top, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const settings = [
    "Cargo.toml",
    "Cargo.lock",
    "package.json",
    "package-lock.json",
    "scripts/build.js",
    "scripts/bind/Cargo.lock",
  ];
  const hash = createHash("sha256");
  for (const file of [...sources, ...settings.map((name) => join(top, name))]) {
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

await runAlone(import.meta.url, () => build());
