/** What each format asks for, as JSON schemas: of SARIF made from its types, of the others written by their documentation. */
import { createRequire } from "node:module";
import { Ajv } from "ajv";
import { createGenerator } from "ts-json-schema-generator";

const SARIF_TYPES = createRequire(import.meta.url).resolve("@types/sarif/index.d.ts");

const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
const uri = /^(?:(?:https?|file):\/\/)?(?:[\w.~!$&'()*+,;=@/-]|%[0-9A-F]{2})*$/;
ajv.addFormat("uri", URL.canParse);
ajv.addFormat("uri-reference", (value) => uri.test(value) || /^file:\/\/\/[A-Z]:\//i.test(value));
ajv.addFormat("date-time", true);

/**
 * @param {Record<string, unknown>} schema
 * @returns {(value: unknown) => string | null} What is wrong; null where nothing is.
 */
function validator(schema) {
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
}

const positive = { type: "integer", minimum: 1 };
const text = { type: "string", minLength: 1 };

/**
 * @param {Record<string, unknown>} properties
 * @param {string[]} required
 */
const object = (properties, required) => ({ type: "object", properties, required, additionalProperties: false });

const position = object({ line: positive, column: positive }, ["line"]);
const range = object({ start: position, end: position }, ["start"]);
const location = object({ path: text, range }, ["path"]);

/** `DiagnosticResult` of `proto/rdf/reviewdog.proto`. */
export const rdjson = validator(
  object(
    {
      source: object({ name: text, url: text }, ["name"]),
      severity: { enum: ["ERROR", "WARNING", "INFO"] },
      diagnostics: {
        type: "array",
        items: object(
          {
            message: text,
            location,
            severity: { enum: ["ERROR", "WARNING", "INFO"] },
            code: object({ value: text, url: text }, ["value"]),
          },
          ["message", "location", "severity"],
        ),
      },
    },
    ["diagnostics"],
  ),
);

/** "Code Quality report format" of GitLab's documentation; `lines.end` and `content` are of the specification that it is a part of. */
export const gitlab = validator({
  type: "array",
  items: object(
    {
      description: { ...text, pattern: "^[^\\n]*$" },
      check_name: text,
      content: object({ body: { type: "string" } }, ["body"]),
      fingerprint: text,
      severity: { enum: ["info", "minor", "major", "critical", "blocker"] },
      location: object({ path: text, lines: object({ begin: positive, end: positive }, ["begin"]) }, ["path", "lines"]),
    },
    ["description", "check_name", "fingerprint", "severity", "location"],
  ),
});

/** What the types of SARIF say. */
export const sarif = validator(
  /** @type {any} */ (createGenerator({ path: SARIF_TYPES, type: "Log", skipTypeCheck: true }).createSchema("Log")),
);

/**
 * A schema that no package of the project holds: some are of draft 4, read as what came after it.
 * @param {any} schema
 */
export function validatorOf(schema) {
  const { id: _, $schema: __, ...rest } = schema;
  return validator(rest);
}
