/** A document of questions as cards: what is asked, what is answered, how far that goes; a person answers in them. */
import { shown } from "../pkg/element/core.js";
import { ask, URGENCY } from "./asking.js";
import { counted, element } from "./dom.js";
import { save } from "./export.js";
import { announce, notice } from "./notices.js";

/** @typedef {import("./session.js").Reply} Reply */
/** @typedef {import("./work.js").Clarifications} Clarifications */
/** @typedef {Clarifications["sections"][number]["questions"][number]} Question */
/** @typedef {import("./work.js").Evaluation["per_question"][number]["verdict"]} Verdict */
/** @typedef {{ item: HTMLElement, show: (question: Question, verdict: Verdict | undefined) => void }} Card */

/** How long nothing is typed before an answer is written into the document, in milliseconds. */
const STILL = 300;

const FILE = { name: "clarifications.md", type: "text/markdown" };

/** @type {Record<Verdict, string>} */
const VERDICTS = { clear: "clear", vague: "vague", not_answered: "not answered" };

export class Cards {
  #reply;
  #write;
  /** Answers that were given, and are not in the document yet. @type {Map<string, string>} */
  #given = new Map();
  #timer = 0;
  /** The ids of the questions that are shown, in order. */
  #shown = "";
  /** @type {Map<string, Card>} */
  #cards = new Map();

  #verdict = element("p", { class: "questions-verdict", role: "status" });
  #list = element("div", { class: "questions" });

  /**
   * @param {HTMLElement} host
   * @param {() => Reply | undefined} reply The document, as it is now.
   * @param {(text: string) => Promise<void>} write Puts another text in its place.
   */
  constructor(host, reply, write) {
    this.#reply = reply;
    this.#write = write;
    const button = (/** @type {string} */ says, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", onclick }, says);
    host.replaceChildren(
      this.#verdict,
      element(
        "div",
        { class: "row" },
        button("Save the document", () => this.#save()),
        button("Take the recommendations", () => this.#fill()),
        button("Write it in the canonical form", () => this.#format()),
      ),
      this.#list,
    );
  }

  /** @param {Reply} reply */
  async show(reply) {
    const { document, evaluation } = await ask("clarified", [reply.text], URGENCY.typed);
    if (reply !== this.#reply()) return;
    this.#verdict.textContent = `${evaluation.verdict[0]?.toUpperCase()}${evaluation.verdict.slice(1)}: ${evaluation.reasoning}`;
    const verdicts = new Map(evaluation.per_question.map(({ question_id, verdict }) => [question_id, verdict]));
    const all = document.sections.flatMap(({ questions }) => questions.flatMap(withRefinements));
    const ids = JSON.stringify(document.sections.map(({ title, questions }) => [title, questions.map(idsOf)]));
    if (ids !== this.#shown) this.#build(document);
    this.#shown = ids;
    for (const question of all) this.#cards.get(question.id)?.show(question, verdicts.get(question.id));
  }

  /** @param {Clarifications} document */
  #build({ sections, notes }) {
    this.#cards.clear();
    this.#given.clear();
    const parts = sections.flatMap(({ title, questions }) => [
      title === "" ? null : element("h4", {}, element("bdi", {}, shown(title))),
      ...questions.flatMap(withRefinements).map((question) => {
        const card = newCard(question, (answer) => this.#answer(question.id, answer));
        this.#cards.set(question.id, card);
        return card.item;
      }),
    ]);
    const open = notes.length > 0 ? element("h4", {}, "Needs clarification") : null;
    const listed = notes.map(({ kind, title, body }) =>
      element("article", { class: "question", "data-kind": kind }, heading(title), text(body)),
    );
    this.#list.replaceChildren(...[...parts, open, ...listed].filter((part) => part !== null));
  }

  /**
   * @param {string} id
   * @param {string} answer
   */
  #answer(id, answer) {
    this.#given.set(id, answer);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#settle(), STILL);
  }

  /** Writes the answers that were given into the document. */
  async #settle() {
    clearTimeout(this.#timer);
    if (this.#given.size === 0) return;
    const answers = Object.fromEntries(this.#given);
    this.#given.clear();
    await this.#change((text) => ask("answer", [text, answers], URGENCY.typed));
  }

  async #fill() {
    await this.#settle();
    await this.#change(async (text) => {
      const { markdown, filled } = await ask("autofill", [text], URGENCY.typed);
      announce(`${counted(filled.length, "answer")} taken from the recommendations.`);
      return markdown;
    });
  }

  async #format() {
    await this.#settle();
    await this.#change((text) => ask("format", [text], URGENCY.typed));
  }

  /** @param {(text: string) => Promise<string>} made */
  async #change(made) {
    const reply = this.#reply();
    if (!reply) return;
    try {
      const text = await made(reply.text);
      // What was typed in the meantime goes before.
      if (reply === this.#reply() && text !== reply.text) await this.#write(text);
    } catch (/** @type {any} */ error) {
      notice(`The document is left as it is: ${error.message}`);
    }
  }

  async #save() {
    await this.#settle();
    const reply = this.#reply();
    if (reply) save(reply.text, FILE);
  }
}

/** @type {(question: Question) => Question[]} */
const withRefinements = (question) => [question, ...question.refinements.flatMap(withRefinements)];

/** @type {(question: Question) => unknown} */
const idsOf = ({ id, title, body, recommendation, choices, refinements }) => [
  ...[id, title, body, recommendation, choices.map(({ letter, text }) => [letter, text])],
  refinements.map(idsOf),
];

/** @param {string} title */
const heading = (title) => element("h5", {}, element("bdi", {}, shown(title)));

/** @param {string} body */
const text = (body) => (body.trim() === "" ? null : element("p", { class: "asked", dir: "auto" }, shown(body)));

/**
 * @param {Question} question
 * @param {(answer: string) => void} answered
 * @returns {Card}
 */
function newCard({ id, parent, title, mustAnswer, body, choices, recommendation }, answered) {
  const name = `${id}${title === "" ? "" : `: ${title}`}`;
  const verdict = element("span", { class: "verdict" });
  const mark = element("span", { class: "hint", hidden: true }, "the recommendation, filled in");
  const answer = element("textarea", { rows: "2", dir: "auto", oninput: () => answered(answer.value) });
  const take = (/** @type {string} */ given) => {
    const before = answer.value;
    answer.value = given;
    answered(given);
    // Letters are chosen again with a click; words are not.
    if (/^\s*(\p{L}?(\s*,\s*\p{L})*)\s*$/u.test(before)) return;
    const run = () => {
      answer.value = before;
      answered(before);
    };
    notice(`The choice took the place of what was answered to ${shown(id)}.`, {
      kind: "note",
      act: "Bring it back",
      run,
    });
  };
  const buttons = choices.map((choice) =>
    element(
      "button",
      {
        ...{ type: "button", class: "choice", "aria-pressed": String(choice.chosen) },
        onclick: () => {
          const place = choices.indexOf(choice);
          const pressed = buttons.map((one, at) => (one.getAttribute("aria-pressed") === "true") !== (at === place));
          take(choices.flatMap(({ letter }, at) => (pressed[at] ? [letter] : [])).join(", "));
        },
      },
      element("bdi", {}, shown(`${choice.letter}. ${choice.text}`)),
    ),
  );
  const item = element(
    "article",
    { class: "question", "data-id": id, "data-refines": parent ?? null },
    element(
      "header",
      {},
      heading(name),
      mustAnswer ? element("span", { class: "must" }, "must answer") : null,
      verdict,
    ),
    text(body),
    choices.length > 0
      ? element("div", { class: "choices", role: "group", "aria-label": `Choices of ${shown(id)}` }, ...buttons)
      : null,
    recommendation === null
      ? null
      : element("p", { class: "asked", dir: "auto" }, element("b", {}, "Recommendation: "), shown(recommendation)),
    element("label", {}, `Answer to ${shown(id)}`, answer),
    mark,
  );
  return {
    item,
    show: (now, judged) => {
      verdict.textContent = judged ? VERDICTS[judged] : "";
      verdict.setAttribute("data-verdict", judged ?? "");
      mark.hidden = !now.autofilled;
      for (const [at, { chosen }] of now.choices.entries()) buttons[at]?.setAttribute("aria-pressed", String(chosen));
      // What is being typed stays as it is.
      if (document.activeElement !== answer) answer.value = now.answer ?? "";
    },
  };
}
