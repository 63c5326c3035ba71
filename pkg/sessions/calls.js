/** The calls of a session that start a subagent, and what came back for each. Nothing else of a log is kept. */
import { oneLine } from "./plain.js";

/** @typedef {import("../reconvene.js").Reply} Reply */
/** @typedef {import("../reconvene-sessions.js").Host} Host */

/**
 * What is known of a call.
 * @typedef {object} Asked
 * @property {Host} host
 * @property {string} [unit]
 * @property {string} [agent]
 * @property {string} [asked] The prompt.
 * @property {string} [session]
 * @property {string} [parent] The call whose subagent made this one.
 */

/** @typedef {{ text: string, error?: string, timedOut?: boolean }} Answer */

/**
 * What a subagent's own transcript says at its end.
 * @typedef {{ text: string, message: string | undefined, done: boolean, isCertain: boolean, failed: boolean }} Own
 */

/**
 * @typedef {object} Call
 * @property {string} id
 * @property {Asked} asked
 * @property {string[]} agents By what names results come: an agent's id, its thread, its path.
 * @property {Answer[]} answers
 * @property {Set<string>} known What they say.
 * @property {Own | undefined} own
 * @property {number} opened When, in steps of the log.
 * @property {number | undefined} answered
 * @property {number} turn In which turn of the person.
 * @property {boolean} ended Whether the host said that the agent came to its end.
 */

/** @typedef {{ unit: string, agent?: string, asked?: string }} Expected */

/** Of calls that are alike, so many are looked at for whether one was asked again. */
const LOOKED_AT = 100;

/** @param {(string | undefined)[]} parts */
const keyOf = (...parts) => JSON.stringify(parts);

/** Calls by names that count within a session: one that a session does not have is looked for in all. */
class Named {
  /** @type {Map<string | undefined, Map<string, Call>>} */
  #bySession = new Map();
  /** @type {Map<string, Call>} */
  #latest = new Map();

  /**
   * @param {string} name
   * @param {string | undefined} session
   */
  get(name, session) {
    return this.#bySession.get(session)?.get(name) ?? this.#latest.get(name);
  }

  /**
   * @param {string} name
   * @param {string | undefined} session
   * @param {Call} call
   */
  set(name, session, call) {
    const calls = this.#bySession.get(session) ?? new Map();
    this.#bySession.set(session, calls.set(name, call));
    this.#latest.set(name, call);
  }
}

export class Calls {
  #byId = new Named();
  #byAgent = new Named();
  /** Calls that start no subagent, by session and id. @type {Set<string>} */
  #others = new Set();
  /** What is to be done once a call comes, by session and id. @type {Map<string, () => void>} */
  #early = new Map();
  /** @type {Call[]} */
  #all = [];
  /** How runs ended that started no subagents, by their sessions. @type {Map<string | undefined, Answer & { host: Host }>} */
  #finals = new Map();
  #step = 0;
  #turn = 0;

  get size() {
    return this.#all.length;
  }

  /** The person said something: what is asked from here on is not asked at the same time as what was asked before. */
  turn() {
    this.#turn += 1;
  }

  /**
   * A call. A log that was resumed holds a call again: with the same prompt under the same id it is the same, also where the
   * session has another id by then.
   * @param {string} id
   * @param {Asked} asked
   * @returns {Call}
   */
  open(id, asked) {
    this.#step += 1;
    const known = this.#byId.get(id, asked.session);
    if (known && isSame(known.asked, asked)) {
      this.#byId.set(id, asked.session, known);
      known.asked = { ...defined(asked), ...defined(known.asked), host: known.asked.host };
      return known;
    }
    /** @type {Call} */
    const call = {
      id: known ? `${id}~${this.#all.length}` : id,
      asked: defined(asked),
      agents: [],
      answers: [],
      known: new Set(),
      own: undefined,
      opened: this.#step,
      answered: undefined,
      turn: this.#turn,
      ended: false,
    };
    this.#byId.set(id, asked.session, call);
    this.#all.push(call);
    const key = keyOf(asked.session, id);
    const take = this.#early.get(key);
    this.#early.delete(key);
    take?.();
    return call;
  }

  /**
   * A call of another tool: its result is no reply.
   * @param {string} id
   * @param {string | undefined} session
   */
  pass(id, session) {
    const key = keyOf(session, id);
    this.#others.add(key);
    this.#early.delete(key);
  }

  /**
   * A result whose call is not known. Parts of a log may stand in another order than they came: then the call follows.
   * @param {string} id
   * @param {string | undefined} session
   * @param {() => void} take
   */
  whenCalled(id, session, take) {
    const key = keyOf(session, id);
    if (!this.#others.has(key)) this.#early.set(key, take);
  }

  /**
   * @param {string | undefined} id
   * @param {string | undefined} session Where it is named. The same id may stand for another call in another session.
   */
  byId(id, session) {
    return id === undefined ? undefined : this.#byId.get(id, session);
  }

  /**
   * @param {string | undefined} agent
   * @param {string} [session] Where it is named.
   */
  byAgent(agent, session) {
    return agent === undefined ? undefined : this.#byAgent.get(agent, session);
  }

  /**
   * Says by which name results of a call come as well.
   * @param {Call} call
   * @param {(string | undefined)[]} agents
   */
  name(call, ...agents) {
    for (const agent of agents) {
      const { session } = call.asked;
      if (agent === undefined || this.#byAgent.get(agent, session) === call) continue;
      this.#byAgent.set(agent, session, call);
      call.agents.push(agent);
    }
  }

  /**
   * Says that a later call goes on with the agent of an earlier one: what comes back for it is a further attempt.
   * @param {string} id
   * @param {string | undefined} session
   * @param {Call} call
   */
  alias(id, session, call) {
    this.#byId.set(id, session, call);
  }

  /**
   * A result. The same one comes in several places of a log.
   * @param {Call} call
   * @param {Answer} answer
   */
  answer(call, answer) {
    this.#step += 1;
    call.answered ??= this.#step;
    call.ended = true;
    const key = answer.error === undefined ? answer.text.trim() : `${answer.error}\n\n${answer.text.trim()}`;
    if (call.known.has(key)) return;
    call.known.add(key);
    call.answers.push(answer);
  }

  /**
   * What an agent writes in its own transcript: its last message is the reply where no result came.
   * @param {Call} call
   * @param {string | undefined} message The id of the message; one may stand in several records.
   * @param {string} text
   * @param {boolean} isCertain Whether the transcript ends where the agent did; else the host has to say that it did.
   * @param {boolean} [failed] Whether it is what the service said in its place.
   */
  wrote(call, message, text, isCertain, failed = false) {
    const { own } = call;
    const goesOn = own !== undefined && message !== undefined && own.message === message && own.done;
    call.own = { text: goesOn ? `${own.text}\n${text}` : text, message, done: true, isCertain, failed };
  }

  /**
   * How a run ended that nobody sat at. Where it started no subagents, that is the reply of the one agent there was.
   * @param {string | undefined} session
   * @param {Answer & { host: Host }} final
   */
  final(session, final) {
    this.#finals.set(session, final);
  }

  /**
   * The agent goes on: what it wrote last was not its reply.
   * @param {Call} call
   */
  works(call) {
    if (call.own) call.own = { text: "", message: undefined, done: false, isCertain: false, failed: false };
  }

  /** The agents of which no result came, by all of their names. */
  get waiting() {
    return this.#all.filter(isWaiting).map(({ id, agents }) => ({ id, agents }));
  }

  /**
   * Gives agents of which there is nothing but a transcript to the calls that started them: each to the first with its prompt,
   * in its session, that waits and names no agent.
   * @param {{ agent: string, asked: string, session?: string }[]} agents
   */
  assign(agents) {
    /** @type {Map<string, Call[]>} */
    const waiting = new Map();
    // The last first, so that the first is taken from the end.
    for (const call of this.#all.filter(isWaiting).reverse()) {
      const key = keyOf(call.asked.session, call.asked.asked);
      const calls = waiting.get(key) ?? [];
      waiting.set(key, calls);
      if (call.agents.length === 0) calls.push(call);
    }
    for (const { agent, asked, session } of agents) {
      const call = waiting.get(keyOf(session, asked))?.pop();
      if (call) this.name(call, agent);
    }
  }

  /**
   * The replies, and what was asked for, answered or not.
   * @param {string | undefined} session Of this session alone.
   * @returns {{ replies: Reply[], expected: Expected[] }}
   */
  told(session) {
    const calls = this.#all.filter(({ asked }) => session === undefined || asked.session === session);
    /** @type {Reply[]} */
    const replies = [];
    /** @type {Expected[]} */
    const expected = [];
    for (const lane of lanesOf(calls)) {
      // What was asked last is what would be asked again.
      const asked = lane.calls.findLast((call) => call.asked.asked !== undefined)?.asked.asked;
      const { unit, agent } = lane;
      expected.push({ unit, ...defined({ agent, asked }) });
      const answers = lane.calls.flatMap((call) => answersOf(call).map((answer, index) => ({ call, answer, index })));
      for (const [at, { call, answer, index }] of answers.entries()) {
        replies.push(replyOf(call, answer, index, { unit, agent, attempt: at + 1 }));
      }
    }
    const withCalls = new Set(calls.map(({ asked }) => asked.session));
    for (const [id, { host, text, error }] of this.#finals) {
      if (withCalls.has(id) || (session !== undefined && session !== id)) continue;
      replies.push({ text, ...defined({ id, error }), meta: defined({ host, session: id }) });
    }
    return { replies, expected };
  }
}

/** @param {Call} call */
const isWaiting = ({ answers, own }) => answers.length === 0 && !own?.done;

/**
 * @param {Asked} one
 * @param {Asked} other
 */
function isSame(one, other) {
  const alike = (/** @type {"unit" | "asked"} */ key) =>
    one[key] === undefined || other[key] === undefined || one[key] === other[key];
  return one.host === other.host && alike("asked") && (one.session === other.session || alike("unit"));
}

/**
 * Only what is known.
 * @template {object} T
 * @param {T} given
 * @returns {T}
 */
function defined(given) {
  return /** @type {T} */ (Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)));
}

/** @param {Call} call */
function answersOf({ answers, own, ended }) {
  if (answers.length > 0) return answers;
  if (!own?.done || own.text.trim() === "" || !(own.isCertain || ended)) return [];
  return [own.failed ? { text: "", error: own.text } : { text: own.text }];
}

/**
 * Calls with one description and one kind of agent. What was asked again, after the answer or in a later turn, is the
 * next attempt; what was asked at the same time is another agent's.
 * @param {Call[]} calls
 */
function lanesOf(calls) {
  /** @typedef {{ unit: string, agent: string | undefined, calls: Call[] }} Lane */
  /** @type {Map<string, Lane[]>} */
  const groups = new Map();
  /** @type {Lane[]} */
  const lanes = [];
  for (const call of calls) {
    const { unit: given, agent: kind, asked, session } = call.asked;
    const unit = oneLine(given) ?? oneLine(asked) ?? `task ${call.id}`;
    const key = JSON.stringify([session, unit, kind]);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    const before = group.slice(-LOOKED_AT).find((lane) => {
      const last = lane.calls.at(-1);
      return last && (last.answered === undefined ? last.turn < call.turn : last.answered < call.opened);
    });
    if (before) {
      before.calls.push(call);
      continue;
    }
    const agent = group.length === 0 ? kind : `${kind ?? "agent"} ${group.length + 1}`;
    const lane = { unit, agent, calls: [call] };
    group.push(lane);
    lanes.push(lane);
  }
  return lanes;
}

/**
 * @param {Call} call
 * @param {Answer} answer
 * @param {number} index Which of the answers of the call it is.
 * @param {Partial<Expected> & { attempt: number }} row
 * @returns {Reply}
 */
function replyOf(call, answer, index, { unit, agent, attempt }) {
  const { host, session, asked, parent } = call.asked;
  return {
    text: answer.text,
    id: index === 0 ? call.id : `${call.id}#${index + 1}`,
    ...defined({
      unit,
      agent,
      attempt: attempt > 1 ? attempt : undefined,
      error: answer.error,
      timedOut: answer.timedOut,
    }),
    meta: defined({ host, session, asked, parent, agents: call.agents.length > 0 ? call.agents : undefined }),
  };
}
