/** What generated replies say. */

/** @typedef {{ thing: string, attribute: string, code: string, here: string, there: string }} Facts */
/** @typedef {((facts: Facts) => string)[]} Phrases */

export const DOCUMENTS = [
  "ARCHITECTURE",
  "API",
  "DATA_MODEL",
  "OPERATIONS",
  "SECURITY",
  "BILLING",
  "ONBOARDING",
  "RELEASES",
];

export const AGENTS = [
  "cross-document consistency checker",
  "second reader, consistency",
  "incident reviewer",
  "consistency checker working from summaries",
];

export const TYPES = [
  "contradiction",
  "terminology-drift",
  "stale-content",
  "missing-coverage",
  "broken-reference",
  "redundant-spec",
  "abstraction-leak",
];

export const REASONS = ["context limit reached", "out of time", "the second half was not readable"];

export const THINGS = [
  "webhook delivery",
  "carrier ingest",
  "rate limit",
  "retry queue",
  "scan event",
  "parcel",
  "consignment",
  "cursor",
  "access token",
  "session",
  "audit log",
  "invoice",
  "refund",
  "tax line",
  "customer address",
  "label printer",
  "route planner",
  "depot",
  "read replica",
  "event log",
  "projection",
  "archive",
  "backup",
  "restore exercise",
  "deployment",
  "rollback",
  "health check",
  "alert",
  "runbook",
  "on-call rotation",
  "feature flag",
  "tenant",
  "API key",
  "client certificate",
  "password reset",
  "export job",
  "import job",
  "search index",
  "thumbnail",
  "notification",
  "subscription",
  "price list",
  "currency",
  "warehouse slot",
  "pickup window",
  "delivery attempt",
  "signature",
  "customs form",
];

export const ATTRIBUTES = [
  "timeout",
  "owner",
  "retention",
  "unit",
  "order",
  "default",
  "maximum size",
  "encoding",
  "version",
  "identifier",
  "state",
  "threshold",
  "schedule",
  "batch size",
  "error code",
  "time zone",
  "checksum",
  "region",
  "fallback",
  "precision",
];

/** @type {[string, string][]} */
export const VALUES = [
  ["N seconds", "N minutes"],
  ["N days", "N days"],
  ["N per minute", "N per second"],
  ["at most once", "at least once with N attempts"],
  ["a ULID", "an integer of N bits"],
  ["UTC", "the local time of region N"],
  ["`status=open|late`", "`status=N`"],
  ["N kilobytes", "N megabytes"],
  ["a JSON list of N fields", "a CSV file of N columns"],
  ["the platform team", "team N"],
  ["required", "optional since version N"],
  ["HTTP 4N", "HTTP 5N"],
];

/** @type {Phrases} */
export const TITLES = [
  ({ thing, attribute }) => `Two values for the ${attribute} of the ${thing}`,
  ({ thing, attribute }) => `The ${thing} and its ${attribute}`,
  ({ thing }) => `The two documents do not mean the same ${thing}`,
  ({ code }) => `\`${code}\` is specified twice`,
];

/** @type {Phrases} */
export const DESCRIPTIONS = [
  ({ thing, attribute, here, there }) =>
    `The ${attribute} of the ${thing} is ${here} in the first document; the second document gives ${there}, and neither mentions the other.`,
  ({ thing, attribute, code, here, there }) =>
    `\`${code}\` is documented as ${here}, but a reader of the other side finds ${there} for the ${attribute} of the same ${thing}.`,
  ({ thing, attribute, here, there }) =>
    `Whoever implements the ${thing} from this section sets its ${attribute} to ${here}. The counterpart promises ${there} to integrators.`,
  ({ thing, attribute, code, here, there }) =>
    `${attribute[0]?.toUpperCase()}${attribute.slice(1)} differs: ${here} against ${there}. The field \`${code}\` of the ${thing} carries only one of them.`,
  ({ thing, attribute, here }) =>
    `One document says ${here} for the ${attribute} of the ${thing}, the other leaves it open.`,
];

/** @type {Phrases} */
export const ADVICE = [
  ({ thing, attribute }) => `Decide the ${attribute} of the ${thing} once, and link to it from the other document.`,
  ({ here, there }) => `Say which of ${here} and ${there} holds.`,
  ({ code }) => `Keep the figure beside \`${code}\` and delete the other.`,
  ({ thing }) => `Rewrite the paragraph on the ${thing}.`,
];

/** @type {Phrases} */
export const DETAILS = [
  ({ thing, attribute, here, there }) =>
    `The first document introduces the ${thing} with "${here}" and builds its sequence diagram on that ${attribute}. The second repeats the diagram with ${there}, so that the two cannot be implemented by one component. An integrator who relies on either text alone will notice only in production.`,
  ({ thing, code, here }) =>
    `A search for \`${code}\` finds three places that assume ${here} and two that do not. The ${thing} has no owner who could say which is meant; the oldest of the five was written before the last release and was not looked at since.`,
  ({ thing, attribute, there }) =>
    `Nothing enforces the ${attribute} of the ${thing} at run time — a violation shows up as a wrong total at the end of the day. If ${there} is the promise to the public, the other text has to follow, and the check belongs into the health endpoint that operations can alert on.`,
  ({ attribute, here, there }) =>
    `I rate this by its effect and not by the size of the edit: with ${here} for the ${attribute} the dashboards are right and the reference is wrong, with ${there} it is the other way round.`,
];
