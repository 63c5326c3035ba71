/** `npm run corpus [FOLDER]`: what is read of real replies; else of the folder that RECONVENE_CORPUS names. */
import { resolve } from "node:path";
import { run, runAlone } from "./run.js";

await runAlone(import.meta.url, async ([folder = process.env.RECONVENE_CORPUS]) => {
  if (!folder) throw new Error("Name a folder with replies, or set RECONVENE_CORPUS to one.");
  // npm changes to the package's folder; a person names folders from where they are.
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const example = ["--release", "--features", "steps", "--example", "corpus"];
  await run("cargo", ["run", "--quiet", ...example, "--", path], { stdout: true });
});
