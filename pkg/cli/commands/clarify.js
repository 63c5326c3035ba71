/** `reconvene clarify`: the mechanical work on clarifications and decisions. */
import { isUtf8 } from "node:buffer";
import { existsSync, writeFileSync } from "node:fs";
import { clarifications, ReconveneError } from "../../node.js";
import { readReplies } from "../input.js";
import { Misuse, reason, suggestion } from "../misuse.js";
import { bytesIn, keepInputs, oneOf } from "../options.js";
import { escaped, say, write } from "../terminal.js";

/** @typedef {import("../options.js").Values} Values */
/** @typedef {{ path: string, text: string, isWhole: boolean }} File */
/** @typedef {ReturnType<typeof clarifications.parse>} Document */
/** @typedef {Document["sections"][number]["questions"][number]} Question */

const HELP = `Usage: reconvene clarify ACTION [OPTIONS] FILES…

Works on clarifications.md (questions that agents ask and people answer) and decisions.md (decisions drafted from the
answers).

Actions:
  parse FILE…                     Print a document as JSON; with --decisions, a document of decisions
  format FILE…                    Print the document in the canonical format
  evaluate FILE                   Print answer-evaluation.json: which answers are clear, vague or missing
  autofill FILE…                  Fill empty answers with the recommendations, marked as such
  plan FILE                       Print which agents to ask for refinements, as JSON
  consolidate FILE REPLIES…       Put refinements of agents below their questions
  draft FILE                      Draft decisions.md from the clear answers
  merge DECISIONS CLARIFICATIONS  Update the drafts after refinements were answered; if DECISIONS does not
                                  exist, a new document is started (with --write, the file is created)
  trace CLARIFICATIONS [DECISIONS]  Show where everything came from, and where it went

\`-\` is standard input.

Options:
  --write                 format, autofill, consolidate, merge: write into the file itself
  --check                 format, autofill: change nothing; exit with 1 if a file would change
  --decisions             parse: the documents hold decisions
  --contradictions FILE   consolidate, draft: a JSON list of {"questions": ["Q2", "Q12"], "title": …, "note": …}
  --evaluation FILE       plan, consolidate, draft: verdicts that override the rules
  --contradicted IDS      merge: decisions that new answers contradict, such as D1,D4
  --format json|mermaid   trace: a list, or a graph (default: json)
  --out FILE              Write to a file instead of standard output
  --help                  This help

Exit codes: 0 done, 1 a file would be changed (--check), or something named does not exist (reported and skipped),
2 misuse, or a file that cannot be read.
`;

/** What each action does, how many documents it takes, and its options. */
const ACTIONS = {
  parse: { run: parse, files: [1, Number.POSITIVE_INFINITY], options: ["decisions", "out"] },
  format: { run: rewrite, files: [1, Number.POSITIVE_INFINITY], options: ["write", "check", "out"] },
  evaluate: { run: evaluate, files: [1, 1], options: ["out"] },
  autofill: { run: rewrite, files: [1, Number.POSITIVE_INFINITY], options: ["write", "check", "out"] },
  plan: { run: plan, files: [1, 1], options: ["evaluation", "out"] },
  consolidate: {
    run: consolidate,
    files: [2, Number.POSITIVE_INFINITY],
    options: ["contradictions", "evaluation", "write", "out"],
  },
  draft: { run: draft, files: [1, 1], options: ["contradictions", "evaluation", "out"] },
  merge: { run: merge, files: [2, 2], options: ["contradicted", "write", "out"] },
  trace: { run: trace, files: [1, 2], options: ["format", "out"] },
};

/** @typedef {keyof typeof ACTIONS} Action */

/** @type {import("../options.js").Command} */
export const clarify = {
  run,
  help: HELP,
  options: {
    write: { type: "boolean" },
    check: { type: "boolean" },
    decisions: { type: "boolean" },
    contradictions: { type: "string" },
    evaluation: { type: "string" },
    contradicted: { type: "string" },
    format: { type: "string" },
    out: { type: "string" },
  },
};

/**
 * @param {Values} values
 * @param {string[]} words
 */
async function run(values, [name, ...paths]) {
  const names = /** @type {Action[]} */ (Object.keys(ACTIONS));
  if (name === undefined) throw new Misuse(`Name an action: ${names.join(", ")}.`);
  const action = names.find((known) => known === name);
  if (action === undefined) {
    throw new Misuse(`Unknown action ${name}. The actions are ${names.join(", ")}.${suggestion(name, names)}`);
  }
  const { run, files, options } = ACTIONS[action];
  const [least = 0, most = 0] = files;
  for (const option of Object.keys(values)) {
    if (!options.includes(option)) throw new Misuse(`clarify ${action} takes no --${option}.`);
  }
  if (paths.length < least) throw new Misuse(`clarify ${action} needs ${most === 1 ? "a file" : "more files"}.`);
  if (paths.length > most) throw new Misuse(`clarify ${action} takes ${most === 1 ? "one file" : `${most} files`}.`);
  if (values.write && values.out !== undefined) throw new Misuse("Use either --write or --out, not both.");
  if (values.check && values.out !== undefined) throw new Misuse("Use either --check or --out, not both.");
  if (values.write && values.check) throw new Misuse("Use either --write or --check, not both.");
  keepInputs("--out", values.out, paths);
  return run(paths, values, action);
}

/**
 * @param {string} path
 * @param {boolean} [mayBeMissing] A file that is not there is one that is empty.
 * @returns {File}
 */
function read(path, mayBeMissing = false) {
  let bytes;
  try {
    bytes = bytesIn(path);
  } catch (/** @type {any} */ error) {
    if (mayBeMissing && error.code === "ENOENT") return { path, text: "", isWhole: true };
    throw new Misuse(`${path} cannot be read: ${reason(error)}.`);
  }
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { path, text, isWhole: isUtf8(bytes) };
}

/**
 * Refuses to write into what would be lost by it.
 * @param {File} file
 */
function keep({ path, text, isWhole }) {
  if (path === "-") throw new Misuse("Standard input cannot be changed. Leave out --write.");
  if (!isWhole) throw new Misuse(`${path} was not changed: it is not valid UTF-8.`);
  if (/^\ufeff?\s*\{/.test(text)) {
    throw new Misuse(`${path} is JSON, but the output is Markdown. Use --out with another file.`);
  }
}

/**
 * @param {File} file
 * @param {string} text
 */
function writeBack(file, text) {
  const { path } = file;
  keep(file);
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new Misuse(`${path} cannot be written: ${reason(error)}.`);
  }
}

/**
 * A list or an object of a file, in the form that the core checks.
 * @param {string | undefined} path
 */
function json(path) {
  if (path === undefined) return undefined;
  const { text } = read(path);
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (/** @type {any} */ error) {
    throw new Misuse(`${path} is not valid JSON (${error.message}).`);
  }
}

/**
 * @param {unknown} value
 * @param {string | undefined} out
 */
const print = (value, out) => write(`${escaped(JSON.stringify(value, null, 2))}\n`, out);

/**
 * What is odd about a document, for a person.
 * @param {string} path
 * @param {import("../../reconvene.js").Diagnostic[]} diagnostics
 */
function tell(path, diagnostics) {
  for (const { level, message, span } of diagnostics) {
    say(`${path}${span ? `:${span.line}` : ""}: ${level}: ${message}`);
  }
}

/**
 * Tells of a document that holds nothing of what it should: two files may be swapped. Gives whether it is so.
 * @param {string} path
 * @param {import("../../reconvene.js").Diagnostic[]} diagnostics
 */
function isOther(path, diagnostics) {
  const said = diagnostics.filter(({ code }) => code === "no-questions" || code === "no-decisions");
  tell(path, said);
  return said.length > 0;
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function parse(paths, { decisions, out }) {
  const reader = decisions ? clarifications.parseDecisions : clarifications.parse;
  const documents = paths.map((path) => ({ path, document: reader(read(path).text) }));
  for (const { path, document } of documents) tell(path, document.diagnostics);
  const said = documents.map(({ document }) => document);
  await print(said.length === 1 ? said[0] : said, out);
  return 0;
}

/**
 * `format` and `autofill`: the same document, changed.
 * @param {string[]} paths
 * @param {Values} values
 * @param {Action} action
 */
async function rewrite(paths, values, action) {
  const made = (/** @type {string} */ text) =>
    action === "format" ? clarifications.format(text) : clarifications.autofill(text).markdown;
  const files = paths.map((path) => read(path)).map((file) => ({ file, text: made(file.text) }));
  const changed = files.filter(({ file, text }) => text !== file.text);
  if (values.check) {
    for (const { file } of changed) say(`${file.path} would be changed.`);
    return changed.length > 0 ? 1 : 0;
  }
  if (values.write) {
    for (const { file } of changed) keep(file);
    for (const { file, text } of changed) {
      writeBack(file, text);
      say(`${file.path} was changed.`);
    }
    return 0;
  }
  if (files.length > 1) throw new Misuse(`With several files, use --write or --check.`);
  for (const { text } of files) await write(text, values.out);
  return 0;
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function evaluate([path = ""], { out }) {
  await print(clarifications.evaluate(read(path).text), out);
  return 0;
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function plan([path = ""], values) {
  const { text } = read(path);
  const { evaluation, code } = known(path, clarifications.parse(text), asked(values));
  await print(
    named(values, () => clarifications.plan(text, evaluation)),
    values.out,
  );
  return code;
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function consolidate([path = "", ...replyPaths], values) {
  const file = read(path);
  const { replies, complete } = await readReplies(replyPaths, [path, values.out], { out: values.out });
  const result = named(values, () => clarifications.consolidate(file.text, replies, asked(values)));
  tell(path, result.diagnostics);
  say(result.added.length === 0 ? "Nothing was added." : `Added: ${result.added.join(", ")}.`);
  if (values.write) writeBack(file, result.markdown);
  else await write(result.markdown, values.out);
  if (!complete) return 2;
  return result.diagnostics.some(({ code }) => code === "unknown-parent" || code === "unknown-question") ? 1 : 0;
}

/** @param {Values} values */
const asked = ({ contradictions, evaluation }) => ({
  contradictions: json(contradictions),
  evaluation: json(evaluation),
});

/** An id as the core compares it: `q01` is `Q1`. @type {(id: unknown) => string} */
const same = (id) =>
  String(id)
    .trim()
    .toUpperCase()
    .replace(/\d+/g, (digits) => String(Number(digits)));

/** @type {(question: Question) => Question[]} */
const withRefinements = (question) => [question, ...question.refinements.flatMap(withRefinements)];

/** @type {(document: Document) => Question[]} */
const questionsOf = ({ sections }) => sections.flatMap(({ questions }) => questions.flatMap(withRefinements));

/**
 * What is asked, without the questions that the document has not: they are told of.
 * @param {string} path
 * @param {Document} document
 * @param {{ contradictions?: any, evaluation?: any }} asked As they stand in their files.
 */
function known(path, document, { contradictions, evaluation }) {
  const ids = new Set(questionsOf(document).map(({ id }) => same(id)));
  let code = 0;
  const isKnown = (/** @type {string} */ what) => (/** @type {unknown} */ id) => {
    if (typeof id !== "string" || ids.has(same(id))) return true;
    say(`${path}: warning: ${what} names ${JSON.stringify(id)}, which does not exist.`);
    code = 1;
    return false;
  };
  const [inContradiction, inEvaluation] = [isKnown("A contradiction"), isKnown("The evaluation")];
  if (Array.isArray(contradictions)) {
    contradictions = contradictions.map((one) =>
      Array.isArray(one?.questions) ? { ...one, questions: one.questions.filter(inContradiction) } : one,
    );
  }
  if (Array.isArray(evaluation?.per_question)) {
    const judged = evaluation.per_question.filter((/** @type {any} */ one) => inEvaluation(one?.question_id));
    evaluation = { ...evaluation, per_question: judged };
  }
  return { contradictions, evaluation, code };
}

/**
 * Says of what the core refuses which file it stands in.
 * @template T
 * @param {Values} values
 * @param {() => T} run
 */
function named(values, run) {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof ReconveneError)) throw error;
    const message = error.message.replace(/`(?:options\.)?(contradictions|evaluation)`/, (_, option) => values[option]);
    throw new Misuse(message);
  }
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function draft([path = ""], values) {
  const { text } = read(path);
  const document = clarifications.parse(text);
  const { contradictions, evaluation, code } = known(path, document, asked(values));
  isOther(path, document.diagnostics);
  const drafted = named(values, () => clarifications.draft(text, { contradictions, evaluation }));
  const judged = [...clarifications.evaluate(text).per_question, ...(evaluation?.per_question ?? [])];
  const verdicts = new Map(judged.map(({ question_id, verdict }) => [same(question_id), verdict]));
  for (const { id, mustAnswer, span } of questionsOf(document)) {
    if (!mustAnswer || verdicts.get(same(id)) !== "vague") continue;
    say(`${path}:${span.line}: warning: ${id} must be answered, but its answer is vague, so no decision is drafted.`);
  }
  await write(drafted, values.out);
  return code;
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function merge([decisions = "", path = ""], { contradicted, write: inPlace, out }) {
  const file = read(decisions, true);
  const isNew = decisions !== "-" && !existsSync(decisions);
  const ids = (contradicted ?? "").split(",").flatMap((/** @type {string} */ id) => id.trim() || []);
  const { text } = read(path);
  // Nothing is decided yet in a file that is empty.
  const isBlank = file.text.trim() === "";
  const others = [
    !isBlank && isOther(decisions, clarifications.parseDecisions(file.text).diagnostics),
    isOther(path, clarifications.parse(text).diagnostics),
  ];
  if (inPlace && others.includes(true)) {
    throw new Misuse("merge takes the decisions first, then the clarifications. Nothing was written.");
  }
  const { markdown, changes } = clarifications.merge(file.text, text, { contradicted: ids });
  if (isNew) say(`${decisions} does not exist: ${inPlace ? "it is created" : "a new one is started"}.`);
  for (const { decision, from, to, because } of changes) {
    say(`${decision}: ${from === null || from === to ? to : `${from} → ${to}`}. ${because}`);
  }
  if (inPlace) writeBack(file, markdown);
  else await write(markdown, out);
  return changes.some(({ to }) => to === "missing") ? 1 : 0;
}

/**
 * @param {string[]} paths
 * @param {Values} values
 */
async function trace([path = "", decisions], { format = "json", out }) {
  const shape = oneOf("--format", format, ["json", "mermaid"]);
  const [questions, decided] = [read(path).text, decisions === undefined ? undefined : read(decisions).text];
  const entries = clarifications.trace(questions, decided);
  for (const { id, orphan } of entries) if (orphan) say(`${id} has no source.`);
  if (shape === "mermaid") await write(clarifications.graph(questions, decided), out);
  else await print(entries, out);
  return 0;
}
