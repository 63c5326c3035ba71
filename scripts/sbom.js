/**
 * `npm run sbom`: writes down what the package is made of, in CycloneDX 1.6, into the package: a scanner of installed
 * packages cannot look into WebAssembly. It names no time, so that the same sources give the same package.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { packageNamed, shippedPackages } from "./bundled.js";
import { shippedCrates } from "./crates.js";
import { Failure, replaceFile, run, runAlone, top } from "./run.js";

export const SBOM = join("pkg", "sbom.cdx.json");
const MODULE = "pkg/generated/reconvene_bg.wasm";
const SERVER = "pkg/generated/mcp.js";

/** What is in the package that was built. */
export async function sbom() {
  const { name, version, description, license } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  const { crates, direct } = await shippedCrates();
  const standard = await standardLibrary();
  const itself = `pkg:npm/${name}@${version}`;
  const packages = (await shippedPackages()).map(packageNamed);
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: {
        ...{ type: "library", "bom-ref": itself, name, version, description },
        licenses: [{ expression: license }],
        purl: itself,
        components: [fileOf(MODULE), fileOf(SERVER)],
      },
    },
    components: [
      ...crates.map(({ name, version, license, description, checksum }) => ({
        ...{ type: "library", "bom-ref": purlOf(`${name}@${version}`), name, version },
        ...(description && { description: description.trim().replaceAll(/\s+/g, " ") }),
        hashes: [{ alg: "SHA-256", content: checksum }],
        licenses: [{ expression: license }],
        purl: purlOf(`${name}@${version}`),
      })),
      ...packages.map((one) => ({
        ...{ type: "library", "bom-ref": npmOf(one), name: one.name, version: one.version },
        ...(one.description && { description: one.description.trim().replaceAll(/\s+/g, " ") }),
        licenses: [{ expression: one.license }],
        purl: npmOf(one),
      })),
      standard,
    ],
    dependencies: [
      { ref: itself, dependsOn: [MODULE, SERVER] },
      { ref: SERVER, dependsOn: packages.map(npmOf) },
      ...packages.map((one) => ({ ref: npmOf(one), dependsOn: [] })),
      { ref: MODULE, dependsOn: [...direct.map(purlOf), standard["bom-ref"]] },
      ...crates.map(({ name, version, needs }) => ({
        ref: purlOf(`${name}@${version}`),
        dependsOn: needs.map(purlOf),
      })),
      { ref: standard["bom-ref"], dependsOn: [] },
    ],
  };
}

/** @param {string} name */
function fileOf(name) {
  const hash = createHash("sha256").update(readFileSync(join(top, name)));
  return { type: "file", "bom-ref": name, name, hashes: [{ alg: "SHA-256", content: hash.digest("hex") }] };
}

const npmOf = (/** @type {{ name: string, version: string }} */ { name, version }) =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`;

const purlOf = (/** @type {string} */ crate) => `pkg:cargo/${crate}`;

/** Rust's own library, which no lock file names: that of the compiler. */
async function standardLibrary() {
  const said = await run("rustc", ["--version", "--verbose"], { quiet: true });
  const [, commit] = /^commit-hash: (.+)$/m.exec(said) ?? [];
  const [, version] = /^release: (.+)$/m.exec(said) ?? [];
  if (!version) throw new Failure("rustc names no version of itself.");
  const purl = `pkg:generic/rust-std@${version}`;
  return {
    ...{ type: "library", "bom-ref": purl, name: "rust-std", version },
    description: `The standard library of Rust, of commit ${commit}`,
    licenses: [{ expression: "MIT OR Apache-2.0" }],
    purl,
  };
}

await runAlone(import.meta.url, async () => {
  replaceFile(join(top, SBOM), `${JSON.stringify(await sbom(), null, 2)}\n`);
});
