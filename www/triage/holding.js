/** Which findings stand beside the one that is chosen: one that a person holds, or those that may be the same. */
import { shown } from "../../pkg/element/core.js";
import { element } from "../dom.js";
import { announce } from "../notices.js";

/** @typedef {import("./rows.js").Row} Row */
/** @typedef {import("./detail.js").Other} Other */

export class Holding {
  /** @type {Row | null} */
  #row = null;
  #changed;
  /** Says which finding is held. */
  element = element("p", { class: "held", hidden: true });

  #isDecided;

  /**
   * @param {() => void} changed Called where a person lets go of what was held.
   * @param {(one: Row, other: Row) => boolean} isDecided Whether a person said of two whether they are one.
   */
  constructor(changed, isDecided) {
    this.#changed = changed;
    this.#isDecided = isDecided;
  }

  /** Holds a finding, or no longer. @param {Row} row */
  toggle(row) {
    this.hold(this.#row === row ? null : row);
    announce(this.#row ? `Choose the finding to compare with: ${row.title}.` : "Comparison cancelled.");
  }

  /** @param {Row | null} row */
  hold(row) {
    this.#row = row;
    this.element.hidden = row === null;
    if (!row) return;
    const letGo = element("button", { type: "button", class: "link", onclick: () => this.#letGo() }, "Cancel");
    this.element.replaceChildren(
      "Choose the finding to compare with ",
      element("bdi", {}, shown(row.title)),
      ". ",
      letGo,
    );
  }

  #letGo() {
    this.hold(null);
    this.#changed();
  }

  /** Holds the same in another report. @param {(row: Row) => Row | null} again */
  follow(again) {
    this.hold(this.#row && again(this.#row));
  }

  /**
   * @param {Row} row
   * @param {Row[]} rows
   * @param {import("../../pkg/reconvene.js").Report | undefined} report
   * @returns {Other[]}
   */
  beside(row, rows, report) {
    const held = this.#row;
    const cancel = () => this.#letGo();
    if (held && held !== row) return [{ row: held, why: "Compared with the finding that you chose", cancel }];
    const { id } = row.finding;
    const pairs = [...(report?.suggestions ?? []), ...(report?.conflicts ?? []).flatMap(ofTypes)];
    const others = new Map(
      pairs.flatMap(({ findings, reason }) => {
        const other =
          findings.includes(id) && rows.find(({ finding }) => finding.id !== id && findings.includes(finding.id));
        return other && !this.#isDecided(row, other) ? [[other, `Possibly the same: ${reason}`]] : [];
      }),
    );
    return [...others].map(([row, why]) => ({ row, why }));
  }
}

/**
 * Two findings at the same places that differ in their type may be one, too.
 * @param {import("../../pkg/reconvene.js").Report["conflicts"][number]} conflict
 */
const ofTypes = ({ kind, findings }) =>
  kind === "type" && findings.length === 2 ? [{ findings, reason: "same places, different types" }] : [];
