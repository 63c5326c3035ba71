/** The native build, in a process of its own that does a job whenever it is asked (`examples/bench.rs`). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Failure, run, top } from "../scripts/run.js";

const REPLIES = join(top, "target", "bench-replies.json");
const PROGRAM = join(top, "target", "release", "examples", "bench");

export const buildNative = () =>
  run("cargo", ["build", "--quiet", "--release", "--example", "bench", "--target-dir", "target"]);

/** @param {string[]} replies */
export function startNative(replies) {
  writeFileSync(REPLIES, JSON.stringify(replies));
  const child = spawn(PROGRAM, [REPLIES], { stdio: ["pipe", "pipe", "inherit"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /**
     * @param {string} job
     * @param {number} times
     * @returns {Promise<number>} Milliseconds of all.
     */
    async run(job, times) {
      child.stdin.write(`${job} ${times}\n`);
      const { value, done } = await answers.next();
      if (done) throw new Failure(`The native build gave no answer to ${job}.`);
      return Number(value) / 1e6;
    },
    async end() {
      child.stdin.end();
      await once(child, "close");
    },
  };
}
