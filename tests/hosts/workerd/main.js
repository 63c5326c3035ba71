/** A worker whose test is the conformance. */
import { conformance } from "../conformance.js";
// @ts-expect-error: it is installed there when the test runs.
import * as reconvene from "../node_modules/reconvene/pkg/workerd.js";

export default {
  async test() {
    const { cases, failures } = await conformance(reconvene, { readyAtImport: true });
    console.log(JSON.stringify({ cases, failures }));
    if (failures.length > 0) throw new Error(failures.join("\n"));
  },
};
