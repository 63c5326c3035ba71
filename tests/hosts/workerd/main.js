/** A worker whose test is a suite. */
import * as whole from "reconvene";
import * as clarifications from "reconvene/clarifications";
import * as dispatch from "reconvene/dispatch";
import { outcomeOf } from "../suites.js";

const reconvene = { ...whole, ...dispatch, clarifications };

export default {
  /**
   * @param {unknown} _
   * @param {{ SUITE: string }} bindings
   */
  async test(_, { SUITE }) {
    const outcome = await outcomeOf(reconvene, SUITE, true);
    console.log(JSON.stringify(outcome));
    if (outcome.failures.length > 0) throw new Error(outcome.failures.join("\n"));
  },
};
