/** `npm start`: sets up, builds, and reports on the samples, or on the files that are given. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.js";
import { runAlone, top } from "./run.js";
import { SESSION } from "./samples.js";

/** The report as a page, which opens from the disk. */
const PAGE = join("target", "report.html");

/**
 * Reports on the sample session: four agents that reviewed a pull request, and one that failed.
 * @param {"inherit" | "pipe"} stdout
 */
export const reportOnSamples = (stdout) => report([SESSION, "--title", "Review of #482"], top, stdout);

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {"inherit" | "pipe"} stdout
 */
function report(args, cwd, stdout) {
  const cli = [join(top, "pkg", "cli.js"), "report", ...args];
  return spawnSync(process.execPath, cli, { cwd, stdio: ["inherit", stdout, "inherit"], encoding: "utf8" });
}

await runAlone(import.meta.url, async (args) => {
  await build("quick");
  // npm changes to the package's folder; a person names files from where they are.
  const given = () => report(args, process.env.INIT_CWD ?? process.cwd(), "inherit");
  const { status } = args.length > 0 ? given() : reportOnSamples("inherit");
  process.exitCode = status ?? 1;
  if (args.length > 0 || status !== 0) return;
  const { status: written } = report([SESSION, "--title", "Review of #482", "--out", PAGE], top, "inherit");
  if (written === 0) console.error(`\nThe same report as a page: ${PAGE}. Yours: npm start -- FILES…`);
});
