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

/** @typedef {{ unit: string, agent?: string }} Expected */

/** Of calls that are alike, so many are looked at for whether one was asked again. */
const LOOKED_AT = 100;

export class Calls {
  /** @type {Map<string, Call>} */
  #byId = new Map();
  /** @type {Map<string, Call>} */
  #byAgent = new Map();
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
   * A call. A log that was resumed holds a call again: with the same prompt under the same id it is the same.
   * @param {string} id
   * @param {Asked} asked
   * @returns {Call}
   */
  open(id, asked) {
    this.#step += 1;
    const known = this.#byId.get(id);
    if (known && isSame(known.asked, asked)) {
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
    this.#byId.set(id, call);
    this.#all.push(call);
    return call;
  }

  /** @param {string | undefined} id */
  byId(id) {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** @param {string | undefined} agent */
  byAgent(agent) {
    return agent === undefined ? undefined : this.#byAgent.get(agent);
  }

  /**
   * Says by which name results of a call come as well.
   * @param {Call} call
   * @param {(string | undefined)[]} agents
   */
  name(call, ...agents) {
    for (const agent of agents) {
      if (agent === undefined || this.#byAgent.get(agent) === call) continue;
      this.#byAgent.set(agent, call);
      call.agents.push(agent);
    }
  }

  /**
   * Says that a later call goes on with the agent of an earlier one: what comes back for it is a further attempt.
   * @param {string} id
   * @param {Call} call
   */
  alias(id, call) {
    this.#byId.set(id, call);
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
    return this.#all
      .filter(({ answers, own }) => answers.length === 0 && !own?.done)
      .map(({ id, agents }) => ({ id, agents }));
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
      expected.push({ unit: lane.unit, ...(lane.agent === undefined ? {} : { agent: lane.agent }) });
      const answers = lane.calls.flatMap((call) => answersOf(call).map((answer, index) => ({ call, answer, index })));
      for (const [at, { call, answer, index }] of answers.entries()) {
        replies.push(replyOf(call, answer, index, { ...expected.at(-1), attempt: at + 1 }));
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

/**
 * @param {Asked} one
 * @param {Asked} other
 */
function isSame(one, other) {
  if (one.host !== other.host) return false;
  return one.asked === undefined || other.asked === undefined || one.asked === other.asked;
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
