/** Running programs, from the top of the repository. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const top = fileURLToPath(new URL("..", import.meta.url));

/** What a person can fix: its message says all, and no stack trace is wanted. */
export class Failure extends Error {}

/**
 * Runs a program to its end, in the top folder if no other is given; what it prints is passed on, all of it to standard
 * error unless `stdout` is true, and nothing of it if `quiet` is. `help` says what to do where it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, stdout?: boolean, quiet?: boolean, help?: string }} [options]
 * @returns {Promise<string>} What it printed on standard output.
 */
export async function run(program, args, { env, cwd, stdout = false, quiet = false, help } = {}) {
  const child = spawn(program, args, { ...surroundings(env, cwd), stdio: ["inherit", "pipe", "inherit"] });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
    if (!quiet) (stdout ? process.stdout : process.stderr).write(text);
  });
  await ended(child, [program, ...args], help);
  return printed;
}

/**
 * Runs a program that others run beside: what it prints is passed on to standard output whole, when it has ended.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<string>} What it printed.
 */
export async function runBeside(program, args, env) {
  const child = spawn(program, args, { ...surroundings(env), stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      printed += text;
    });
  }
  try {
    await ended(child, [program, ...args]);
  } finally {
    process.stdout.write(printed);
  }
  return printed;
}

/**
 * @param {Record<string, string>} [env]
 * @param {string} [cwd]
 */
const surroundings = (env, cwd = top) => ({ cwd, env: { ...process.env, ...env } });

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {string[]} command
 * @param {string} [help]
 */
async function ended(child, command, help) {
  const status = await new Promise((done, fail) => {
    child.on("error", () => fail(new Failure(`\`${command[0]}\` cannot be run: is it installed?`)));
    child.on("close", (code, signal) => done(code ?? signal));
  });
  if (status === 0) return;
  const failed = `Failed (${status}): ${command.join(" ")}`;
  throw new Failure([failed, fullDisk() ?? help].filter(Boolean).join("\n"));
}

/** Below this, in bytes, a disk is as good as full. */
const FULL = 50e6;

/** What to do about a disk without space; null where there is some. */
function fullDisk() {
  const full = [top, tmpdir()].find((folder) => freeSpace(folder) < FULL);
  return full === undefined ? null : `There is no space left on the disk of ${full}. Free some, then run this again.`;
}

/**
 * How many bytes can be written to the disk of a folder.
 * @param {string} folder
 */
export function freeSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Writes a file whole, and only where it changes: checks that run side by side pack the same package.
 * @param {string} file
 * @param {string} text
 */
export function replaceFile(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  // Not beside it, where it would be packed.
  const written = join(top, "target", `${basename(file)}.${process.pid}`);
  for (const path of [written, file]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(written, text);
  renameSync(written, file);
}

/**
 * What a program prints, or null where it fails or is missing.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [env]
 */
export function output(program, args, env) {
  const { status, stdout } = spawnSync(program, args, { ...surroundings(env), encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Where a program is, or undefined.
 * @param {string} program
 */
export function which(program) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, `${program}${ending}`)))
    .find((path) => existsSync(path));
}

/**
 * Runs what a script is for, when it was started by itself rather than imported.
 * @param {string} script `import.meta.url`
 * @param {(args: string[]) => Promise<unknown>} main
 */
export async function runAlone(script, main) {
  if (resolve(process.argv[1] ?? "") !== fileURLToPath(script)) return;
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    const says = error instanceof Failure ? error.message : refusal(error);
    if (says === null) throw error;
    console.error(`\n${says}`);
    process.exitCode = 1;
  }
}

/**
 * What to do where the system refused to write; null for any other error.
 * @param {any} error
 */
function refusal({ code, path = top }) {
  if (code === "ENOSPC") return `There is no space left to write ${path}. Free some, then run this again.`;
  if (!["EACCES", "EPERM", "EROFS"].includes(code)) return null;
  return `${path} cannot be written. Run this in a folder that you may write to.`;
}
