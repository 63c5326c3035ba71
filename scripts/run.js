/** Running programs, from the top of the repository. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const top = fileURLToPath(new URL("..", import.meta.url));

/** What a person can mend: its message says all, and no stack trace is wanted. */
export class Failure extends Error {}

/**
 * Runs a program to its end, in the top folder if no other is given; what it prints is passed on, all of it to standard
 * error unless `stdout` is true, and nothing of it if `quiet` is.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, cwd?: string, stdout?: boolean, quiet?: boolean }} [options]
 * @returns {Promise<string>} What it printed on standard output.
 */
export async function run(program, args, { env = {}, cwd = top, stdout = false, quiet = false } = {}) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["inherit", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    printed += text;
    if (!quiet) (stdout ? process.stdout : process.stderr).write(text);
  });
  const status = await new Promise((done, fail) => {
    child.on("error", () => fail(new Failure(`\`${program}\` cannot be run: is it installed?`)));
    child.on("close", (code, signal) => done(code ?? signal));
  });
  if (status !== 0) throw new Failure(`Failed (${status}): ${[program, ...args].join(" ")}`);
  return printed;
}

/**
 * What a program prints, or null where it fails or is missing.
 * @param {string} program
 * @param {string[]} args
 */
export function output(program, args) {
  const { status, stdout } = spawnSync(program, args, { cwd: top, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Where a program is, or undefined.
 * @param {string} program
 */
export function which(program) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
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
    if (!(error instanceof Failure)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
