/** The plugin for Claude Code, held to the form that it installs, and to what the package does. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Ajv } from "ajv";
import { agents, version } from "../../pkg/node.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
const plugin = join(top, "plugin");

/** @param {string} path */
const json = (path) => JSON.parse(readFileSync(join(top, path), "utf8"));

const text = { type: "string", minLength: 1 };
const author = { type: "object", properties: { name: text, email: text, url: text }, required: ["name"] };
const kebab = { type: "string", pattern: "^[a-z][a-z0-9]*(-[a-z0-9]+)*$" };

/**
 * Of the schemas of plugin manifests and marketplaces that SchemaStore has, generated on 2026-04-23, what the fields are
 * that these files use; no others.
 */
const SCHEMAS = {
  "plugin/.claude-plugin/plugin.json": {
    type: "object",
    properties: {
      $schema: text,
      name: kebab,
      version: { type: "string", pattern: "^\\d+\\.\\d+\\.\\d+$" },
      description: text,
      author,
      license: text,
      keywords: { type: "array", items: text },
    },
    required: ["name", "version", "description"],
    additionalProperties: false,
  },
  "plugin/hooks/hooks.json": {
    type: "object",
    properties: {
      description: text,
      hooks: {
        type: "object",
        propertyNames: { enum: ["SubagentStop"] },
        additionalProperties: {
          type: "array",
          items: {
            type: "object",
            properties: {
              matcher: text,
              hooks: {
                type: "array",
                items: {
                  type: "object",
                  properties: {
                    type: { const: "command" },
                    command: text,
                    timeout: { type: "number", exclusiveMinimum: 0 },
                  },
                  required: ["type", "command"],
                  additionalProperties: false,
                },
              },
            },
            required: ["hooks"],
            additionalProperties: false,
          },
        },
      },
    },
    required: ["hooks"],
    additionalProperties: false,
  },
  "plugin/.mcp.json": {
    type: "object",
    properties: {
      mcpServers: {
        type: "object",
        additionalProperties: {
          type: "object",
          properties: { type: { const: "stdio" }, command: text, args: { type: "array", items: text } },
          required: ["command"],
          additionalProperties: false,
        },
      },
    },
    required: ["mcpServers"],
    additionalProperties: false,
  },
  ".claude-plugin/marketplace.json": {
    type: "object",
    properties: {
      $schema: text,
      name: kebab,
      description: text,
      owner: author,
      plugins: {
        type: "array",
        items: {
          type: "object",
          properties: { name: kebab, source: { type: "string", pattern: "^\\./" }, description: text, category: text },
          required: ["name", "source"],
          additionalProperties: false,
        },
      },
    },
    required: ["name", "owner", "plugins"],
    additionalProperties: false,
  },
};

for (const [path, schema] of Object.entries(SCHEMAS)) {
  test(`${path} keeps to its schema`, () => {
    const ajv = new Ajv();
    assert.ok(ajv.validate(schema, json(path)), ajv.errorsText());
  });
}

test("the marketplace leads to the plugin", () => {
  const [entry] = json(".claude-plugin/marketplace.json").plugins;
  assert.equal(entry.name, json("plugin/.claude-plugin/plugin.json").name);
  assert.ok(existsSync(join(top, entry.source, ".claude-plugin", "plugin.json")));
});

test("it is of the version of the package, and so is all that it calls", () => {
  assert.equal(json("plugin/.claude-plugin/plugin.json").version, version);
  const [{ hooks }] = json("plugin/hooks/hooks.json").hooks.SubagentStop;
  assert.equal(hooks[0].command, `npx --yes reconvene@${version} hook`);
  const { command, args } = json("plugin/.mcp.json").mcpServers.reconvene;
  assert.deepEqual([command, ...args], ["npx", "--yes", `reconvene@${version}`, "mcp"]);
});

test("its agents are those that `reconvene agents` writes", () => {
  const definitions = agents();
  assert.deepEqual(readdirSync(join(plugin, "agents")).sort(), definitions.map(({ path }) => path).sort());
  for (const { path, text } of definitions)
    assert.equal(readFileSync(join(plugin, "agents", path), "utf8"), text, path);
});

test("agents and commands begin with front matter that says what they are for", () => {
  for (const folder of ["agents", "commands"]) {
    for (const name of readdirSync(join(plugin, folder))) {
      const [, head = ""] = /^---\n([\s\S]*?)\n---\n/.exec(readFileSync(join(plugin, folder, name), "utf8")) ?? [];
      const keys = Array.from(head.matchAll(/^([\w-]+): \S/gm), ([, key]) => key);
      const wanted = folder === "agents" ? ["name", "description", "model"] : ["description", "argument-hint"];
      assert.deepEqual(keys, wanted, name);
      // A colon with a space behind it would begin another value.
      for (const line of head.split("\n")) assert.match(line, /^[\w-]+: (?:"[^"]*"|[^":[\]{}#&*!|>%@`]+)$/, name);
    }
  }
});
