/** Making the module ready where it is not at import: every source, and what is no source. */
import assert from "node:assert/strict";
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
  const { spawn } = await import("node:child_process");
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
    /not-initialised .*another module/,
    /not-initialised/,
    /bad-argument .*got number/,
    /bad-argument .*await it first/,
    /not-initialised .*127\.0\.0\.1:1/,
    /^CLEAN$/,
  ];
  assert.equal(said.length, says.length, said.join("\n"));
  for (const [at, pattern] of says.entries()) assert.match(said[at] ?? "", pattern);
});
