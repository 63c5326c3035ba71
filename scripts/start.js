/** `npm start`: sets up, builds, and reports on the samples, or on the files that are given. */
import { spawnSync } from "node:child_process";
import { join, relative } from "node:path";
import { build } from "./build.js";
import { runAlone, top } from "./run.js";

const SAMPLES = join(top, "samples", "audit");

await runAlone(import.meta.url, async (args) => {
  await build();
  // npm changes to the package's folder; a person names files from where they are.
  const cwd = process.env.INIT_CWD ?? process.cwd();
  const samples = relative(cwd, SAMPLES);
  const given = args.length > 0 ? args : [samples, "--expect", join(samples, "expected.json")];
  const cli = spawnSync(process.execPath, [join(top, "pkg", "cli.js"), "report", ...given], {
    cwd,
    stdio: "inherit",
  });
  process.exitCode = cli.status ?? 1;
});
