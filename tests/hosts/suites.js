/** What can be run on a host. */
import { conformance } from "./conformance.js";
import { largest } from "./largest.js";
import { traps } from "./traps.js";

/**
 * @param {typeof import("../../pkg/reconvene.js")} reconvene
 * @param {string} suite Its name.
 * @param {boolean} readyAtImport Whether the host's entry needs no `init`.
 * @returns {Promise<{ cases: number, failures: string[] }>}
 */
export async function outcomeOf(reconvene, suite, readyAtImport) {
  if (suite === "conformance") return conformance(reconvene, { readyAtImport });
  if (suite === "traps") return traps(reconvene);
  if (suite === "largest") return largest(reconvene);
  throw new Error(`There is no ${suite}.`);
}
