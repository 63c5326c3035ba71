/**
 * `npm run growth [SECONDS] [SEED] [time]`: looks for texts whose work grows faster than they do, a minute long if no number
 * is given; what it finds belongs into `tests/steps.rs`, by a name. With `time` it measures time in the place of counted
 * steps, which finds work that is not counted, and errs where the machine is busy.
 */
import { run, runAlone } from "./run.js";

await runAlone(import.meta.url, async (words) => {
  const example = ["--release", "--features", "steps", "--example", "growth"];
  await run("cargo", ["run", "--quiet", ...example, "--", ...words], { stdout: true });
});
