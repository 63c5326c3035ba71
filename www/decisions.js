/** What a person decided: which findings are one, and what becomes of each. By fingerprint, so that it holds for the next run. */
import { fault } from "./options.js";

/** @typedef {import("../pkg/reconvene.js").Severity} Severity */
/** @typedef {"accepted" | "dismissed"} Status */
/** @typedef {{ fingerprints: [string, string], same: boolean }} PairDecision */
/** @typedef {{ fingerprint: string, status?: Status, severity?: Severity, reason?: string, by?: string }} FindingDecision */
/** @typedef {PairDecision | FindingDecision} Decision */

const STATUSES = ["accepted", "dismissed"];
/** What a person may say that a finding weighs. */
export const SEVERITIES = /** @type {const} */ (["critical", "major", "minor"]);

/** @param {Decision} decision @returns {decision is PairDecision} */
export const isPair = (decision) => "fingerprints" in decision;

/**
 * The decisions among what somebody gives, and what is wrong with the others.
 * @param {unknown} given
 * @returns {{ decisions: Decision[], problems: string[] }}
 */
export function decisionsIn(given) {
  if (!Array.isArray(given)) return { decisions: [], problems: ["`decisions` is not a list."] };
  /** @type {Decision[]} */
  const decisions = [];
  /** @type {string[]} */
  const problems = [];
  for (const [at, entry] of given.entries()) {
    const wrong = entry && typeof entry === "object" && "fingerprint" in entry ? wrongWith(entry) : wrongPair(entry);
    if (wrong === null) decisions.push(entry);
    else problems.push(`Decision ${at + 1}: ${wrong}`);
  }
  return { decisions, problems };
}

/** @param {unknown} entry */
const wrongPair = (entry) => fault({ decisions: [entry] });

/** @param {any} entry */
function wrongWith({ fingerprint, status, severity, reason, by, ...rest }) {
  if (typeof fingerprint !== "string" || fingerprint === "") return "`fingerprint` is not a text.";
  if (status !== undefined && !STATUSES.includes(status)) return "`status` is neither accepted nor dismissed.";
  if (severity !== undefined && !SEVERITIES.includes(severity)) return "`severity` is not critical, major or minor.";
  if (![reason, by].every((one) => one === undefined || typeof one === "string")) {
    return "`reason` and `by` have to be texts.";
  }
  const [unknown] = Object.keys(rest);
  return unknown === undefined ? null : `\`${unknown}\` is not known here.`;
}

/** Those that a report has on its findings. @param {import("../pkg/reconvene.js").Report} report @returns {FindingDecision[]} */
export const decisionsOf = ({ findings }) =>
  findings.flatMap(({ decision }) => {
    const said = Object.entries(decision ?? {}).filter(([, value]) => value !== null);
    return decision ? [/** @type {FindingDecision} */ (Object.fromEntries(said))] : [];
  });

/** Only these have the report made anew. @param {Decision[]} decisions */
export const pairsOf = (decisions) => decisions.filter(isPair);

/**
 * What was decided on findings, by fingerprint.
 * @param {Decision[]} decisions
 * @returns {Map<string, FindingDecision>}
 */
export function byFingerprint(decisions) {
  return new Map(decisions.flatMap((one) => (isPair(one) ? [] : [[one.fingerprint, one]])));
}

/**
 * The decision on a finding, which holds where any of its members has the fingerprint.
 * @param {Map<string, FindingDecision>} made
 * @param {string[]} fingerprints
 */
export function decisionOn(made, fingerprints) {
  if (made.size === 0) return undefined;
  for (const one of fingerprints) {
    const decision = made.get(one);
    if (decision) return decision;
  }
  return undefined;
}

/**
 * The decisions with one on a finding changed; without it, where nothing is left of it.
 * @param {Decision[]} decisions
 * @param {string[]} fingerprints All of the finding's.
 * @param {{ status?: Status | undefined, severity?: Severity | undefined, reason?: string | undefined }} change
 * @returns {Decision[]}
 */
export function withDecision(decisions, fingerprints, change) {
  const [first] = fingerprints;
  if (first === undefined) return decisions;
  const before = decisionOn(byFingerprint(decisions), fingerprints);
  const all = Object.entries({ ...before, fingerprint: first, ...change }).filter(([, value]) => value !== undefined);
  const made = /** @type {FindingDecision} */ (Object.fromEntries(all));
  const others = decisions.filter((one) => isPair(one) || !fingerprints.includes(one.fingerprint));
  return made.status || made.severity ? [...others, made] : others;
}

/**
 * The decisions with one on a pair: the last word on it counts.
 * @param {Decision[]} decisions
 * @param {PairDecision} decision
 * @returns {Decision[]}
 */
export function withPair(decisions, decision) {
  const key = keyOf(decision);
  return [...decisions.filter((one) => !isPair(one) || keyOf(one) !== key), decision];
}

/** @param {PairDecision} pair */
const keyOf = ({ fingerprints }) => JSON.stringify([...fingerprints].sort());

/**
 * The decisions with others, whose word on the same counts.
 * @param {Decision[]} decisions
 * @param {Decision[]} others
 * @returns {Decision[]}
 */
export function together(decisions, others) {
  const key = (/** @type {Decision} */ one) => (isPair(one) ? keyOf(one) : one.fingerprint);
  return [...new Map([...decisions, ...others].map((one) => [key(one), one])).values()];
}
