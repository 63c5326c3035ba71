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
/** @typedef {{ item: HTMLElement, show: (question: Question, verdict: Verdict | undefined, given: string | undefined) => void }} Card `given` is not written yet. */

/** How long nothing is typed before an answer is written into the document, in milliseconds. */
const STILL = 300;

const FILE = { name: "clarifications.md", type: "text/markdown" };

/** @type {Record<Verdict, string>} */
const VERDICTS = { clear: "clear", vague: "vague", not_answered: "not answered" };

/**
 * @typedef {object} Documents
 * @property {() => number | undefined} open The key of the document that is open.
 * @property {(key: number) => Reply | undefined} find A document, as it is now.
 * @property {(key: number, text: string) => Promise<void>} write Puts another text in its place.
 */

export class Cards {
  #documents;
  /** Answers that were given, and are not in their documents yet, by the keys of these. @type {Map<number, Map<string, string>>} */
  #given = new Map();
  /** Those that are being written, one after the other. @type {Promise<unknown>} */
  #writing = Promise.resolve();
  #timer = 0;
  /** The document that is shown, with the ids of its questions in order. */
  #shown = "";
  /** @type {Map<string, Card>} */
  #cards = new Map();

  #verdict = element("p", { class: "questions-verdict", role: "status" });
  #list = element("div", { class: "questions" });

  /**
   * @param {HTMLElement} host
   * @param {Documents} documents
   */
  constructor(host, documents) {
    this.#documents = documents;
    const button = (/** @type {string} */ says, /** @type {() => void} */ onclick) =>
      element("button", { type: "button", onclick }, says);
    host.replaceChildren(
      this.#verdict,
      element(
        "div",
        { class: "row" },
        button("Save the document", () => this.#save()),
        button("Fill in the recommendations", () => this.#fill()),
        button("Convert to the canonical form", () => this.#format()),
      ),
      this.#list,
    );
  }

  /**
   * @param {number} key
   * @param {Reply} reply
   */
  async show(key, reply) {
    const { document, evaluation } = await ask("clarified", [reply.text], URGENCY.typed);
    if (key !== this.#documents.open() || reply !== this.#documents.find(key)) return;
    this.#verdict.textContent = `${evaluation.verdict[0]?.toUpperCase()}${evaluation.verdict.slice(1)}: ${evaluation.reasoning}`;
    const verdicts = new Map(evaluation.per_question.map(({ question_id, verdict }) => [question_id, verdict]));
    const asked = document.sections.map(({ title, questions }) => [title, questions.map(idsOf)]);
    const ids = JSON.stringify([key, asked]);
    if (ids !== this.#shown) this.#build(key, document);
    this.#shown = ids;
    const given = this.#given.get(key);
    for (const question of questionsOf(document)) {
      this.#cards.get(question.id)?.show(question, verdicts.get(question.id), given?.get(question.id));
    }
  }

  /**
   * @param {number} key
   * @param {Clarifications} document
   */
  #build(key, { sections, notes }) {
    this.#cards.clear();
    const parts = sections.flatMap(({ title, questions }) => [
      title === "" ? null : element("h4", {}, element("bdi", {}, shown(title))),
      ...questions.flatMap(withRefinements).map((question) => {
        const card = newCard(question, (answer) => this.#answer(key, question.id, answer));
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
   * @param {number} key
   * @param {string} id
   * @param {string} answer
   */
  #answer(key, id, answer) {
    const given = this.#given.get(key) ?? new Map();
    this.#given.set(key, given.set(id, answer));
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#settle(), STILL);
  }

  /** Writes the answers that were given into their documents. */
  #settle() {
    clearTimeout(this.#timer);
    this.#writing = this.#writing.then(async () => {
      for (const key of [...this.#given.keys()]) await this.#give(key);
    });
    return this.#writing;
  }

  /** @param {number} key */
  async #give(key) {
    const given = this.#given.get(key);
    // What is given in the meantime is written in turn.
    while (given && given.size > 0) {
      const answers = new Map(given);
      const written = await this.#change(key, async (text) => {
        const { document } = await ask("clarified", [text], URGENCY.typed);
        const known = new Set(questionsOf(document).map(({ id }) => id));
        const gone = [...answers].filter(([id]) => !known.has(id));
        for (const [id, answer] of gone) notice(`${shown(id)} is gone; its answer was: ${shown(answer)}`);
        const left = [...answers].filter(([id]) => known.has(id));
        return left.length === 0 ? text : ask("answer", [text, Object.fromEntries(left)], URGENCY.typed);
      });
      // They stay, and are written with the next one.
      if (!written) return;
      for (const [id, answer] of answers) if (given.get(id) === answer) given.delete(id);
    }
    this.#given.delete(key);
  }

  async #fill() {
    await this.#settle();
    const key = this.#documents.open();
    if (key === undefined) return;
    await this.#change(key, async (text) => {
      const { markdown, filled } = await ask("autofill", [text], URGENCY.typed);
      announce(`${counted(filled.length, "answer")} taken from the recommendations.`);
      return markdown;
    });
  }

  async #format() {
    await this.#settle();
    const key = this.#documents.open();
    if (key !== undefined) await this.#change(key, (text) => ask("format", [text], URGENCY.typed));
  }

  /**
   * Changes a document; one that is changed in the meantime is read anew. Whether it was done.
   * @param {number} key
   * @param {(text: string) => Promise<string>} made
   */
  async #change(key, made) {
    try {
      for (let reply = this.#documents.find(key); reply; reply = this.#documents.find(key)) {
        const text = await made(reply.text);
        if (reply !== this.#documents.find(key)) continue;
        if (text !== reply.text) await this.#documents.write(key, text);
        return true;
      }
    } catch (/** @type {any} */ error) {
      notice(`The document was not changed: ${error.message}`);
      return false;
    }
    // It was removed, with its questions.
    return true;
  }

  async #save() {
    await this.#settle();
    const key = this.#documents.open();
    const reply = key === undefined ? undefined : this.#documents.find(key);
    if (reply) save(reply.text, FILE);
  }
}

/** @type {(question: Question) => Question[]} */
const withRefinements = (question) => [question, ...question.refinements.flatMap(withRefinements)];

/** @type {(document: Clarifications) => Question[]} */
const questionsOf = ({ sections }) => sections.flatMap(({ questions }) => questions.flatMap(withRefinements));

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
    notice(`The choice replaced the answer to ${shown(id)}.`, {
      kind: "note",
      act: "Undo",
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
    show: (now, judged, given) => {
      verdict.textContent = judged ? VERDICTS[judged] : "";
      verdict.setAttribute("data-verdict", judged ?? "");
      mark.hidden = !now.autofilled;
      for (const [at, { chosen }] of now.choices.entries()) buttons[at]?.setAttribute("aria-pressed", String(chosen));
      // What is being typed stays as it is.
      if (document.activeElement !== answer) answer.value = given ?? now.answer ?? "";
    },
  };
}
