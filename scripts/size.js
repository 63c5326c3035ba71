/**
 * `npm run size`: what fills the module, by the rooms of `src/` and by what is compiled anew for each type that it is used
 * with; its largest functions; and how large what is downloaded is, beside its budget.
 *
 * The module is built as it is published, but for the names of its functions, which `twiggy` adds up.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { digits, table } from "../benches/table.js";
import { bind, build, compile, optimise } from "./build.js";
import { run, runAlone, top } from "./run.js";
import { installTwiggy, twiggy } from "./set-up.js";

const NAMED = "target/named";
const LARGEST = 25;
const KILO = 1000;

/** @typedef {{ raw: number, gzip: number }} Size Bytes. */

/** How large each file that is downloaded may be: more is to be wanted, and said. @type {Record<string, Size>} */
export const BUDGETS = {
  "reconvene_bg.wasm": { raw: 5_270_000, gzip: 2_062_000 },
  "reconvene.js": { raw: 15_800, gzip: 5000 },
  // 18,000 of it are the formats of other tools: it gives all that the package does.
  "element.js": { raw: 87_000, gzip: 32_300 },
  "mcp.js": { raw: 280_000, gzip: 82_000 },
};

/**
 * @param {string} file A built one.
 * @returns {Size & { brotli: number }}
 */
export function sizeOf(file) {
  const content = readFileSync(join(top, "pkg", "generated", file));
  const { length: gzip } = gzipSync(content, { level: 9 });
  return { raw: content.length, gzip, brotli: brotliCompressSync(content).length };
}

/** What code is for, by what its name says; the first that fits counts. @type {[string, RegExp][]} */
const KINDS = [
  ["names of functions, which no published module has", /^"function names"/],
  ["texts and tables", /^data|^elem|^table|^type|^import|^export|^global|^memory|^custom|^producers|^target_/],
  ["src/wasm", / shim$/],
  ["sorting", /slice::sort/],
  ["reading JSON into types", /Deserialize|serde_json::(?:de|value::de|read)|serde_core::de|::de::|Visitor|__Field/],
  ["writing types as JSON", /Serialize|serde_json::(?:ser|value::ser)|serde_core::ser|::ser::/],
  ["maps and sets", /collections::|hashbrown|BTree(?:Map|Set)/],
  ["dropping values", /drop_in_place|drop_glue/],
];

/** What no kind takes is of the room, or else of the crate, whose name comes first. */
const GENERIC = /^<*(?:&|\*|\[|\(|dyn |mut |const )*(?:core|alloc|std|hashbrown)::/;

/** @param {string} name */
function placeOf(name) {
  const kind = KINDS.find(([, pattern]) => pattern.test(name));
  if (kind) return kind[0];
  const own = /reconvene::(\w+)(?=::)/.exec(name)?.[1] ?? (name.startsWith("reconvene::") ? "lib.rs" : undefined);
  if (GENERIC.test(name)) {
    if (/^<*(?:core|std|alloc)::(?:fmt|string)|format_inner/.test(name)) return "core, alloc, std: text";
    return own ? "lists and iterators of types" : "core, alloc, std: the rest";
  }
  if (own) return `src/${own}`;
  return /^<*&?(\w+)::/.exec(name)?.[1] ?? "the rest";
}

/** @param {number} bytes */
const kilo = (bytes) => digits(bytes / KILO);

await runAlone(import.meta.url, async () => {
  await build();
  await installTwiggy();
  const module = `${NAMED}/reconvene_bg.wasm`;
  await bind(await compile(), NAMED, "--names");
  await optimise(module, "-g");
  const printed = await run(twiggy, ["top", "--format", "json", "-n", "1000000", module], { quiet: true });
  /** @type {{ name: string, bytes: number }[]} */
  const items = JSON.parse(printed).map((/** @type {{ name: string, shallow_size: number }} */ item) => ({
    // Every crate has a hash in its names.
    name: item.name.replace(/\[[0-9a-f]{8,16}\]/g, ""),
    bytes: item.shallow_size,
  }));
  /** @type {Map<string, { bytes: number, functions: number }>} */
  const places = new Map();
  for (const { name, bytes } of items) {
    const place = places.get(placeOf(name)) ?? { bytes: 0, functions: 0 };
    places.set(placeOf(name), { bytes: place.bytes + bytes, functions: place.functions + 1 });
  }
  const rows = [...places].sort(([, one], [, other]) => other.bytes - one.bytes);
  const cells = rows.map(([place, { bytes, functions }]) => [place, kilo(bytes), String(functions)]);
  console.log(`${table(["What fills the module", "kB", "functions"], cells)}\n`);
  const largest = items.filter(({ name }) => !KINDS.slice(0, 2).some(([, pattern]) => pattern.test(name)));
  const named = largest.slice(0, LARGEST).map(({ name, bytes }) => [name.slice(0, 120), kilo(bytes)]);
  console.log(`${table(["The largest functions", "kB"], named)}\n`);
  const sizes = Object.entries(BUDGETS).map(([file, most]) => {
    const { raw, gzip, brotli } = sizeOf(file);
    return [file, kilo(raw), kilo(most.raw), kilo(gzip), kilo(most.gzip), kilo(brotli)];
  });
  console.log(table(["kB that are downloaded", "raw", "budget", "gzip", "budget", "brotli"], sizes));
});
