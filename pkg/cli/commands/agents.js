/** `reconvene agents`: the definitions of the agents that plans ask, as files. */
import { lstatSync, mkdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, parse, relative, resolve, sep } from "node:path";
import * as reconvene from "../../node.js";
import { Misuse, reason } from "../misuse.js";
import { settingsIn } from "../options.js";
import { say } from "../terminal.js";
import { pairs } from "./plan.js";

const HELP = `Usage: reconvene agents --out FOLDER [OPTIONS]

Writes the definitions of the five agents that \`reconvene plan\` uses, one file each.

Options:
  --out FOLDER          The folder for the agents, such as .claude/agents
  --force               Overwrite existing files
  --config FILE         A configuration: the models of agents (default: .clarity-loop.json, if it exists)
  --model AGENT=MODEL   The model of an agent (may be repeated)
  --help                This help

Without --force, no file is overwritten. Symbolic links are not followed, and if something cannot be written, nothing
is left behind.
`;

/** @type {import("../options.js").Command} */
export const agents = {
  run,
  help: HELP,
  options: {
    out: { type: "string" },
    force: { type: "boolean" },
    config: { type: "string" },
    model: { type: "string", multiple: true, default: [] },
  },
};

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} words
 */
async function run({ out, force = false, config, model }, words) {
  if (out === undefined || out.trim() === "") throw new Misuse("Name a folder: --out .claude/agents.");
  if (words.length > 0) throw new Misuse(`Unexpected: ${words.join(", ")}. See --help.`);
  const settings = settingsIn(config).config;
  const definitions = reconvene.agents({ ...settings, models: { ...settings?.models, ...pairs("--model", model) } });
  const folder = resolve(out);
  refuseLinks(out);
  const files = definitions.map(({ path, text }) => ({ path: join(folder, path), text }));
  const there = files.filter(({ path }) => standing(path, force));
  if (there.length > 0 && !force) {
    const names = there.map(({ path }) => relative("", path)).join(", ");
    throw new Misuse(`${names} ${there.length === 1 ? "is" : "are"} already there. Use --force to overwrite.`);
  }
  place(folder, files, there);
  say(`${files.length} agents were written to ${relative("", folder) || "."}.`);
  return 0;
}

/**
 * Whether a file is there. What is no file is never written over.
 * @param {string} path
 * @param {boolean} force
 */
function standing(path, force) {
  const found = standsAt(path);
  if (!found) return false;
  if (found.isSymbolicLink()) throw new Misuse(`${path} is a symbolic link, which is not followed.`);
  if (force && !found.isFile()) throw new Misuse(`${path} is not a file.`);
  return true;
}

/**
 * What stands at a path, if anything does.
 * @param {string} path
 */
function standsAt(path) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw new Misuse(`The agents cannot be written to ${path}: ${reason(error)}.`);
  }
}

/**
 * Refuses a path of which any part is a link, as it is written: `..` behind a link would lead elsewhere. Where one is needs
 * no leave.
 * @param {string} out
 */
function refuseLinks(out) {
  const here = process.cwd();
  const inside = out === here || out.startsWith(here + sep);
  const given = inside ? out.slice(here.length + 1) : out;
  const root = parse(given).root;
  let path = inside ? here : root;
  for (const part of given.slice(root.length).split(sep === "/" ? sep : /[\\/]/)) {
    if (part === "") continue;
    path = path === "" || path === root ? `${path}${part}` : `${path}${sep}${part}`;
    if (standsAt(path)?.isSymbolicLink()) {
      throw new Misuse(`${path} is a symbolic link, which is not followed.`);
    }
  }
}

/**
 * Writes all files, or none: what was begun is taken back.
 * @param {string} folder
 * @param {{ path: string, text: string }[]} files
 * @param {{ path: string }[]} there What is written over.
 */
function place(folder, files, there) {
  /** @type {(() => void)[]} */
  const undo = [];
  try {
    const first = mkdirSync(folder, { recursive: true });
    if (first !== undefined) undo.push(() => removeEmpty(folder, first));
    const over = new Set(there.map(({ path }) => path));
    /** @type {[string, string][]} */
    const ready = [];
    for (const { path, text } of files) {
      const place = over.has(path) ? `${path}.${process.pid}.new` : path;
      // Only where nothing stands: whatever was put there in between is not followed either.
      writeFileSync(place, text, { flag: "wx" });
      undo.push(() => rmSync(place, { force: true }));
      if (place !== path) ready.push([place, path]);
    }
    for (const [made, path] of ready) renameSync(made, path);
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw new Misuse(`The agents cannot be written to ${folder}: ${reason(error)}.`);
  }
}

/**
 * Removes folders that were made, from the inner one to the outer one.
 * @param {string} inner
 * @param {string} outer
 */
function removeEmpty(inner, outer) {
  for (let path = inner; ; path = dirname(path)) {
    rmdirSync(path);
    if (path === outer) break;
  }
}
