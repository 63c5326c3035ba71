/** What comes with the project: locked, licensed, and listed. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { packageNamed, shippedPackages } from "../../scripts/bundled.js";
import { allowedLicences, isMet, shippedCrates } from "../../scripts/crates.js";
import { notices } from "../../scripts/notices.js";
import { top } from "../../scripts/run.js";
import { sbom } from "../../scripts/sbom.js";

const read = (/** @type {string} */ file) => readFileSync(join(top, file), "utf8");

/**
 * @param {string} program
 * @param {string[]} args
 */
function succeeds(program, args) {
  const { status, stderr } = spawnSync(program, args, { cwd: top, encoding: "utf8", maxBuffer: 2 ** 26 });
  assert.equal(status, 0, `${program} ${args.join(" ")}\n${stderr}`);
}

test("Cargo's lock files name all that is compiled, each from the registry with its checksum", () => {
  for (const folder of [".", "fuzz"]) {
    const manifest = join(folder, "Cargo.toml");
    const target = ["--filter-platform", "wasm32-unknown-unknown"];
    succeeds("cargo", ["metadata", "--locked", "--format-version", "1", "--manifest-path", manifest, ...target]);
    const entries = read(join(folder, "Cargo.lock")).split("[[package]]").slice(1);
    for (const entry of entries) {
      if (/^name = "reconvene(?:-fuzz)?"$/m.test(entry)) continue;
      assert.match(entry, /^source = "registry\+.+"\nchecksum = "[0-9a-f]{64}"$/m);
    }
  }
});

test("npm's lock files name all that is installed, each with its hash, as package.json asks", () => {
  for (const folder of [".", "examples/javascript", "tests/hosts", "tests/docs-sites/vitepress"]) {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read(join(folder, "package.json")));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      assert.match(version, /^\d+\.\d+\.\d+$/, `${folder}: ${name}`);
    }
    const { packages } = JSON.parse(read(join(folder, "package-lock.json")));
    for (const [path, { integrity }] of Object.entries(packages)) {
      if (path !== "") assert.match(integrity ?? "", /^sha512-/, `${folder}: ${path}`);
    }
    succeeds("npm", ["ci", "--prefix", folder, "--dry-run", "--offline", "--ignore-scripts", "--no-audit"]);
  }
});

test("each crate that ships has a licence that deny.toml allows", async () => {
  const allowed = allowedLicences();
  const { crates, direct } = await shippedCrates();
  assert.ok(crates.length >= direct.length && direct.length > 0);
  for (const { name, license } of crates) assert.ok(isMet(license, allowed), `${name}: ${license}`);
});

test("each crate that ships has its notice in the package, and what the page bundles in the page's", async () => {
  const { crates } = await shippedCrates();
  const [package_, page] = [await notices(), await notices(["@codemirror/view"])];
  const sections = package_.split(/\n-{80}\n/);
  for (const { name, version } of crates) {
    const own = sections.filter((section) => section.includes(`\n${name} ${version} (`)).join("\n");
    assert.match(own, /Permission is hereby granted, free of charge/, name);
  }
  assert.ok(!package_.includes("@codemirror"));
  assert.match(page, /@codemirror\/view \S+ \(MIT\)\n\nMIT License\n\nCopyright/);
});

test("each npm package that is bundled has a licence that is allowed, and its notice in the package", async () => {
  // Licences of notices alone, which no crate has.
  const allowed = [...allowedLicences(), "BSD-3-Clause", "ISC"];
  const names = await shippedPackages();
  assert.ok(names.includes("@modelcontextprotocol/sdk"));
  const sections = (await notices(names)).split(/\n-{80}\n/);
  for (const { name, version, license } of names.map(packageNamed)) {
    assert.ok(isMet(license, allowed), `${name}: ${license}`);
    assert.ok(
      sections.some((section) => section.includes(`\n${name} ${version} (`)),
      name,
    );
  }
});

test("a licence is met by what is allowed", () => {
  const allowed = ["MIT", "Apache-2.0", "Unicode-3.0"];
  for (const met of ["MIT", "Unlicense OR MIT", "(MIT OR GPL-3.0-only) AND Unicode-3.0", "GPL-2.0-only OR (MIT)"]) {
    assert.ok(isMet(met, allowed), met);
  }
  const unmet = [
    "",
    "GPL-3.0-only",
    "MIT AND NCSA",
    "(MIT OR NCSA) AND NCSA",
    "MIT WITH some-exception",
    "(MIT",
    "MIT)",
  ];
  for (const one of unmet) assert.ok(!isMet(one, allowed), one);
  assert.ok(!isMet("NCSA AND MIT OR NCSA", allowed));
  assert.ok(isMet("NCSA AND NCSA OR MIT", allowed));
});

test("the package says what it is made of, in CycloneDX", async () => {
  const document = await sbom();
  const library = dirname(createRequire(import.meta.url).resolve("@cyclonedx/cyclonedx-library/package.json"));
  const schema = (/** @type {string} */ name) =>
    JSON.parse(readFileSync(join(library, "res", "schema", `${name}.SNAPSHOT.schema.json`), "utf8"));
  // The names by which the schema asks for its parts.
  const parts = ["spdx", "jsf-0.82"].map((name) => [
    `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`,
    schema(name),
  ]);
  const ajv = new Ajv({ strict: false, validateFormats: false, schemas: Object.fromEntries(parts) });
  const isValid = ajv.compile(schema("bom-1.6"));
  assert.ok(isValid(document), JSON.stringify(isValid.errors));
  assert.ok(!isValid({ ...document, bomFormat: "another" }));

  const { crates, direct } = await shippedCrates();
  const purls = document.components.map(({ purl }) => purl);
  const bundled = (await shippedPackages()).map(packageNamed);
  assert.deepEqual(purls.slice(0, -1), [
    ...crates.map(({ name, version }) => `pkg:cargo/${name}@${version}`),
    ...bundled.map(({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`),
  ]);
  assert.match(purls.at(-1) ?? "", /^pkg:generic\/rust-std@\d/);
  const wasm = createHash("sha256")
    .update(readFileSync(join(top, "pkg/generated/reconvene_bg.wasm")))
    .digest("hex");
  assert.deepEqual(document.metadata.component.components[0]?.hashes, [{ alg: "SHA-256", content: wasm }]);
  // What the manifest asks for, and nothing that only tests need.
  const asked = /^\[(?:target.*wasm32.*\.)?dependencies\]\n((?:.+\n)+)/gm;
  const names = Array.from(
    read("Cargo.toml").matchAll(asked),
    ([, lines = ""]) => lines.match(/^[\w-]+/gm) ?? [],
  ).flat();
  assert.deepEqual(direct.map((one) => one.split("@")[0]).sort(), names.sort());
  for (const name of ["proptest", "serde_derive", "syn"]) assert.ok(!crates.some((crate) => crate.name === name), name);
  // Each is reached from the package, and what is named is there.
  const needs = new Map(document.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
  const reached = new Set([document.metadata.component["bom-ref"]]);
  for (const ref of reached) for (const next of needs.get(ref) ?? assert.fail(ref)) reached.add(next);
  assert.equal(reached.size, purls.length + 3);
});
