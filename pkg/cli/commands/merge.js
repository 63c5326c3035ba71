/** `reconvene merge`: states of collectors in, one state out. */
import { Misuse } from "../misuse.js";
import { Groups, inBatches, LONGEST_STATE, STATES_HELP, stateIn } from "../states.js";

/** @typedef {import("../states.js").Batch} Batch */

const HELP = `Usage: reconvene merge [OPTIONS] [FILES…]

Merges states of collectors. The input has one state per line, as \`reconvene collect\` and this command write them. The
output is one state, or one for each group. The order of merging does not matter: the result has the same bytes.

FILES are such files; \`-\`, or no file, is standard input. All states must have the same options.

${STATES_HELP}

Options:
  --batches   Answer in batches: an empty line ends a batch, and an empty line ends its answer. Input that could
              not be read becomes a line {"error": …} in the answer
  --help      This help

A state that cannot be read is reported and left out, and the exit status is 2. A state has at most 256 MiB of
text; a report reads 64 MiB of it.

Example:
  reconvene merge *.states | reconvene report --state - --out report.html
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
