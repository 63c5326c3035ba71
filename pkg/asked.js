/** What a prompt asks for: it holds one of our instructions, or none. */
import { call } from "./boundary.js";
import * as core from "./generated/reconvene.js";

/** @typedef {import("./reconvene.js").Expected} Expected */

/** A first line that is asked for, up to the figures. */
const SUBJECT =
  /^[>\s]*RESULT: <CLEAN\|FINDINGS\|PARTIAL\|ERROR>( \| Type: [a-z][a-z0-9-]* \| (?!Findings)[^|<>]+)\|/gm;

/**
 * The type that a prompt asks for, by the instruction in it: the last one, where it holds several.
 * @param {string} prompt
 * @returns {Expected | undefined}
 */
export const askedIn = (prompt) => call(core.askedIn, () => [prompt]);

/**
 * The first line that a prompt asks for, as one that found nothing would write it: it names the unit. Undefined where that is
 * left to the agent.
 * @param {string} prompt
 */
export function lineAskedIn(prompt) {
  const subject = [...prompt.matchAll(SUBJECT)].at(-1)?.[1];
  return subject === undefined ? undefined : `RESULT: CLEAN${subject}`;
}
