/** Making the module ready where it is not at import: every source, and what is no source. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";

const bytes = readFileSync(new URL("../../pkg/generated/reconvene_bg.wasm", import.meta.url));
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

let address = "";
const server = createServer(({ url }, response) => {
  const type = new URLSearchParams(url?.split("?")[1]).get("type") ?? "application/wasm";
  if (url?.startsWith("/module.wasm")) response.writeHead(200, { "content-type": type }).end(bytes);
  else response.writeHead(404).end();
});

before(async () => {
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  address = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`;
});
after(() => server.close());

/** A module is loaded once for each process, so each source has one of its own. @param {string} expression */
async function loaded(expression) {
  const script = `
    import { readFileSync } from "node:fs";
    import { init, parse } from ${JSON.stringify(new URL("../../pkg/browser.js", import.meta.url))};
    const bytes = readFileSync(${JSON.stringify(new URL("../../pkg/generated/reconvene_bg.wasm", import.meta.url).pathname)});
    const address = ${JSON.stringify(address)};
    ${expression}
    console.log(parse("RESULT: CLEAN").status);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script]);
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      said += text;
    });
  await new Promise((done) => child.on("close", done));
  return said;
}

for (const source of [
  "address + '/module.wasm'",
  "new URL(address + '/module.wasm')",
  "new Request(address + '/module.wasm')",
  "address + '/module.wasm?type=text/html'",
  "address + '/module.wasm?type=application/wasm;charset=utf-8'",
  "bytes",
  "bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)",
  "new WebAssembly.Module(bytes)",
]) {
  test(`init takes ${source}`, async () => assert.equal(await loaded(`await init(${source});`), "CLEAN\n"));
}

test("what fails may be tried again", async () => {
  const failing = [
    "address + '/gone.wasm'",
    `new Uint8Array([${EMPTY}])`,
    "new Uint8Array(3)",
    "7",
    "fetch(address)",
    "'http://127.0.0.1:1/x'",
  ];
  const tries = failing.map(
    (source) => `await init(${source}).catch(({ name, code, message }) => console.log(name, code, message));`,
  );
  const said = (await loaded(`${tries.join("\n")} await init(bytes);`)).trimEnd().split("\n");
  const says = [
    /not-initialised .*gone\.wasm: the server answers 404/,
    /bad-argument .*a different module/,
    /not-initialised/,
    /bad-argument .*but is a number/,
    /bad-argument .*await it first/,
    /not-initialised .*127\.0\.0\.1:1/,
    /^CLEAN$/,
  ];
  assert.equal(said.length, says.length, said.join("\n"));
  for (const [at, pattern] of says.entries()) assert.match(said[at] ?? "", pattern);
});

test("a module that only looks like ours is refused", async () => {
  // One function that does nothing, under the name of the start.
  const start = [...Buffer.from("__wbindgen_start")];
  const sections = [
    ...[1, 4, 1, 0x60, 0, 0],
    ...[3, 2, 1, 0],
    ...[7, start.length + 4, 1, start.length, ...start, 0, 0],
    ...[10, 4, 1, 2, 0, 0x0b],
  ];
  const said = await loaded(`
    await init(new Uint8Array([${EMPTY},${sections}])).catch(({ code, message }) => console.log(code, message));
    await init(bytes);`);
  assert.match(said, /^bad-argument `source` is a different module.*\nCLEAN\n$/);
});

test("calls at one time stand each for itself", async () => {
  const said = await loaded(`
    const outcomes = await Promise.allSettled([init(7), init(address + "/gone"), init(bytes), init(), init(bytes)]);
    console.log(outcomes.map(({ status, reason }) => reason?.code ?? status).join());
    await init(7);`);
  // Node fetches no files: the package's own module is out of reach for the browser's entry.
  assert.match(said, /^bad-argument,not-initialised,fulfilled,(?:fulfilled|not-initialised),fulfilled\nCLEAN\n$/);
});
