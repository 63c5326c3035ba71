/** A worker whose test is a suite. */
import * as reconvene from "reconvene";
import { outcomeOf } from "../suites.js";

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
