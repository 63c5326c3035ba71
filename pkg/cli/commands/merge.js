/** `reconvene merge`: states of collectors in, one state out. */
import { Misuse } from "../misuse.js";
import { Groups, inBatches, LONGEST_STATE, STATES_HELP, stateIn } from "../states.js";

/** @typedef {import("../states.js").Batch} Batch */

const HELP = `Usage: reconvene merge [OPTIONS] [FILES…]

Merges states of collectors. In go states, a line each, as \`reconvene collect\` and this command write them; out comes
one state, or one for each group. Order and tree of merging change nothing: the result is the same bytes.

FILES are such files; \`-\`, or no file, is standard input. All states that are merged have the same options.

${STATES_HELP}

Options:
  --batches   By batches: an empty line ends a batch, and an empty line ends the answer to it. What could not
              be read is a line {"error": …} in the answer
  --help      This help

A state that cannot be read is reported, the others are merged, and the exit status is 2. A state has at most 256 MiB of
text; a report reads 64 MiB of it.

For instance: reconvene merge *.states | reconvene report --state - --out report.html
`;

/** @type {import("../options.js").Command} */
export const merge = { run, help: HELP, options: { batches: { type: "boolean" } } };

/**
 * @param {import("../options.js").Values} values
 * @param {string[]} paths
 */
async function run(values, paths) {
  return inBatches(paths, LONGEST_STATE, values.batches ?? false, new States());
}

/** @implements {Batch} */
class States {
  #groups = new Groups();

  /** @type {Batch["take"]} */
  take(line, problem) {
    try {
      const { group, collector } = stateIn(line);
      this.#groups.add(group, collector, line.where);
    } catch (error) {
      if (!(error instanceof Misuse)) throw error;
      problem(error.message);
    }
  }

  isFull() {
    return false;
  }

  /** @type {Batch["lines"]} */
  *lines(_, problem) {
    yield* this.#groups.lines(problem);
  }
}
