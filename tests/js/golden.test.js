/** Reviews in free form are read no worse than before: the figures of `npm run golden` do not fall. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { figuresOf, OWN, percent, setsOf } from "../../scripts/golden.js";

/** @type {Record<string, Record<string, number>>} */
const floors = JSON.parse(readFileSync(join(OWN, "floor.json"), "utf8"));

test("every set has a floor", () => assert.deepEqual(Object.keys(floors).sort(), setsOf(OWN).sort()));

for (const [set, floor] of Object.entries(floors)) {
  test(`what is read in ${set} does not get worse`, async () => {
    const figures = await figuresOf(join(OWN, set));
    for (const [name, share] of Object.entries(figures)) {
      const reached = percent(share);
      const least = floor[name];
      if (least === undefined) assert.equal(reached, null, `${name}: no floor`);
      else assert.ok(reached !== null && reached >= least, `${name}: ${reached} %, but at least ${least} % before`);
    }
  });
}
