/** `npm start`: sets up, builds, and reports on the samples, or on the files that are given. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.js";
import { Failure, runAlone, top } from "./run.js";

/** Where the report of the earlier samples goes, which that of the others is compared with. */
const EARLIER = join("target", "earlier.json");

const SAMPLES = [
  "samples/audit",
  ...["--expect", "samples/audit/expected.json"],
  ...["--decisions", "samples/decisions.json"],
  ...["--previous", EARLIER],
];

/**
 * Reports on the samples, after those of an earlier audit.
 * @param {"inherit" | "pipe"} stdout
 */
export function reportOnSamples(stdout) {
  const earlier = report(["samples/earlier", "--format", "json", "--out", EARLIER], top, "inherit");
  if (earlier.status !== 0) throw new Failure("The earlier samples could not be reported on.");
  return report(SAMPLES, top, stdout);
}

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
});
