/**
 * `npm run audit`: looks into all that comes with the project, by deny.toml and by what the registries know. With names
 * of checks, only those. What cannot be looked into, since its data cannot be reached, is not passed.
 */
import { join } from "node:path";
import { Failure, output, run, runAlone, top } from "./run.js";
import { TOOLS } from "./set-up.js";

const VERSION = "0.20.2";
const cargoDeny = join(top, TOOLS, "bin", "cargo-deny");

const deny = (/** @type {string} */ manifest, /** @type {string[]} */ ...checks) => [
  ...["--manifest-path", manifest, "--config", join(top, "deny.toml"), "--locked", "check"],
  // deny.toml is for both: what only the other one needs is no news.
  ...["--hide-inclusion-graph", "--allow", "license-exception-not-encountered"],
  ...checks,
];

/** @type {Record<string, { says: string, program: string, args: string[] }[]>} */
const CHECKS = {
  crates: ["Cargo.toml", join("fuzz", "Cargo.toml")].map((manifest) => ({
    says: `licences, bans and sources of ${manifest}`,
    program: cargoDeny,
    args: deny(manifest, "licenses", "bans", "sources"),
  })),
  advisories: ["Cargo.toml", join("fuzz", "Cargo.toml")].map((manifest) => ({
    says: `advisories on the crates of ${manifest}`,
    program: cargoDeny,
    args: deny(manifest, "advisories"),
  })),
  npm: [
    { says: "advisories on the npm packages that build and test", program: "npm", args: ["audit"] },
    { says: "signatures of those packages", program: "npm", args: ["audit", "signatures"] },
  ],
};

await runAlone(import.meta.url, async (names) => {
  const unknown = names.filter((name) => !Object.hasOwn(CHECKS, name));
  if (unknown.length > 0) {
    throw new Failure(`No such check: ${unknown.join(", ")}. The checks are ${Object.keys(CHECKS).join(", ")}.`);
  }
  const chosen = (names.length > 0 ? names : Object.keys(CHECKS)).flatMap((name) => CHECKS[name] ?? []);
  if (chosen.some(({ program }) => program === cargoDeny)) await installCargoDeny();
  const outcomes = [];
  for (const { says, program, args } of chosen) {
    console.log(`\n── ${says}`);
    const passed = await run(program, args, { stdout: true }).then(
      () => true,
      (error) => {
        if (error instanceof Failure) return false;
        throw error;
      },
    );
    outcomes.push({ says, passed });
  }
  console.log(`\n${outcomes.map(({ says, passed }) => `${passed ? "✔" : "✖"} ${says}`).join("\n")}`);
  const failed = outcomes.filter(({ passed }) => !passed).length;
  if (failed > 0) throw new Failure(`${failed} of ${outcomes.length} did not pass, or could not be looked into.`);
});

async function installCargoDeny() {
  if (output(cargoDeny, ["--version"]) === `cargo-deny ${VERSION}`) return;
  console.error(`── Installing cargo-deny ${VERSION} into ${TOOLS}: about ten minutes, once`);
  await run("cargo", ["install", "cargo-deny", "--version", VERSION, "--locked", "--root", TOOLS, "--force"]);
}
