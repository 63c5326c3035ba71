/**
 * `npm run corpus [FOLDER] [-- --sample COUNT --seed NUMBER]`: what is read of real replies; else of the folder that
 * RECONVENE_CORPUS names. With `--sample`, so many of the findings, drawn by the seed, to be read by hand.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { run, runAlone } from "./run.js";

await runAlone(import.meta.url, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    options: { sample: { type: "string" }, seed: { type: "string", default: "1" } },
    allowPositionals: true,
  });
  const [folder = process.env.RECONVENE_CORPUS] = positionals;
  if (!folder) throw new Error("Name a folder with replies, or set RECONVENE_CORPUS to one.");
  // npm changes to the package's folder; a person names folders from where they are.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const example = ["--release", "--features", "steps", "--example", "corpus"];
  const sample = values.sample ? ["--sample", values.sample, values.seed] : [];
  await run("cargo", ["run", "--quiet", ...example, "--", path, ...sample], { stdout: true });
});
