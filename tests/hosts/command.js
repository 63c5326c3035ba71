/** In Node, Deno and Bun: runs a suite on one entry of the package, and prints the outcome as JSON. */
import { outcomeOf } from "./suites.js";

const [entry, suite] = process.argv.slice(2);
if (!entry || !suite) throw new Error("Name an entry of the package, and what to run on it.");
const reconvene = await import(entry);
// What the subpaths give is ready where the package is.
const subpaths =
  entry === "reconvene"
    ? { ...(await import("reconvene/dispatch")), clarifications: await import("reconvene/clarifications") }
    : {};
console.log(JSON.stringify(await outcomeOf({ ...reconvene, ...subpaths }, suite, entry === "reconvene")));
