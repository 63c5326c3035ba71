/** What a prompt asks for: it holds one of our instructions, or none. */

/** @typedef {import("./reconvene.js").Expected} Expected */

/** A first line that is asked for, up to the figures. */
const SUBJECT =
  /^[>\s]*RESULT: <CLEAN\|FINDINGS\|PARTIAL\|ERROR>( \| Type: [a-z][a-z0-9-]* \| (?!Findings)[^|<>]+)\|/gm;

/** How each instruction is known again. The name of the type is in the first line that a reply is to have. */
const LINE = /^[>\s]*RESULT: <CLEAN\|FINDINGS\|PARTIAL\|ERROR> \| Type: ([a-z][a-z0-9-]*) \|/gm;
const RETURN = /^[>\s]*Reply with one JSON object and nothing else\b.*\bReturn format v1:/m;
const REFINEMENTS = /^[>\s]*Ask what is still open\. Reply with refinements in this form\b/m;

/**
 * The type that a prompt asks for, by the instruction in it: the last one, where it holds several.
 * @param {string} prompt
 * @returns {Expected | undefined}
 */
export function askedIn(prompt) {
  const type = [...prompt.matchAll(LINE)].at(-1)?.[1];
  if (type !== undefined) return type;
  if (RETURN.test(prompt)) return "return";
  return REFINEMENTS.test(prompt) ? "refinements" : undefined;
}

/**
 * The first line that a prompt asks for, as one that found nothing would write it: it names the unit. Undefined where that is
 * left to the agent.
 * @param {string} prompt
 */
export function lineAskedIn(prompt) {
  const subject = [...prompt.matchAll(SUBJECT)].at(-1)?.[1];
  return subject === undefined ? undefined : `RESULT: CLEAN${subject}`;
}
