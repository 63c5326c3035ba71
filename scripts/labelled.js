/** `npm run labelled FOLDER…`: how well findings are merged in folders of labelled replies. */
import { join, resolve } from "node:path";
import { run, runAlone, top } from "./run.js";

await runAlone(import.meta.url, async (folders) => {
  // npm changes to the package's folder; a person names folders from where they are.
  const from = process.env.INIT_CWD ?? process.cwd();
  const given = folders.length > 0 ? folders.map((folder) => resolve(from, folder)) : [join(top, "tests", "labelled")];
  await run("cargo", ["run", "--quiet", "--release", "--example", "labelled", "--", ...given], { stdout: true });
});
