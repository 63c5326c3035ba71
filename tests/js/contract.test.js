/**
 * The package's types keep to the contract that they are cut from, which is not part of this repository: where
 * RECONVENE_CONTRACT names it. What the package does not have yet is listed here, and nowhere else; an entry that has
 * become untrue fails too, so that the lists can only shrink.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../..", import.meta.url));
const shipped = join(top, "pkg", "reconvene.d.ts");
const contract = process.env.RECONVENE_CONTRACT;

/** What the contract has and the package has not. */
const GAPS = {
  names: /** @type {string[]} */ ([]),
  words: /** @type {Record<string, string[]>} */ ({}),
  options: /** @type {Record<string, string[]>} */ ({}),
  /** Options that take less than they should, because of the words above. */
  narrower: {
    // And a report that was not made by this package lacks what it adds.
    AggregateOptions: ["previous"],
  },
  /** Fields that are always null or empty. */
  unmade: /** @type {Record<string, string[]>} */ ({}),
  /** Functions that take fewer arguments. */
  arity: /** @type {string[]} */ ([]),
};

/** What a user writes, and the package reads. */
const INPUTS = ["Reply", "AggregateOptions", "RenderOptions", "CheckOptions", "PlanInput", "OrchestrationConfig"];
/** Unions of words. */
const WORDS = ["Status", "ResultType", "Expected", "Severity", "Dialect", "ItemStatus", "Format", 'Detail["kind"]'];

/**
 * The names that a file of types exports, by what they are.
 * @param {string} path
 */
function exported(path) {
  const declared = readFileSync(path, "utf8").matchAll(/^export (?:declare )?(\w+) (\w+)/gm);
  return new Map(Array.from(declared, ([, kind = "", name = ""]) => [name, kind]));
}

/**
 * The functions of the namespace `clarifications`.
 * @param {string} path
 */
function inNamespace(path) {
  const names = Array.from(
    readFileSync(path, "utf8").matchAll(/^ {2}export function (\w+)/gm),
    ([, name = ""]) => name,
  );
  assert.ok(names.length > 5);
  return names;
}

/**
 * The contract with a type of the package's in the place of its own: what functions take, apart from what that is.
 * @param {string} text
 * @param {string} name
 */
function withOurs(text, name) {
  const body = "\\{(?:[^\\n]*\\}$|.*?^\\}$)";
  const declaration = new RegExp(`^export (?:interface ${name} ${body}|type ${name} .*?;$)`, "ms");
  assert.match(text, declaration);
  return text.replace(declaration, `export type ${name} = import("./shipped.js").${name};`);
}

/** @param {string[]} words */
const union = (words = []) => words.map((word) => JSON.stringify(word)).join(" | ") || "never";

test("the types keep to the contract", { skip: !contract && "RECONVENE_CONTRACT is not set" }, () => {
  const [theirs, ours] = [exported(resolve(contract ?? "")), exported(shipped)];
  const both = [...theirs.keys()].filter((name) => ours.has(name));
  assert.deepEqual([...theirs.keys()].filter((name) => !ours.has(name)).sort(), GAPS.names.toSorted());

  const those = (/** @type {string[]} */ ...kinds) => both.filter((name) => kinds.includes(theirs.get(name) ?? ""));
  const gaps = (/** @type {Record<string, string[]>} */ of, /** @type {string} */ name) => union(of[name]);
  const lines = [
    'import type * as Theirs from "./contract.js";',
    'import type * as Ours from "./shipped.js";',
    'import type * as Called from "./called.js";',
    "declare function is<_ extends true>(): void;",
    "type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;",
    "type Fits<A, B> = [A] extends [B] ? true : false;",
    "type Known<A> = { [K in keyof A as string extends K ? never : K]-?: A[K] };",
    "type Missing<A, B> = Exclude<keyof A, keyof Known<B>>;",
    "type Narrower<A, B> = { [K in keyof A & keyof Known<B>]-?: [A[K]] extends [B[K]] ? never : K }[keyof A & keyof Known<B>];",
    "type Unmade<A> = { [K in keyof Known<A>]: [A[K]] extends [null | never[]] ? K : never }[keyof Known<A>];",
    // What we give is what the contract promises; what we add beyond it harms nobody.
    ...those("type", "interface", "class").map((name) => `is<Fits<Ours.${name}, Theirs.${name}>>();`),
    ...those("interface").map((name) => `is<Same<Unmade<Ours.${name}>, ${gaps(GAPS.unmade, name)}>>();`),
    ...WORDS.map((name) => `is<Same<Exclude<Theirs.${name}, Ours.${name}>, ${gaps(GAPS.words, name)}>>();`),
    ...INPUTS.flatMap((name) => [
      `is<Same<Missing<Theirs.${name}, Ours.${name}>, ${gaps(GAPS.options, name)}>>();`,
      `is<Same<Narrower<Theirs.${name}, Ours.${name}>, ${gaps(GAPS.narrower, name)}>>();`,
    ]),
    ...those("function").flatMap((name) => {
      const [their, our] = [`typeof Theirs.${name}`, `typeof Ours.${name}`];
      const arity = `Same<Parameters<${their}>["length"], Parameters<${our}>["length"]>`;
      return [
        `is<Fits<ReturnType<${our}>, ReturnType<${their}>>>();`,
        `is<Fits<${our}, typeof Called.${name}>>();`,
        `is<${GAPS.arity.includes(name) ? `Same<${arity}, false>` : arity}>();`,
      ];
    }),
    ...inNamespace(resolve(contract ?? "")).flatMap((name) => {
      const [their, our] = [`typeof Theirs.clarifications.${name}`, `typeof Ours.clarifications.${name}`];
      return [
        `is<Fits<ReturnType<${our}>, ReturnType<${their}>>>();`,
        `is<Fits<Parameters<typeof Called.clarifications.${name}>, Parameters<${our}>>>();`,
        `is<Same<Parameters<${their}>["length"], Parameters<${our}>["length"]>>();`,
      ];
    }),
    // Of ReconveneError the instances alone: users catch it, and do not make it.
    "is<Fits<typeof Ours.Collector, typeof Theirs.Collector>>();",
    "is<Fits<typeof Ours.version, typeof Theirs.version>>();",
  ];
  const folder = mkdtempSync(join(tmpdir(), "reconvene-contract-"));
  try {
    const text = readFileSync(resolve(contract ?? ""), "utf8");
    writeFileSync(join(folder, "contract.d.ts"), text);
    writeFileSync(join(folder, "called.d.ts"), [...INPUTS, "Format", "Report"].reduce(withOurs, text));
    writeFileSync(join(folder, "shipped.d.ts"), readFileSync(shipped));
    writeFileSync(join(folder, "check.ts"), lines.join("\n"));
    const settings = {
      compilerOptions: { strict: true, noEmit: true, module: "nodenext", target: "es2023" },
      files: ["check.ts"],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    const tsc = join(top, "node_modules", "typescript", "bin", "tsc");
    const { status, stdout, stderr } = spawnSync(process.execPath, [tsc, "--pretty", "-p", folder], {
      encoding: "utf8",
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
