/** `npm start`: sets up, builds, and reports on the samples, or on the files that are given. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { build } from "./build.js";
import { runAlone, top } from "./run.js";

const SAMPLES = ["samples/audit", "--expect", "samples/audit/expected.json"];

await runAlone(import.meta.url, async (args) => {
  await build();
  // npm changes to the package's folder; a person names files from where they are.
  const [cwd, given] = args.length > 0 ? [process.env.INIT_CWD ?? process.cwd(), args] : [top, SAMPLES];
  const cli = spawnSync(process.execPath, [join(top, "pkg", "cli.js"), "report", ...given], { cwd, stdio: "inherit" });
  process.exitCode = cli.status ?? 1;
});
