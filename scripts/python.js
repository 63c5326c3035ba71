/** `npm run python`: writes the types of a report for Python, `examples/python/reconvene_report.py`, from its JSON schema. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { runAlone, top } from "./run.js";
import { schemas } from "./schema.js";

export const OUT = join(top, "examples", "python", "reconvene_report.py");

const HEAD = `"""The types of a report of reconvene in JSON, for pydantic 2. Made from its schema by \`npm run python\`.

    report = Report.model_validate_json(text)
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Union

from pydantic import BaseModel, ConfigDict, Field


class Model(BaseModel):
    # What later versions add is passed over; fields have the names of Python, or those of JSON.
    model_config = ConfigDict(extra="ignore", populate_by_name=True)
`;

/** Words of Python, and names that a model of pydantic has itself. */
const TAKEN = ["from", "in", "is", "not", "or", "and", "if", "class", "def", "pass", "schema", "copy", "json", "dict"];
/** So wide a line is at most, as Python's own style has it. */
const WIDEST = 99;

/** @typedef {Record<string, any>} Schema */

/** The module, as text. */
export function pythonOfReport() {
  const report = schemas().find(({ name }) => name === "report")?.schema;
  const { definitions = {}, ...whole } = /** @type {Schema} */ (report);
  /** @type {string[]} */
  const made = [];
  for (const [name, schema] of Object.entries({ ...definitions, Report: whole })) {
    if (schema.properties) classOf(name, schema, made);
    else made.push(`${commented(schema, "")}${alias(name, typeOf(schema, name, made))}`);
  }
  return `${[HEAD, ...made, "Report.model_rebuild()\n"].map((part) => part.trim()).join("\n\n\n")}\n`;
}

/** Names that others use before they are there are resolved by pydantic; those of aliases are texts until then.
 * @param {string} name @param {string} type */
const alias = (name, type) => `${name} = ${type}\n`;

/**
 * @param {string} name
 * @param {Schema} schema
 * @param {string[]} made Classes that stand before it.
 */
function classOf(name, { properties, required = [], description }, made) {
  const fields = Object.entries(properties).map(([key, schema]) => {
    const own = snake(key);
    const type = typeOf(schema, `${name}${pascal(key)}`, made);
    const isThere = required.includes(key);
    const given = [...(isThere ? [] : ["default=None"]), ...(own === key ? [] : [`alias="${key}"`])];
    const full = isThere ? type : optional(type);
    const value = given.length === 0 ? "" : own === key ? " = None" : ` = Field(${given.join(", ")})`;
    return `${commented(schema, "    ")}    ${own}: ${full}${value}\n`;
  });
  made.push(`\n${commented({ description }, "")}class ${name}(Model):\n${fields.join("") || "    pass\n"}`);
}

/** @param {string} type */
const optional = (type) => (/(?:^|\| )None\b/.test(type) ? type : `${type} | None`);

/**
 * The type of a schema, as an annotation.
 * @param {Schema} schema
 * @param {string} name What a class is called, if it takes one.
 * @param {string[]} made
 * @returns {string}
 */
function typeOf(schema, name, made) {
  if (schema.$ref) return schema.$ref.replace("#/definitions/", "");
  if (schema.const !== undefined) return `Literal["${schema.const}"]`;
  if (schema.enum) {
    const words = schema.enum.filter((/** @type {unknown} */ one) => one !== null);
    const literal = `Literal[${words.map((/** @type {string} */ one) => `"${one}"`).join(", ")}]`;
    return words.length < schema.enum.length ? `${literal} | None` : literal;
  }
  if (schema.anyOf) return union(schema.anyOf, name, made);
  if (Array.isArray(schema.type)) {
    return schema.type.map((/** @type {string} */ type) => typeOf({ ...schema, type }, name, made)).join(" | ");
  }
  switch (schema.type) {
    case "string":
      return "str";
    case "integer":
      return limited("int", schema);
    case "number":
      return limited("float", schema);
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "array": {
      const item = typeOf(schema.items, `${name}Item`, made);
      if (schema.minItems === undefined || schema.minItems !== schema.maxItems) return `list[${item}]`;
      return `tuple[${Array(schema.minItems).fill(item).join(", ")}]`;
    }
    case "object": {
      if (!schema.properties) return `dict[str, ${typeOf(schema.additionalProperties ?? {}, name, made)}]`;
      classOf(name, schema, made);
      return name;
    }
    default:
      return "Any";
  }
}

/**
 * Objects that a constant tells apart are read by that.
 * @param {Schema[]} options
 * @param {string} name
 * @param {string[]} made
 */
function union(options, name, made) {
  const kinds = options.map(({ properties }) => properties?.kind?.const);
  if (kinds.every((kind) => typeof kind === "string")) {
    const classes = options.map((option) => typeOf(option, `${name}${pascal(option.properties.kind.const)}`, made));
    return `Annotated[\n    Union[${classes.join(", ")}],\n    Field(discriminator="kind"),\n]`;
  }
  const types = options.map((option, at) => typeOf(option, options.length > 2 ? `${name}${at + 1}` : name, made));
  // A word that is known says no more than that it is one.
  const known = [...new Set(types)].filter((type) => !(types.includes("str") && type.startsWith("Literal[")));
  return known.join(" | ");
}

/** @param {string} type @param {Schema} schema */
function limited(type, { minimum, maximum }) {
  const limits = [
    ...(minimum === undefined ? [] : [`ge=${minimum}`]),
    ...(maximum === undefined ? [] : [`le=${maximum}`]),
  ];
  return limits.length === 0 ? type : `Annotated[${type}, Field(${limits.join(", ")})]`;
}

/** @param {string} key */
function snake(key) {
  const name = /[a-z]/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;
  return TAKEN.includes(name) ? `${name}_` : name.replaceAll("-", "_");
}

/** @param {string} key */
const pascal = (key) => key.replace(/(?:^|[-_])(\w)/g, (_, letter) => letter.toUpperCase());

/**
 * What a schema says, as comments above what it is of.
 * @param {Schema} schema
 * @param {string} indent
 */
function commented({ description }, indent) {
  if (!description) return "";
  /** @type {string[]} */
  const lines = [];
  for (const word of description.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined || indent.length + last.length + word.length + 3 > WIDEST) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.map((line) => `${indent}# ${line}\n`).join("");
}

await runAlone(import.meta.url, async () => writeFileSync(OUT, pythonOfReport()));
