/** In Node, Deno and Bun: runs the conformance of one entry, and prints the outcome as JSON. */
import { conformance } from "./conformance.js";

const [entry, readyAtImport] = process.argv.slice(2);
if (!entry) throw new Error("Name an entry of the package.");
const reconvene = await import(entry);
console.log(JSON.stringify(await conformance(reconvene, { readyAtImport: readyAtImport === "true" })));
