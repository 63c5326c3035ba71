/** `npm run labelled FOLDER…`: how well findings are merged in folders of labelled replies. */
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { run, runAlone, top } from "./run.js";

const OWN = join(top, "tests", "labelled");

/** The sets of this repository. */
const own = () =>
  readdirSync(OWN, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(OWN, name));

await runAlone(import.meta.url, async (folders) => {
  // npm changes to the package's folder; a person names folders from where they are.
  const from = process.env.INIT_CWD ?? process.cwd();
  const given = folders.length > 0 ? folders.map((folder) => resolve(from, folder)) : own();
  await run("cargo", ["run", "--quiet", "--release", "--example", "labelled", "--", ...given], { stdout: true });
});
