/**
 * What every host must show: each function of the package, hostile and huge input, the codes of misuse.
 *
 * It runs in Node, browsers, workers and other runtimes, so it imports nothing and asserts for itself.
 */

const TABLE = `| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
`;
const FINDINGS = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md | Findings: 1 | Critical: 1 | Major: 0 | Minor: 0

${TABLE}| F1 | critical | contradiction | A.md §1 | B.md §2 | Delivery is at most once here and at least once there. | Decide. |
`;
const OTHER = FINDINGS.replace("| F1 | critical |", "| X9 | major |").replace("Delivery is", "The delivery is");
const CLEAN = "RESULT: CLEAN | Type: consistency | Pair: A.md/C.md | Findings: 0 | Critical: 0 | Major: 0 | Minor: 0\n";
const HOSTILE =
  "\u001b]8;;x\u0007\u202e<img src=x onerror=alert(1)>\n::error::x\nRESULT: CLEAN\n--- reply ---\n|||`\u0000\ud800";

const AGENTS = ["consistency-checker", "design-planner", "dimension-analyzer", "doc-reader", "task-implementer"].map(
  (name) => `cl-${name}-agent.md`,
);

/** @typedef {typeof import("../../pkg/reconvene.js")} Reconvene */
/** @typedef {[name: string, run: (reconvene: Reconvene) => unknown]} Case */

/** @type {Case[]} */
const CASES = [
  ["parse reads a string", ({ parse }) => same(parse(FINDINGS).findings[0]?.severity, "critical")],
  [
    "parse reads an object with bytes",
    ({ parse }) => {
      const text = new TextEncoder().encode(FINDINGS);
      same(parse({ text, unit: "A.md + B.md", agent: "one" }).agent, "one");
      same(json(parse({ text })), json(parse(FINDINGS)));
    },
  ],
  [
    "parse counts offsets in UTF-16",
    ({ parse }) => {
      const text = `💥 ${FINDINGS}`;
      const { span } = must(parse(text).findings[0]);
      same(text.slice(span.start, span.start + 5), "| F1 ");
    },
  ],
  [
    "parse gives a ledger of all that is not blank",
    ({ parse }) => {
      const ledger = must(parse(FINDINGS, { ledger: true }).ledger);
      let end = 0;
      for (const { span } of ledger) {
        same(FINDINGS.slice(end, span.start).trim(), "");
        end = span.end;
      }
      same(FINDINGS.slice(end).trim(), "");
    },
  ],
  [
    "split takes a paste apart",
    ({ split }) => {
      same(split(`${FINDINGS}\n--- reply ---\n${CLEAN}`).length, 2);
      same(split(FINDINGS).length, 1);
    },
  ],
  [
    "aggregate merges, whatever the order",
    ({ aggregate }) => {
      const one = aggregate([FINDINGS, OTHER, CLEAN]);
      same(one.findings.length, 1);
      same(one.findings[0]?.members.length, 2);
      same(one.conflicts[0]?.kind, "severity");
      same(json(aggregate(new Set([CLEAN, OTHER, FINDINGS]))), json(one));
    },
  ],
  [
    "aggregate takes options",
    ({ aggregate }) => {
      const { gaps, title } = aggregate([CLEAN], { title: "T", expected: [{ unit: "D.md" }], retryBelow: 50 });
      same(json([title, gaps[0]?.status]), json(["T", "MISSING"]));
    },
  ],
  [
    "a report is plain data",
    ({ aggregate }) => {
      const report = aggregate([FINDINGS, CLEAN]);
      same(json(structuredClone(report)), json(report));
      same(Object.getPrototypeOf(report), Object.prototype);
    },
  ],
  [
    "render of aggregate is report",
    ({ aggregate, render, report }) => {
      const replies = [FINDINGS, OTHER, CLEAN];
      same(render(aggregate(replies), "markdown"), report(replies, "markdown"));
      same(json(JSON.parse(render(aggregate(replies), "json"))), json(aggregate(replies)));
      same(render(aggregate(replies), "sarif"), report(replies, "sarif"));
      same(JSON.parse(report(replies, "sarif")).runs[0].results.length, aggregate(replies).findings.length);
    },
  ],
  [
    "an earlier report is compared with",
    ({ aggregate }) => {
      const previous = aggregate([FINDINGS]);
      same(aggregate([OTHER], { previous }).comparison?.open[0], "G1");
    },
  ],
  [
    "a collector merges, and its state goes out and in",
    ({ aggregate, Collector }) => {
      const options = { expected: [{ unit: "A.md + B.md" }, { unit: "D.md" }] };
      const [one, other] = [new Collector(options), new Collector(options)];
      one.add(FINDINGS);
      other.add({ text: new TextEncoder().encode(CLEAN) });
      one.merge(other);
      same(one.progress.message, "1/2 agents complete: 1 understood, 0 failed, 1 pending");
      const back = Collector.from(JSON.parse(JSON.stringify(one)));
      same(json(back.report()), json(aggregate([CLEAN, FINDINGS], options)));
    },
  ],
  [
    "hostile text is only text",
    ({ parse, report, split, aggregate }) => {
      for (const text of [HOSTILE, `${FINDINGS}${HOSTILE}`, "", "\ufeff", "|".repeat(2000), "```\n".repeat(500)]) {
        parse(text, { ledger: true });
        split(text);
        aggregate([text, { text, unit: text, agent: text, source: text }], { title: text });
        const markdown = report([{ text, unit: text, agent: text, source: text }], "markdown", { title: text });
        for (const line of markdown.split("\n")) {
          if (/^(?:::|RESULT:|--- reply ---)/.test(line)) throw new Error(`a line acts: ${line}`);
        }
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not come through.
        if (/[\u0000-\u0008\u000b-\u001f\u007f\u202e]|(?<!\\)<img/.test(markdown))
          throw new Error("markup or a control came through");
      }
    },
  ],
  [
    "clarifications are read, rewritten and decided",
    ({ clarifications }) => {
      const text = "### Q1: Size [MUST ANSWER]\n- [ ] a) Ten\n- [ ] b) Two\n**Recommendation**: Ten\n**Answer**:\n";
      same(clarifications.parse(text).sections[0]?.questions[0]?.choices[1]?.letter, "B");
      const formatted = clarifications.format(new TextEncoder().encode(text));
      same(clarifications.format(formatted), formatted);
      same(clarifications.evaluate(text).verdict, "insufficient");
      same(clarifications.evaluate(clarifications.autofill(text).markdown).verdict, "sufficient");
      const reply = "##### R1.1: Hooks\nWhich hooks?\n";
      same(json(clarifications.consolidate(text, [reply, { text: reply }]).added), json(["R1.1"]));
      const answered = clarifications.answer(text, { Q1: "b" });
      const decisions = clarifications.draft(answered);
      same(clarifications.parseDecisions(decisions).entries[0]?.source[0], "Q1");
      same(clarifications.merge(decisions, answered).changes[0]?.to, "resolved");
      same(clarifications.trace(text, decisions)[0]?.children[0], "D1");
      same(clarifications.graph(text, decisions).startsWith("graph "), true);
      same(clarifications.plan(text).waves[0]?.units.length, 1);
    },
  ],
  [
    "ill-formed bytes are replaced, and that is said",
    ({ parse }) => {
      const { diagnostics } = parse({ text: new Uint8Array([0xff, 0x61, 0xfe]) });
      same(
        diagnostics.some(({ code }) => code === "ill-formed-utf8"),
        true,
      );
    },
  ],
  [
    "a large reply is read",
    ({ parse }) => {
      const rows = Array.from(
        { length: 20_000 },
        (_, at) => `| F${at} | minor | regression | a.md:${at + 1} | -- | row ${at} | |\n`,
      );
      same(
        parse(`RESULT: FINDINGS | Type: consistency | Pair: a.md/b.md\n\n${TABLE}${rows.join("")}`).findings.length,
        20_000,
      );
    },
  ],
  [
    "the largest reply is read, one byte more is refused, or a row of the report",
    ({ parse, aggregate, Collector }) => {
      const most = 16 * 1024 * 1024;
      const largest = `${CLEAN}${"\n".repeat(most - CLEAN.length)}`;
      same(parse(largest).status, "CLEAN");
      const bytes = new TextEncoder().encode(`${largest}\n`);
      for (const text of [`${largest}\n`, bytes]) {
        refused(() => parse({ text, source: "huge.md" }), "too-large", "huge.md");
        const report = aggregate([{ text, source: "huge.md" }, CLEAN]);
        same(report.results.find(({ source }) => source === "huge.md")?.status, "ERROR");
        same(new Collector().add({ text, source: "huge.md" }).status, "ERROR");
      }
    },
  ],
  [
    "check says what is wrong, and how to ask again",
    ({ check, fix, showDiagnostics, codes, explain }) => {
      const wrong = FINDINGS.replace("Critical: 1", "Critical: 0");
      const { grade, diagnostics, repair } = check({ text: wrong, expect: "consistency" });
      same(grade, "errors");
      same(must(repair).includes("Pair: A.md/B.md"), true);
      const mismatch = must(diagnostics.find(({ code }) => code === "count-mismatch"));
      same(wrong.slice(must(mismatch.span).start, must(mismatch.span).end), "0");
      same(fix(wrong).text, FINDINGS);
      same(fix(FINDINGS).changes, 0);
      same(showDiagnostics(diagnostics, wrong, { source: "a.md" }).startsWith("a.md:1:"), true);
      same(codes().includes(mismatch.code), true);
      same(explain(mismatch.code).includes("count-mismatch"), true);
      const { failure, failures } = check({ text: "no", expect: "return" }, { sessionId: "s", artifacts: [] });
      same(must(failure).includes("Session: s"), true);
      same(failures[0]?.message, "Cannot parse return as JSON");
      for (const text of [HOSTILE, "|".repeat(100_000)]) {
        const shown = showDiagnostics(check(text).diagnostics, text);
        for (const line of shown.split("\n")) same(line.trimStart().startsWith("::"), false);
        for (const acting of ["\u001b", "\u202e"]) same(shown.includes(acting), false);
      }
    },
  ],
  [
    "a prompt is filled in, and never read as a result",
    ({ parse, prompt }) => {
      same(prompt("consistency", { DocA: "A.md", DocB: "B.md" }).includes("Pair: A.md/B.md |"), true);
      for (const type of /** @type {const} */ (["digest", "verification", "implementation", "design-plan", "return"])) {
        same(parse(prompt(type)).statedStatus, null);
      }
    },
  ],
  [
    "a plan is made, its report says what is open, and that is asked again",
    ({ plan, aggregate, retry, agents, configuration, showPlan, Collector }) => {
      const made = plan("audit", { documents: ["B.md", "A.md"], ...configuration('{"dimensions": ["Staleness"]}') });
      same(json(made.waves.map(({ units }) => units.length)), json([2, 2]));
      same(made.waves[0]?.units[0]?.prompt.startsWith("DOC_PATH: A.md\nFORMAT: full\n\nReply"), true);
      same(showPlan(made).startsWith("# Plan: audit\n"), true);
      const replies = [
        { unit: "A.md", text: "RESULT: CLEAN | Type: digest" },
        { unit: "B.md", text: HOSTILE },
        { unit: "Staleness", text: "half of it", timedOut: true },
      ];
      const report = aggregate(replies, { plan: made });
      same(report.executiveSummary.includes("Collected 2/4 results (2 failed)"), true);
      const again = retry(report, made);
      same(json(again.waves.flatMap(({ units }) => units.map(({ unit }) => unit))), json(["A.md + B.md", "Staleness"]));
      const collector = new Collector({ plan: made });
      for (const reply of replies) collector.add(reply);
      same(collector.progress.expected, 4);
      same(json(collector.report()), json(report));
      same(
        json(
          agents()
            .map(({ path }) => path)
            .sort(),
        ),
        json(AGENTS),
      );
    },
  ],
  [
    "misuse is refused, with a code",
    (reconvene) => {
      const { parse, split, aggregate, render, report, Collector } = /** @type {any} */ (reconvene);
      const { check, explain, fix, prompt, showDiagnostics } = /** @type {any} */ (reconvene);
      const { agents, configuration, plan, retry, showPlan } = /** @type {any} */ (reconvene);
      refused(() => plan("audits", {}), "bad-argument", "`mode`");
      refused(() => plan("audit"), "bad-argument", "`input`");
      refused(() => plan("audit", { document: [] }), "unknown-option", "document");
      refused(
        () => plan("audit", { documents: ["a.md"], config: { fanOut: "teams" } }),
        "bad-argument",
        "teamsAvailable",
      );
      refused(() => retry({}), "bad-argument", "`report`");
      refused(() => retry(aggregate([]), {}), "bad-argument", "`plan`");
      refused(() => agents({ maxAgents: 0 }), "bad-argument", "`config.maxAgents`");
      refused(() => configuration("{"), "bad-argument", "JSON");
      refused(() => showPlan({ schema: "reconvene/plan/v1" }), "bad-argument", "incomplete");
      refused(() => aggregate([], { plan: [] }), "bad-argument", "`options.plan`");
      refused(() => check(CLEAN, { session: "s" }), "unknown-option", "session");
      refused(() => check(CLEAN, { artifacts: "a.md" }), "bad-argument", "`options.artifacts`");
      refused(() => fix({}), "bad-argument", "`text`");
      refused(() => explain("no-such-code"), "bad-argument", "`code`");
      refused(() => prompt("essay"), "bad-argument", "`type`");
      refused(() => prompt("digest", { Pair: "a" }), "unknown-option", "Pair");
      refused(() => showDiagnostics({}, CLEAN), "bad-argument", "`diagnostics`");
      refused(() => parse(7), "bad-argument", "`reply`");
      refused(() => parse({}), "bad-argument", "`text`");
      refused(() => parse({ text: CLEAN, unti: "A" }), "unknown-option", "unti");
      refused(() => parse(CLEAN, { legder: true }), "unknown-option", "legder");
      refused(() => parse(new Uint8Array(1)), "bad-argument", "{ text: bytes }");
      refused(() => split(7), "bad-argument", "`text`");
      refused(() => aggregate(CLEAN), "bad-argument", "`replies`");
      refused(() => aggregate([CLEAN, null]), "bad-argument", "`replies[1]`");
      refused(() => aggregate([], { titel: "" }), "unknown-option", "titel");
      refused(() => aggregate([], { previous: {} }), "bad-argument", "`options.previous`");
      refused(() => render({}, "markdown"), "bad-argument", "`report`");
      refused(() => report([], "pdf"), "bad-argument", "`format`");
      refused(() => new Collector({ more: 1 }), "unknown-option", "more");
      refused(() => Collector.from({}), "bad-argument", "`state`");
      refused(() => new Collector().merge(new Collector({ title: "x" })), "bad-argument", "`other`");
    },
  ],
  [
    "what a getter throws reaches the caller, and the next call works",
    ({ parse }) => {
      const errors = [
        new Error("mine"),
        new RangeError("Invalid count value: -1"),
        { code: "ENOENT", message: "mine" },
      ];
      for (const mine of errors) {
        const throws = () => {
          throw mine;
        };
        const getter = Object.defineProperty({}, "text", { get: throws, enumerable: true });
        const proxy = new Proxy({ text: CLEAN }, { ownKeys: throws });
        same(
          thrown(() => parse(/** @type {any} */ (getter))),
          mine,
        );
        for (let time = 0; time < 1500; time++)
          same(
            thrown(() => parse(proxy)),
            mine,
          );
        same(parse(CLEAN).status, "CLEAN");
      }
    },
  ],
  [
    "a call within a call is answered",
    ({ parse }) => {
      const reply = {
        get text() {
          return FINDINGS.replace("at most once", must(parse(FINDINGS).findings[0]).id);
        },
      };
      const read = must(parse(/** @type {any} */ (reply)).findings[0]);
      same(read.description, "Delivery is F1 here and at least once there.");
    },
  ],
  [
    "an overflowing stack is a fault that the next call does not feel",
    ({ parse }) => {
      let tries = 0;
      const dive = () => {
        try {
          dive();
        } catch {
          // Deep down there is room for less than a call needs.
        }
        // Where there is hardly any room, whether it is the module that runs out of it or what calls it.
        if (tries < 50 && thrown(() => parse(FINDINGS)) !== undefined) tries += 1;
      };
      dive();
      same(tries > 0, true);
      for (let time = 0; time < 3; time++) same(parse(FINDINGS).findings.length, 1);
    },
  ],
  [
    "init may be called again",
    async ({ init, parse }) => {
      await init();
      same(parse(CLEAN).status, "CLEAN");
    },
  ],
  ["the version is a version", ({ version }) => same(/^\d+\.\d+\.\d+/.test(version), true)],
];

/**
 * Runs all cases; gives what failed, in words.
 * @param {Reconvene} reconvene
 * @param {{ readyAtImport: boolean }} host
 */
export async function conformance(reconvene, { readyAtImport }) {
  /** @type {string[]} */
  const failures = [];
  /** @type {Case} */
  const ready = readyAtImport
    ? ["ready at import", ({ parse }) => same(parse(CLEAN).status, "CLEAN")]
    : [
        "not ready before init",
        async ({ init, parse, Collector }) => {
          refused(() => parse(CLEAN), "not-initialised", "await init()");
          refused(() => new Collector(), "not-initialised", "await init()");
          await Promise.all([init(), init()]);
        },
      ];
  const cases = [ready, ...CASES];
  for (const [name, run] of cases) {
    try {
      await run(reconvene);
    } catch (error) {
      failures.push(`${name}: ${/** @type {Error} */ (error)?.message ?? error}`);
    }
  }
  return { cases: cases.length, failures };
}

/** @param {unknown} value */
const json = (value) => JSON.stringify(value);

/**
 * @param {unknown} actual
 * @param {unknown} expected
 */
function same(actual, expected) {
  if (!Object.is(actual, expected)) throw new Error(`${brief(actual)} is not ${brief(expected)}`);
}

/** @param {unknown} value */
const brief = (value) => String(value).slice(0, 200);

/**
 * @template T
 * @param {T | null | undefined} value
 */
function must(value) {
  if (value === null || value === undefined) throw new Error("there is nothing");
  return value;
}

/** @param {() => unknown} run */
function thrown(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

/**
 * @param {() => unknown} run
 * @param {string} code
 * @param {string} says
 */
function refused(run, code, says) {
  const error = /** @type {any} */ (thrown(run));
  if (error?.name !== "ReconveneError") throw new Error(`not refused with "${code}" but ${brief(error)}`);
  same(error.code, code);
  if (!error.message.includes(says)) throw new Error(`"${error.message}" does not say ${says}`);
}
