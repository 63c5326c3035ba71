/**
 * The outcome of what the parameters of an address ask for.
 * @param {URLSearchParams} parameters
 */
export async function outcomeOf(parameters) {
  const reconvene = await import(/** @type {string} */ (parameters.get("entry")));
  const { conformance } = await import("../conformance.js");
  const { traps } = await import("../traps.js");
  return parameters.has("traps") ? traps(reconvene) : conformance(reconvene, { readyAtImport: false });
}
