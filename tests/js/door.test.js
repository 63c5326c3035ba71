/** What stands in the way of a first start is said in a sentence that says what to do. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { oldNode } from "../../pkg/node-version.js";

const top = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "Grüße vom Büro "));
after(() => rmSync(folder, { recursive: true }));

/** @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
const node = (args, env = process.env) => spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });

test("an old Node is refused, by the versions of package.json", () => {
  assert.equal(JSON.parse(readFileSync(join(top, "package.json"), "utf8")).engines.node, "^20.19.0 || >=22.12.0");
  for (const old of ["12.22.12", "18.20.8", "20.18.1", "21.7.3", "22.11.0"]) {
    assert.match(oldNode(old) ?? "", new RegExp(`^Node ${old} is too old: .*20\\.19, 22\\.12 or newer\\. Install`));
  }
  for (const fine of ["20.19.0", "20.20.2", "22.12.0", "24.0.0"]) assert.equal(oldNode(fine), null);
});

test("what checks the version is written for old versions", () => {
  for (const file of ["pkg/bin.js", "pkg/node-version.js", "scripts/main.js"]) {
    const text = readFileSync(join(top, file), "utf8");
    assert.doesNotMatch(text, /^await|\?\?|\?\.|\.at\(|replaceAll|#[a-z]+;/m, file);
    const imports = Array.from(text.matchAll(/^import .* from "(.+)"/gm), ([, from]) => from);
    for (const from of imports) assert.match(from ?? "", /node-version\.js$|^node:url$/, file);
  }
});

test("what a newcomer runs begins where an old Node is named", () => {
  const { scripts } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  for (const name of ["start", "test", "set-up", "build", "page", "page:build", "docs", "docs:build"]) {
    const [, script] = /^node scripts\/main\.js ([a-z-]+)(?: build)?$/.exec(scripts[name]) ?? [];
    assert.ok(existsSync(join(top, "scripts", `${script}.js`)), `${name}: ${scripts[name]}`);
  }
});

/** A copy of what sets up, in a folder with blanks and umlauts. */
function clone() {
  const place = mkdtempSync(join(folder, "klon "));
  for (const name of ["scripts", "pkg", "package.json", "package-lock.json", "Cargo.lock", "Cargo.toml"]) {
    if (name === "pkg") mkdirSync(join(place, "pkg"));
    cpSync(
      join(top, name === "pkg" ? "pkg/node-version.js" : name),
      join(place, name === "pkg" ? "pkg/node-version.js" : name),
      {
        recursive: true,
      },
    );
  }
  return place;
}

/** A folder of programs: each does nothing, and says what it is given to say. @param {Record<string, string>} programs */
function programs(programs) {
  const place = mkdtempSync(join(folder, "bin-"));
  for (const [name, says] of Object.entries(programs)) {
    writeFileSync(join(place, name), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
  }
  return place;
}

const onUnix = { skip: process.platform === "win32" && "programs of this test are shell scripts" };

test("without Rust, or with one that rustup did not install, it says to install rustup", onUnix, () => {
  const setUp = join(clone(), "scripts", "set-up.js");
  const without = node([setUp], { PATH: programs({ cc: "" }) });
  assert.equal(without.status, 1);
  assert.match(without.stderr, /^\nRust is missing\. Install it with rustup .* then run this again\.\n$/);
  const other = node([setUp], { PATH: programs({ cc: "", rustc: "/nowhere" }) });
  assert.match(other.stderr, /^\nRust is here without rustup.* Install rustup/);
});

/** A program that fails for want of a network. @param {string} path */
const offline = (path) =>
  writeFileSync(path, "#!/bin/sh\necho 'could not resolve host' >&2\nexit 1\n", { mode: 0o755 });

test(
  "where rustup has no Rust yet, installing it is a step that is said, and that says to look at the network",
  onUnix,
  () => {
    const place = programs({ cc: "" });
    writeFileSync(join(place, "rustc"), '#!/bin/sh\ntest "$RUSTUP_AUTO_INSTALL" = 0 && exit 1\n', { mode: 0o755 });
    const alone = node([join(clone(), "scripts", "set-up.js")], { PATH: place });
    assert.match(alone.stderr, /^\nRust does not work: `rustc --version` fails and says why\.\n$/);
    offline(join(place, "rustup"));
    const { status, stderr } = node([join(clone(), "scripts", "set-up.js")], { PATH: place });
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^── Installing Rust with rustup, .*: about a minute, once\ncould not resolve host\n\nFailed \(1\): rustup toolchain install\nIf something could not be downloaded, check/,
    );
  },
);

test("an old Rust is refused, and what to do is said", onUnix, () => {
  const { stderr } = node([join(clone(), "scripts", "set-up.js")], {
    PATH: programs({ cc: "", rustc: "rustc 1.85.0 (4d91de4e4 2025-02-17)" }),
  });
  assert.match(
    stderr,
    /^\nRust 1\.85 is too old: reconvene needs 1\.91 or newer\. Run `rustup update`, then run this again\.\n$/,
  );
});

test("a download that fails says to look at the network", onUnix, () => {
  const place = programs({ cc: "", rustc: "/nowhere" });
  offline(join(place, "rustup"));
  const { status, stderr } = node([join(clone(), "scripts", "set-up.js")], { PATH: place });
  assert.equal(status, 1);
  assert.match(
    stderr,
    /could not resolve host\n\nFailed \(1\): rustup target add .*\nIf something could not be downloaded, check/,
  );
});

test("packages are not installed through a link, which npm would empty the other end of", onUnix, () => {
  const copy = clone();
  mkdirSync(join(folder, "shared", "kept"), { recursive: true });
  symlinkSync(join(folder, "shared"), join(copy, "node_modules"), "junction");
  mkdirSync(join(copy, "target"));
  const { stderr } = node([join(copy, "scripts", "set-up.js")], {
    PATH: programs({ cc: "", rustc: "/", cargo: "", rustup: "" }),
  });
  assert.match(stderr, /node_modules is a link to .*shared, which npm would empty first\. Remove the link/);
});

/** Root may write anywhere: what it starts runs as nobody. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

const nobodyRuns = spawnSync(process.execPath, ["--version"], unprivileged).status === 0;

test("a folder that cannot be written is named", {
  skip: !nobodyRuns && "nobody may not run this Node",
}, () => {
  const copy = clone();
  chmodSync(folder, 0o755);
  chmodSync(copy, 0o555);
  const at = { ...unprivileged, cwd: copy, encoding: /** @type {const} */ ("utf8") };
  const { status, stderr } = spawnSync(process.execPath, [join(copy, "scripts", "set-up.js")], at);
  chmodSync(copy, 0o755);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^\n\S.* cannot be written\. Clone reconvene into a folder of your own, and run this there\.\n$/,
  );
});

/** A script that is imported first: every disk then has so many bytes left. */
function diskWith(/** @type {number} */ bytes) {
  const script = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
    fs.statfsSync = () => ({ bavail: ${bytes}, bsize: 1 }); syncBuiltinESMExports();`;
  return ["--import", `data:text/javascript,${encodeURIComponent(script)}`];
}

test("a disk that is too small is named before anything is compiled", () => {
  const { status, stderr } = node([...diskWith(123e6), join(clone(), "scripts", "set-up.js")]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /^\nThe first build takes about 1,000 MB, and 123 MB are free on the disk of .*\. Free some, or clone/,
  );
});

test("a step that fails on a full disk says so, and nothing of the network", onUnix, () => {
  const copy = clone();
  mkdirSync(join(copy, "target"));
  const place = programs({ cc: "", rustc: "/nowhere" });
  writeFileSync(join(place, "rustup"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  const { stderr } = node([...diskWith(1e6), join(copy, "scripts", "set-up.js")], { PATH: place });
  assert.match(
    stderr,
    /Failed \(1\): rustup target add .*\nThere is no space left on the disk of .*\. Free some, then run this/,
  );
  assert.doesNotMatch(stderr, /network/);
});

test("a report that finds no space says so", {
  skip: !existsSync("/dev/full") && "there is no /dev/full",
}, () => {
  const reply = join(top, "samples", "review", "security.md");
  const { status, stderr } = node([
    join(top, "pkg", "bin.js"),
    "report",
    reply,
    "--format",
    "html",
    "--out",
    "/dev/full",
  ]);
  assert.deepEqual([status, stderr], [2, "reconvene: /dev/full cannot be written: no space left on device.\n"]);
});

test("after `npm link` in a clone, `npx reconvene` works in every folder", onUnix, () => {
  const env = { ...process.env, NPM_CONFIG_PREFIX: join(folder, "prefix"), NPM_CONFIG_OFFLINE: "true" };
  const options = { cwd: folder, env, encoding: /** @type {const} */ ("utf8") };
  const linked = spawnSync("npm", ["link", "--no-audit", "--no-fund"], { ...options, cwd: top });
  assert.equal(linked.status, 0, linked.stderr);
  const { version } = JSON.parse(readFileSync(join(top, "package.json"), "utf8"));
  assert.equal(spawnSync("npx", ["--yes", "reconvene", "--version"], options).stdout, `${version}\n`);
});

test("the command line reads and writes in a folder with blanks and umlauts", () => {
  const replies = join(folder, "Prüfung der Größe");
  cpSync(join(top, "samples", "review"), replies, { recursive: true });
  const { status, stderr } = node([join(top, "pkg", "bin.js"), "report", replies, "--out", "Bericht über alles.html"]);
  assert.deepEqual([status, stderr], [0, ""]);
  assert.match(readFileSync(join(folder, "Bericht über alles.html"), "utf8"), /NEEDS REWORK/);
});
