/** What is shown, in the address: the view, the finding, the filters. A link that holds replies is another thing: see `share.js`. */

/** @typedef {"replies" | "findings" | "matrix" | "report"} View */
/** @typedef {"left" | "accepted" | "dismissed"} Decided */
/**
 * @typedef {object} Filters Each alone lets everything pass.
 * @property {string[]} severity
 * @property {string} agent
 * @property {string} file
 * @property {string} pair Two documents, as the unit of a reply has them.
 * @property {Decided | ""} decided
 * @property {string} since
 * @property {boolean} disputed
 * @property {string} text
 */
/** @typedef {{ view: View | null, finding: string | null, filters: Filters }} Shown `finding`: a fingerprint, or an id of this report. */

/** @type {View[]} */
export const VIEWS = ["replies", "findings", "matrix", "report"];

const DECIDED = ["left", "accepted", "dismissed"];

/** @type {() => Filters} */
export const noFilters = () => ({
  ...{ severity: [], agent: "", file: "", pair: "", decided: "", since: "", disputed: false, text: "" },
});

/** @param {string} hash @returns {Shown} */
export function shownBy(hash) {
  const [, id] = /^#(G\d{1,9})$/.exec(hash) ?? [];
  if (id) return { view: "findings", finding: id, filters: noFilters() };
  const given = new URLSearchParams(hash.slice(1));
  const text = (/** @type {string} */ name) => given.get(name) ?? "";
  const view = VIEWS.find((one) => one === given.get("view")) ?? null;
  const finding = given.get("finding");
  return {
    view: view ?? (finding ? "findings" : null),
    finding,
    filters: {
      severity: text("severity").split(",").filter(Boolean),
      ...{ agent: text("agent"), file: text("file"), pair: text("pair"), since: text("since"), text: text("text") },
      decided: /** @type {Decided | ""} */ (DECIDED.includes(text("decided")) ? text("decided") : ""),
      disputed: given.has("disputed"),
    },
  };
}

/** @param {Shown} shown */
export function addressOf({ view, finding, filters }) {
  const { severity, disputed, ...texts } = filters;
  const all = { view: view ?? "", severity: severity.join(","), ...texts, finding: finding ?? "" };
  const given = new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
  if (disputed) given.set("disputed", "yes");
  // Commas and colons may stand as they are.
  const hash = `${given}`.replaceAll("%2C", ",").replaceAll("%3A", ":");
  return hash === "" ? "" : `#${hash}`;
}

/** Whether an address asks for something that a link holds, of whatever version. @param {string} hash */
export const isLink = (hash) => /^#v\d+=/.test(hash);
