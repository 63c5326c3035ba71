/** The reference pages of the documentation site, made from the types and from `--help`, so that they cannot go stale. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure, top } from "./run.js";

/** What can be imported, with the file of its types and the title of its page. */
const ENTRIES = [
  { name: "reconvene", types: "pkg/reconvene.d.ts", page: "api.md" },
  { name: "reconvene/sessions", types: "pkg/reconvene-sessions.d.ts", page: "api-sessions.md" },
  { name: "reconvene/element", types: "pkg/reconvene-element.d.ts", page: "api-element.md" },
  { name: "reconvene/dispatch", types: "pkg/reconvene-dispatch.d.ts", page: "api-dispatch.md" },
  { name: "reconvene/clarifications", types: "pkg/reconvene-clarifications.d.ts", page: "api-clarifications.md" },
];

/** @returns {{ path: string, text: string }[]} */
export const referencePages = () => [
  { path: "reference/cli.md", text: commandLine() },
  ...ENTRIES.map(({ page, ...entry }) => ({ path: `reference/${page}`, text: types(entry) })),
];

/** @param {string[]} args */
function help(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, "pkg", "cli.js"), ...args, "--help"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Failure(`\`reconvene ${args.join(" ")} --help\` failed: ${stderr}`);
  return stdout.trimEnd();
}

function commandLine() {
  const general = help();
  const [, list = ""] = /^Commands:\n([\s\S]*?)\n\n/m.exec(general) ?? [];
  const commands = Array.from(list.matchAll(/^ {2}(\S+) +(\S.*)$/gm), ([, name = "", says = ""]) => ({ name, says }));
  if (commands.length === 0) throw new Failure("`reconvene --help` lists no commands.");
  const rows = commands.map(({ name, says }) => `| [\`${name}\`](#${name}) | ${escaped(says)} |`);
  const parts = commands.map(({ name, says }) => `## ${name}\n\n${escaped(says)}.\n\n${fence(help(name), "text")}\n`);
  return [
    "# Command line\n",
    "What `reconvene COMMAND --help` prints. The guide is [on the command line](../command-line.md).\n",
    ["| Command | What it does |", "| --- | --- |", ...rows, ""].join("\n"),
    ...parts,
  ].join("\n");
}

/** @typedef {{ kind: string, name: string, says: string, code: string }} Declaration */

/** @param {{ name: string, types: string }} entry */
function types({ name, types }) {
  const text = readFileSync(join(top, types), "utf8");
  const [, first = ""] = /^\/\*\*([\s\S]*?)\*\//.exec(text) ?? [];
  const parts = text.split(/^\/\/ ─+ (.+)$/m);
  const lines = [`# ${name}\n`, `${prose(first)}\n`, `\`\`\`js\nimport { … } from "${name}";\n\`\`\`\n`];
  for (let at = 0; at < parts.length; at += 2) {
    const declared = declarations(parts[at] ?? "");
    if (declared.length === 0) continue;
    const title = at === 0 ? "Types and functions" : (parts[at - 1] ?? "");
    lines.push(`## ${title.charAt(0).toUpperCase()}${title.slice(1)}\n`);
    for (const { kind, name, says, code } of declared) {
      lines.push(`### ${name}${kind === "function" ? "()" : ""}\n`);
      if (says !== "") lines.push(`${says}\n`);
      lines.push(`${fence(code, "ts")}\n`);
    }
  }
  const passedOn = namesPassedOn(text);
  if (passedOn.length > 0) lines.push("## The same as in [reconvene](api.md)\n", `${passedOn.join(", ")}\n`);
  return lines.join("\n");
}

/**
 * What a file of types exports that is declared in `reconvene.d.ts`, each as a link to where it is described.
 * @param {string} text
 */
function namesPassedOn(text) {
  const link = (/** @type {string} */ name, /** @type {string} */ heading) =>
    `[\`${name}\`](api.md#${heading.toLowerCase()})`;
  return Array.from(text.matchAll(/^export \{([^}]*)\}|^export import (\w+) = (\w+)/gm)).flatMap(
    ([, list = "", name, namespace = ""]) =>
      name === undefined
        ? Array.from(list.matchAll(/(?:type )?(\w+)/g), ([, one = ""]) => link(one, one))
        : [link(name, namespace)],
  );
}

/**
 * What a part of a file exports, each declaration with the comment above it; overloads of one name stand together.
 * @param {string} part
 */
function declarations(part) {
  const start = /^export (?:declare )?(type|interface|function|class|const|namespace) (\w+)/;
  /** @type {Declaration[]} */
  const found = [];
  const lines = part.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const [, kind, name] = start.exec(lines[at] ?? "") ?? [];
    if (kind === undefined || name === undefined) continue;
    let above = at - 1;
    if (lines[above]?.endsWith("*/")) while (!lines[above]?.startsWith("/**")) above -= 1;
    const says = above < at - 1 || lines[above]?.startsWith("/**") ? prose(lines.slice(above, at).join("\n")) : "";
    const from = at;
    while (!isEnd(lines, at)) at += 1;
    const code = lines.slice(from, at + 1).join("\n");
    const last = found.at(-1);
    if (last?.name === name && kind === "function") last.code += `\n${code}`;
    else found.push({ kind, name, says, code });
  }
  return found;
}

/**
 * Whether a declaration ends in a line: the next one begins something at the margin, or there is none.
 * @param {string[]} lines
 * @param {number} at
 */
function isEnd(lines, at) {
  const next = lines[at + 1];
  const line = lines[at] ?? "";
  return next === undefined || next === ""
    ? !/[{(=|,]$/.test(line) || next === undefined
    : /^(?:\/\*\*|export|interface|type|declare|import)/.test(next);
}

/**
 * A comment as Markdown, without its marks and tags.
 * @param {string} comment
 */
function prose(comment) {
  const lines = comment
    .replace(/^\s*\/\*\*/, "")
    .replace(/\*\/\s*$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim());
  const text = escaped(
    lines
      .filter((line) => !line.startsWith("@"))
      .join("\n")
      .trim(),
  );
  return text.replace(/`docs\/([\w/-]+\.md)`/g, "[`docs/$1`](../$1)");
}

/**
 * Text in which no mark of HTML or of Vue begins anything, but in code.
 * @param {string} text
 */
const escaped = (text) =>
  text.replace(/`[^`]*`|[<{|]/g, (found) =>
    found.startsWith("`") ? found.replaceAll("|", "\\|") : `&#${found.charCodeAt(0)};`,
  );

/**
 * @param {string} code
 * @param {string} language
 */
const fence = (code, language) => `\`\`\`\`${language}\n${code}\n\`\`\`\``;
