/**
 * The outcome of what the parameters of an address ask for.
 * @param {URLSearchParams} parameters
 */
export async function outcome(parameters) {
  const reconvene = await import(/** @type {string} */ (parameters.get("entry")));
  const { outcomeOf } = await import("../suites.js");
  return outcomeOf(reconvene, /** @type {string} */ (parameters.get("suite")), false);
}
