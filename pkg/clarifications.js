/** Clarifications and decisions: the functions of the namespace `clarifications`. */
import { call } from "./boundary.js";
import * as core from "./generated/reconvene.js";
import * as plain from "./plain.js";

/** @typedef {typeof import("./reconvene.js").clarifications} Contract */

/** @type {Contract["parse"]} */
export const parse = (markdown) => call(core.clarifyParse, () => [plain.text(markdown, "markdown")]);

/** @type {Contract["format"]} */
export const format = (markdown) => call(core.clarifyFormat, () => [plain.text(markdown, "markdown")]);

/** @type {Contract["evaluate"]} */
export const evaluate = (markdown) => call(core.clarifyEvaluate, () => [plain.text(markdown, "markdown")]);

/** @type {Contract["autofill"]} */
export const autofill = (markdown) => call(core.clarifyAutofill, () => [plain.text(markdown, "markdown")]);

/** @type {Contract["answer"]} */
export const answer = (markdown, answers) =>
  call(core.clarifyAnswer, () => [plain.text(markdown, "markdown"), plain.variables(answers, "answers")]);

/** @type {Contract["plan"]} */
export const plan = (markdown, evaluation) =>
  call(core.clarifyPlan, () => [plain.text(markdown, "markdown"), plain.evaluation(evaluation, "evaluation")]);

/** @type {Contract["consolidate"]} */
export const consolidate = (markdown, replies, options) =>
  call(core.clarifyConsolidate, () => [
    plain.text(markdown, "markdown"),
    plain.replies(replies, "replies"),
    plain.clarifyOptions(options, "options"),
  ]);

/** @type {Contract["draft"]} */
export const draft = (markdown, options) =>
  call(core.clarifyDraft, () => [plain.text(markdown, "markdown"), plain.clarifyOptions(options, "options")]);

/** @type {Contract["parseDecisions"]} */
export const parseDecisions = (markdown) => call(core.clarifyParseDecisions, () => [plain.text(markdown, "markdown")]);

/** @type {Contract["merge"]} */
export const merge = (decisions, clarifications, options) =>
  call(core.clarifyMerge, () => [
    plain.text(decisions, "decisions"),
    plain.text(clarifications, "clarifications"),
    plain.mergeOptions(options, "options"),
  ]);

/** @type {Contract["trace"]} */
export const trace = (clarifications, decisions) =>
  call(core.clarifyTrace, () => [plain.text(clarifications, "clarifications"), plain.text(decisions, "decisions")]);

/** @type {Contract["graph"]} */
export const graph = (clarifications, decisions) =>
  call(core.clarifyGraph, () => [plain.text(clarifications, "clarifications"), plain.text(decisions, "decisions")]);
