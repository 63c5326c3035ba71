/** The functions of the package, over the glue that wasm-bindgen makes. A host's entry readies the module first. */
import { call } from "./boundary.js";
import { kindOf, ReconveneError } from "./error.js";
import { FORMATS, isOfTool, stepSummary, write } from "./formats.js";
import * as core from "./generated/reconvene.js";
import * as plain from "./plain.js";

export * as clarifications from "./clarifications.js";
export { failOn, membersOf } from "./conditions.js";
export { version } from "./generated/facts.js";
export { fromSettled } from "./settled.js";
export { ReconveneError };

/** @typedef {typeof import("./reconvene.js")} Contract */
/** @typedef {import("./reconvene.js").Reply} Reply */
/** @typedef {import("./reconvene.js").Collector["progress"]} Progress */

/** @type {Contract["parse"]} */
export const parse = (reply, options) =>
  call(core.parse, () => [plain.reply(reply, "reply"), plain.parseOptions(options, "options")]);

/** @type {Contract["check"]} */
export const check = (reply, options) =>
  call(core.check, () => [plain.reply(reply, "reply"), plain.checkOptions(options, "options")]);

/** @type {Contract["fix"]} */
export const fix = (reply, options) =>
  call(core.fix, () => [plain.reply(reply, "reply"), plain.typesOptions(options, "options")]);

/** @type {Contract["showDiagnostics"]} */
export const showDiagnostics = (diagnostics, text, options) =>
  call(core.showDiagnostics, () => [
    plain.diagnostics(diagnostics, "diagnostics"),
    plain.text(text, "text"),
    plain.showOptions(options, "options"),
  ]);

/** @type {Contract["codes"]} */
export const codes = () => call(core.codes, () => []);

/** @type {Contract["explain"]} */
export const explain = (code) => call(core.explain, () => [plain.scalar(code, "code")]);

/** @type {Contract["prompt"]} */
export const prompt = (type, variables, options) =>
  call(core.prompt, () => [
    plain.scalar(type, "type"),
    plain.variables(variables, "variables"),
    plain.typesOptions(options, "options"),
  ]);

/** @type {Contract["split"]} */
export const split = (text, options) =>
  call(core.split, () => [plain.scalar(text, "text"), plain.typesOptions(options, "options")]);

/** @type {Contract["aggregate"]} */
export const aggregate = (replies, options) =>
  call(core.aggregate, () => [plain.replies(replies, "replies"), plain.aggregateOptions(options, "options")]);

/** @type {Contract["render"]} */
export const render = (report, format, options) =>
  inFormat(format, options, (format, options) =>
    call(core.render, () => [plain.report(report, "report"), known(format), plain.renderOptions(options, "options")]),
  );

/** @type {Contract["report"]} */
export const report = (replies, format, options) =>
  inFormat(format, options, (format, options) =>
    call(core.report, () => [
      plain.replies(replies, "replies"),
      known(format),
      plain.reportOptions(options, "options"),
    ]),
  );

/**
 * What the core makes, in the format that was asked for: the formats of tools are made of the whole report, which is JSON.
 * @template {import("./reconvene.js").RenderOptions | undefined} Options
 * @param {import("./reconvene.js").Format} format
 * @param {Options} options
 * @param {(format: string, options: Options) => string} made
 */
function inFormat(format, options, made) {
  if (isOfTool(format)) return write(format, JSON.parse(made("json", options)));
  if (format !== "github-summary") return made(format, options);
  return stepSummary((budget) => made("markdown", budget === undefined ? options : { ...options, budget }));
}

/** @param {unknown} format */
function known(format) {
  const name = plain.scalar(format, "format");
  if (FORMATS.includes(name)) return name;
  const [last, ...others] = FORMATS.map((one) => `"${one}"`).reverse();
  const got = typeof name === "string" ? `"${name}"` : kindOf(name);
  const message = `\`format\` must be ${others.reverse().join(", ")} or ${last}, but is ${got}.`;
  throw new ReconveneError("bad-argument", message);
}

/** @type {Contract["plan"]} */
export const plan = (mode, input) => call(core.plan, () => [plain.scalar(mode, "mode"), plain.data(input, "input")]);

/** @type {Contract["retry"]} */
export const retry = (report, plan) =>
  call(core.retry, () => [plain.report(report, "report"), plain.plan(plan, "plan")]);

/** @type {Contract["agents"]} */
export const agents = (config) => call(core.agents, () => [plain.data(config, "config")]);

/** @type {Contract["configuration"]} */
export const configuration = (text) => call(core.configuration, () => [plain.scalar(text, "text")]);

/** @type {Contract["registeredTypes"]} */
export const registeredTypes = (text) => call(core.registeredTypes, () => [plain.scalar(text, "text")]);

/** @type {Contract["showPlan"]} */
export const showPlan = (plan) => call(core.showPlan, () => [plain.plan(plan, "plan")]);

/** @type {Contract["Collector"]} */
export class Collector {
  /** As the core wrote them: equal options are equal texts. */
  #optionsText;
  /** @type {Reply[]} */
  #replies = [];
  /** What the core has to know of replies to say how far the collection is, as items of a JSON list. */
  #receipts = /** @type {string[]} */ ([]);
  /** Replies of a state: reading them waits until somebody asks how far the collection is. @type {Reply[]} */
  #unread = [];
  /** @type {Progress | undefined} */
  #progress;
  /** What was expected, as JSON. @type {string | undefined} */
  #expected;
  /** The types that are registered, as options of the core. @type {object | undefined} */
  #types;

  /** @param {import("./reconvene.js").AggregateOptions} [options] */
  constructor(options) {
    this.#optionsText = call(core.optionsText, () => [plain.aggregateOptions(options, "options")]);
  }

  /** @param {Reply | string} reply */
  add(reply) {
    const [held, result, receipts] = call(
      (held, options) => {
        const [result, receipts] = core.receive(held, options);
        return [held, result, receipts];
      },
      () => [kept(plain.reply(reply, "reply")), this.#typesOption()],
    );
    this.#replies.push(held);
    this.#receipts.push(receipts);
    this.#progress = undefined;
    return result;
  }

  get progress() {
    for (let reply = this.#unread.at(-1); reply !== undefined; reply = this.#unread.at(-1)) {
      const given = reply;
      this.#receipts.push(call(core.receive, () => [given, this.#typesOption()])[1]);
      this.#unread.pop();
    }
    if (this.#expected === undefined) {
      const { expected, plan } = this.#options();
      this.#expected = JSON.stringify({ expected, plan });
    }
    const expected = this.#expected;
    this.#progress ??= /** @type {Progress} */ (call(core.progress, () => [`[${this.#receipts}]`, expected]));
    return structuredClone(this.#progress);
  }

  /** @param {Collector} other */
  merge(other) {
    if (typeof other !== "object" || other === null || !(#optionsText in other)) {
      throw new ReconveneError("bad-argument", "`other` must be a Collector.");
    }
    if (other.#optionsText !== this.#optionsText) {
      throw new ReconveneError(
        "bad-argument",
        "`other` has different options. Create both collectors with the same options.",
      );
    }
    append(this.#replies, other.#replies);
    append(this.#receipts, other.#receipts);
    append(this.#unread, other.#unread);
    this.#progress = undefined;
  }

  report() {
    return aggregate(this.#replies, this.#options());
  }

  toJSON() {
    const state = call(core.collectorState, () => [this.#replies, this.#typesOption()]);
    return { ...state, options: this.#options() };
  }

  /** @param {unknown} state */
  static from(state) {
    const collector = new Collector();
    /** @type {Reply[]} */
    let replies = [];
    collector.#optionsText = call(core.stateOptionsText, () => {
      const given = plain.state(state, "state");
      replies = given?.replies;
      return [given];
    });
    collector.#replies = replies.map(kept);
    collector.#unread = [...collector.#replies];
    return collector;
  }

  #options() {
    return JSON.parse(this.#optionsText);
  }

  /** The types that are registered, as the core takes them. */
  #typesOption() {
    this.#types ??= plain.typesOptions({ types: this.#options().types }, "options");
    return this.#types;
  }
}

/**
 * In place: many small collectors are merged into a large one. A list may be appended to itself.
 * @template T
 * @param {T[]} list
 * @param {T[]} more
 */
function append(list, more) {
  const count = more.length;
  for (let at = 0; at < count; at++) list.push(/** @type {T} */ (more[at]));
}

/**
 * Bytes of its own: the caller's may change.
 * @param {any} reply
 * @returns {Reply}
 */
function kept(reply) {
  return reply?.text instanceof Uint8Array ? { ...reply, text: reply.text.slice() } : reply;
}
