/**
 * The results of other tools, read as replies: SARIF, the Reviewdog Diagnostic Format, GitLab's Code Quality. Each becomes a
 * JSON return, whose findings the core reads like any other's.
 */
import { DISCUSSION, placeText, UNTYPED } from "./issues.js";
import { OWN } from "./sarif.js";

/** @typedef {Record<string, any>} Json An object as it came: nothing in it is known to be there. */
/** @typedef {{ entries: { text: string, agent?: string }[], alone: boolean, bad: string[] }} Held */

/** @param {unknown} value @returns {value is Json} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {Json} */
const objectOf = (value) => (isObject(value) ? value : {});
/** @param {unknown} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);
/** @param {unknown} value @returns {string | undefined} */
const textOf = (value) => (typeof value === "string" && value.trim() !== "" ? value : undefined);

/**
 * What a table says of a word, and nothing that every object has.
 * @param {Record<string, string>} table
 * @param {any} word
 */
const said = (table, word) => (isPlain(word) && Object.hasOwn(table, word) ? table[word] : undefined);

/** Whether a value is a text or a number: others may not even become a text. @param {unknown} value @returns {value is string | number} */
const isPlain = (value) => typeof value === "string" || typeof value === "number";

/** @param {unknown} list @param {unknown} index */
const entryOf = (list, index) => (typeof index === "number" ? listOf(list)[index] : undefined);

/**
 * The replies that the output of a tool is; null where a value is none that is known.
 * @param {unknown} value
 * @returns {Held | null}
 */
export function repliesOfTool(value) {
  if (isSarif(value)) return ofSarif(value);
  if (isRdjson(value)) return ofRdjson(value);
  return isGitlab(value) ? ofGitlab(value) : null;
}

/** @param {unknown} value @returns {value is Json} */
const isSarif = (value) =>
  isObject(value) &&
  Array.isArray(value.runs) &&
  value.runs.some((run) => isObject(objectOf(objectOf(run).tool).driver));

/** @param {unknown} value @returns {value is Json} */
function isRdjson(value) {
  if (!isObject(value) || !Array.isArray(value.diagnostics)) return false;
  const { diagnostics, source } = value;
  if (diagnostics.length === 0) return textOf(objectOf(source).name) !== undefined;
  return diagnostics.some(
    (one) => textOf(objectOf(one).message) && isObject(one.location) && !Array.isArray(one.locations),
  );
}

/** @param {unknown} value @returns {value is Json[]} */
const isGitlab = (value) => {
  const isEntry = (/** @type {unknown} */ entry) => {
    const { description, fingerprint, location } = objectOf(entry);
    return textOf(description) && textOf(fingerprint) && textOf(objectOf(location).path);
  };
  return Array.isArray(value) && value.some(isEntry);
};

/**
 * One reply, as a JSON return.
 * @param {string | undefined} agent
 * @param {Json[]} findings
 * @param {string[]} failures Why it is incomplete.
 */
function reply(agent, findings, failures = []) {
  const status = failures.length > 0 ? "partial" : "completed";
  const errors = failures.map((message) => ({ type: "tool", message, recoverable: true }));
  const none = findings.length === 0 && errors.length === 0;
  const summary = none ? `${agent ?? "The tool"} reports no findings.` : undefined;
  const text = JSON.stringify({ status, summary, findings, ...(errors.length > 0 && { errors }) }, null, 1);
  return { text, ...(agent !== undefined && { agent }) };
}

/**
 * A finding with a text, which the core asks of it; without what is not said.
 * @param {Json} parts
 */
function finding({ description, title, type, ...rest }) {
  const text = description ?? title ?? type;
  const parts = { ...rest, type, title, description: text };
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

/**
 * Those of a list that can be read; the others are named, and counted as a failure.
 * @param {unknown} list
 * @param {string} what
 * @param {string[]} bad
 * @param {(one: Json) => Json | null | undefined} read Nothing for what is no finding; null for what cannot be read.
 * @param {string} [before] What stands before its name.
 */
function findingsOf(list, what, bad, read, before = "") {
  const all = listOf(list);
  let lost = 0;
  const findings = all.flatMap((one, index) => {
    const found = isObject(one) ? attempt(read, one) : null;
    if (found === null) {
      bad.push(`${before}${what} ${index + 1} contains nothing that can be read as a finding`);
      lost += 1;
    }
    return found ? [found] : [];
  });
  const plural = what === "entry" ? "entries" : `${what}s`;
  const failures = lost > 0 ? [`${lost} of ${all.length} ${all.length === 1 ? what : plural} could not be read`] : [];
  return { findings, failures };
}

/**
 * What is read of one value; null where that fails, of one that is nested too deeply, say.
 * @param {(one: Json) => Json | null | undefined} read
 * @param {Json} one
 */
function attempt(read, one) {
  try {
    return read(one);
  } catch {
    return null;
  }
}

// ───────────────────────────── SARIF

/** @param {Json} log */
function ofSarif({ runs }) {
  /** @type {string[]} */
  const bad = [];
  const entries = listOf(runs).flatMap((run, index) => {
    const driver = objectOf(objectOf(objectOf(run).tool).driver);
    const name = textOf(driver.name);
    const unnamed = name === undefined ? [`run ${index + 1} does not name its tool (\`tool.driver.name\`)`] : [];
    bad.push(...unnamed);
    const { results } = objectOf(run);
    const before = runs.length > 1 ? `run ${index + 1}, ` : "";
    const { findings, failures } = findingsOf(results, "result", bad, (result) => ofResult(result, run), before);
    return [reply(name, findings, [...unnamed, ...failuresOf(objectOf(run)), ...failures])];
  });
  return { entries, alone: false, bad };
}

/**
 * Why a run is incomplete; empty where it is not.
 * @param {Json} run
 */
function failuresOf(run) {
  const invocations = listOf(run.invocations).map(objectOf);
  const notices = invocations.flatMap(({ toolExecutionNotifications, toolConfigurationNotifications }) => [
    ...listOf(toolExecutionNotifications),
    ...listOf(toolConfigurationNotifications),
  ]);
  const failed = invocations.some(({ executionSuccessful }) => (executionSuccessful ?? true) !== true);
  // A tool that succeeded may warn of much that takes nothing from its results.
  const serious = notices.map(objectOf).filter(({ level }) => level === "error" || (failed && level !== "note"));
  const told = serious.map(({ message }) => messageText(objectOf(message), {})).filter((text) => text !== undefined);
  if (!Array.isArray(run.results)) told.push("the run has no list of results");
  return told.length === 0 && failed ? ["the tool did not finish"] : told;
}

/** The words of severity by how high GitHub ranks a score. @type {[number, string][]} */
const RANKS = [
  [9, "critical"],
  [7, "major"],
  [0.1, "minor"],
];

/** @type {Record<string, string>} */
const OF_LEVEL = { error: "major", warning: "minor", note: "advisory", none: "advisory" };

/**
 * @param {Json} result
 * @param {Json} run
 */
function ofResult(result, run) {
  if (result.kind === "pass" || result.kind === "notApplicable") return undefined;
  const rule = ruleOf(result, run);
  const own = objectOf(objectOf(result.properties)[OWN]);
  const text = messageText(objectOf(result.message), rule);
  // Words are read as they were the first time: "Missing test" is the type "Missing", which alone would be another.
  const stated = textOf(own.statedType) ?? textOf(own.type);
  const type = own.type === null ? undefined : (stated ?? textOf(result.ruleId) ?? textOf(rule.id));
  const description = textOf(own.description) ?? text ?? textOf(objectOf(rule.shortDescription).text);
  if (description === undefined && type === undefined) return null;
  const [places, related] = [placesOf(result.locations, run), placesOf(result.relatedLocations, run)];
  // Ours says itself where it is: what stands in its locations may be the place of another member, or the reply.
  const isOwn = own.location !== undefined;
  const beside = isOwn && own.location === null && own.placed === true ? [...places, ...related] : related;
  const { [OWN]: _, agents, units: __, ...others } = objectOf(result.properties);
  return finding({
    id: textOf(own.id),
    severity: textOf(own.severity) ?? severityOf(result, rule),
    type,
    location: isOwn ? (locationOf(own.location) ?? null) : written(places),
    counterLocation: locationOf(own.counterLocation),
    title: textOf(own.title),
    description,
    suggestion: textOf(own.suggestion) ?? fixes(result.fixes, run) ?? (isOwn ? null : undefined),
    [DISCUSSION]: textOf(own[DISCUSSION]),
    state: isSettled(result) ? "resolved" : undefined,
    confidence: textOf(own.confidence),
    related: written(beside),
    agents: listOf(agents).filter(textOf).join("; ") || undefined,
    help: textOf(rule.helpUri),
    properties: Object.keys(others).length > 0 ? JSON.stringify(others) : undefined,
  });
}

/**
 * @param {Json} result
 * @param {Json} run
 * @returns {Json}
 */
function ruleOf({ ruleId, ruleIndex, rule }, run) {
  const { index = ruleIndex, id = ruleId, toolComponent } = objectOf(rule);
  const { driver, extensions } = objectOf(run.tool);
  const component = entryOf(extensions, objectOf(toolComponent).index) ?? driver;
  const rules = listOf(objectOf(component).rules);
  return objectOf(entryOf(rules, index) ?? byId(rules).get(id) ?? { id: textOf(id) });
}

/** Rules by their ids, for each list once: every result looks for one. @type {WeakMap<unknown[], Map<unknown, unknown>>} */
const RULES = new WeakMap();

/** @param {unknown[]} rules */
function byId(rules) {
  const known = RULES.get(rules);
  if (known) return known;
  const found = new Map(rules.map((rule) => /** @type {const} */ ([textOf(objectOf(rule).id), rule])).reverse());
  found.delete(undefined);
  RULES.set(rules, found);
  return found;
}

/**
 * @param {Json} result
 * @param {Json} rule
 */
function severityOf({ level, properties, kind }, rule) {
  const scores = [objectOf(properties), objectOf(rule.properties)].map((bag) => {
    const { "security-severity": given } = bag;
    return isPlain(given) ? Number(given) : 0;
  });
  const score = scores.find((one) => one > 0);
  const [, ranked] = RANKS.find(([least]) => score !== undefined && score >= least) ?? [];
  const stated = textOf(level) ?? textOf(objectOf(rule.defaultConfiguration).level) ?? "warning";
  return ranked ?? (kind === "informational" ? "advisory" : (said(OF_LEVEL, stated) ?? stated));
}

/**
 * The text of a message, which may stand with its rule, with its arguments in their places.
 * @param {Json} message
 * @param {Json} rule
 */
function messageText({ text, markdown, id, arguments: given }, rule) {
  const strings = objectOf(isPlain(id) ? objectOf(rule.messageStrings)[id] : undefined);
  const found = textOf(text) ?? textOf(markdown) ?? textOf(strings.text);
  const values = listOf(given).map((value) => (isPlain(value) ? value : undefined));
  return found
    ?.replace(/\{\{|\}\}|\{(\d+)\}/g, (mark, at) => (at === undefined ? mark.slice(1) : `${values[at] ?? mark}`))
    .replace(/\\([[\]])/g, "$1");
}

/** Whether somebody decided against a result, or it is gone. @param {Json} result */
function isSettled({ suppressions, baselineState }) {
  const states = listOf(suppressions).map((one) => objectOf(one).status ?? "accepted");
  return baselineState === "absent" || (states.length > 0 && states.every((state) => state === "accepted"));
}

/**
 * A location of ours: as it was written, where that says which document is meant; else so that the same places are read.
 * @param {unknown} location
 */
function locationOf(location) {
  const { text, places } = objectOf(location);
  const named = listOf(places)
    .map(objectOf)
    .map(({ document = null, section = null, lines = null }) => ({ document, section, lines }));
  const documents = new Set(named.flatMap(({ document }) => (typeof document === "string" ? [document] : [])));
  if (textOf(text) === undefined) return written(named);
  if ([...documents].every((document) => text.includes(document))) return text;
  const [document = ""] = documents;
  // `README line 4` and `src/\_\_init\_\_.py` name their document in other letters than the place that was read.
  const [name = ""] = document.split("/").slice(-1);
  const names = text
    .replaceAll("\\", "")
    .toLowerCase()
    .includes(name.replace(/\.\w+$/, "").toLowerCase());
  return !names && documents.size === 1 && named.every((place) => place.document === document)
    ? `${document}, ${text}`
    : written(named);
}

/** @param {import("../reconvene.js").Place[]} places */
function written(places) {
  const texts = places.map(readablePlace).filter((text) => text !== "");
  return texts.length > 0 ? texts.join("; ") : undefined;
}

/**
 * A place as the core reads it back: a section that is more than a number stands in quotes.
 * @param {import("../reconvene.js").Place} place
 */
function readablePlace({ document, section, lines }) {
  if (section === null || /^[\d.]+$|"/.test(section)) return placeText({ document, section, lines });
  const span = placeText({ document: null, section: null, lines });
  return [document === null ? `"${section}"` : `${document} "${section}"`, span]
    .filter((text) => text !== "")
    .join(", ");
}

/**
 * @param {unknown} locations
 * @param {Json} run
 * @returns {import("../reconvene.js").Place[]}
 */
function placesOf(locations, run) {
  return listOf(locations).map((location) => {
    const { physicalLocation, logicalLocations } = objectOf(location);
    const { artifactLocation, region } = objectOf(physicalLocation);
    const sections = listOf(logicalLocations)
      .map(objectOf)
      .filter(({ kind }) => kind === "section");
    return {
      document: pathOf(objectOf(artifactLocation), run) ?? null,
      section: textOf(sections[0]?.name) ?? null,
      lines: linesOf(objectOf(region).startLine, objectOf(region).endLine),
    };
  });
}

/**
 * @param {Json} artifact
 * @param {Json} run
 */
function pathOf({ uri, index }, run) {
  const found = textOf(uri) ?? textOf(objectOf(objectOf(entryOf(run.artifacts, index)).location).uri);
  const path = found?.replace(/^file:\/\/(?=\/)/, "").replace(/^\/(?=[a-z]:\/)/i, "");
  try {
    return path && !/^https?:/.test(path) ? decodeURIComponent(path) : path;
  } catch {
    // Not every tool encodes what it writes.
    return path;
  }
}

/**
 * @param {unknown} start
 * @param {unknown} end
 * @returns {[number, number] | null}
 */
function linesOf(start, end) {
  if (typeof start !== "number" || !Number.isSafeInteger(start) || start < 1) return null;
  return [start, typeof end === "number" && Number.isSafeInteger(end) && end > start ? end : start];
}

/**
 * What a tool would change, in words.
 * @param {unknown} list
 * @param {Json} run
 */
function fixes(list, run) {
  const told = listOf(list)
    .map(objectOf)
    .map(({ description, artifactChanges }) => {
      const changes = listOf(artifactChanges)
        .map(objectOf)
        .flatMap(({ artifactLocation, replacements }) =>
          listOf(replacements)
            .map(objectOf)
            .map(({ deletedRegion, insertedContent }) => {
              const { startLine, endLine } = objectOf(deletedRegion);
              const place = { document: pathOf(objectOf(artifactLocation), run) ?? null, section: null };
              return change(
                placeText({ ...place, lines: linesOf(startLine, endLine) }),
                objectOf(insertedContent).text,
              );
            }),
        );
      return [messageText(objectOf(description), {}), ...changes].filter((text) => text !== undefined).join("\n");
    });
  return told.filter((text) => text !== "").join("\n\n") || undefined;
}

/**
 * @param {string} where
 * @param {unknown} text
 */
function change(where, text) {
  const at = where === "" ? "" : ` at ${where}`;
  return textOf(text) ? `Write${at}: ${text}` : `Delete${at || " it"}.`;
}

// ───────────────────────────── Reviewdog

/** @type {Record<string, string>} */
const OF_RDJSON = { ERROR: "major", WARNING: "minor", INFO: "advisory", 1: "major", 2: "minor", 3: "advisory" };

/** Our own say how severe they are before anything else. */
const RANKED = /^(critical|major|minor|advisory): /;

/** @param {Json} result */
function ofRdjson({ diagnostics, source, severity: overall }) {
  /** @type {string[]} */
  const bad = [];
  const name = textOf(objectOf(source).name);
  const { findings, failures } = findingsOf(
    diagnostics,
    "diagnostic",
    bad,
    ({ message, location, severity, code, ...more }) => {
      const text = textOf(message);
      if (text === undefined) return null;
      const [, own] = (name === OWN && RANKED.exec(text)) || [];
      const word = severity ?? overall;
      const related = listOf(more.related_locations).map((one) => ofRange(objectOf(one).location));
      return finding({
        severity: own ?? said(OF_RDJSON, word) ?? textOf(word) ?? "minor",
        type: textOf(objectOf(code).value),
        location: written([ofRange(location)]),
        description: own ? text.replace(RANKED, "") : text,
        suggestion: suggestions(more.suggestions),
        related: written(related),
        help: textOf(objectOf(code).url),
        tool: textOf(objectOf(more.source).name),
      });
    },
  );
  return { entries: [reply(name, findings, failures)], alone: true, bad };
}

/**
 * @param {unknown} location
 * @returns {import("../reconvene.js").Place}
 */
function ofRange(location) {
  const { path, range } = objectOf(location);
  const [start, end] = [objectOf(objectOf(range).start), objectOf(objectOf(range).end)];
  // An end in the first column of a line is the end of the line before.
  const [first, last] = linesOf(start.line, end.line) ?? [];
  const lines = first !== undefined && last !== undefined && end.column === 1 && last > first ? last - 1 : last;
  return { document: textOf(path) ?? null, section: null, lines: linesOf(first, lines) };
}

/** @param {unknown} list */
function suggestions(list) {
  const told = listOf(list)
    .map(objectOf)
    .map(({ range, text }) => change(placeText(ofRange({ range })), text));
  return told.join("\n") || undefined;
}

// ───────────────────────────── GitLab

/** @type {Record<string, string>} */
const OF_GITLAB = { blocker: "critical", critical: "critical", major: "major", minor: "minor", info: "advisory" };

/** @param {Json[]} list */
function ofGitlab(list) {
  /** @type {string[]} */
  const bad = [];
  const { findings, failures } = findingsOf(
    list,
    "entry",
    bad,
    ({ description, check_name, severity, location, content }) => {
      if (textOf(description) === undefined) return null;
      const { path, lines, positions } = objectOf(location);
      const [begin, end] = [objectOf(objectOf(positions).begin), objectOf(objectOf(positions).end)];
      const span = linesOf(objectOf(lines).begin ?? begin.line, objectOf(lines).end ?? end.line);
      return finding({
        severity: said(OF_GITLAB, severity) ?? textOf(severity) ?? "minor",
        type: check_name === UNTYPED ? undefined : textOf(check_name),
        location: written([{ document: textOf(path) ?? null, section: null, lines: span }]),
        description,
        help: textOf(objectOf(content).body),
      });
    },
  );
  return { entries: [reply(undefined, findings, failures)], alone: true, bad };
}
