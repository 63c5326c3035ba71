/** Makes the picture of the README: the report on `samples/session.jsonl`, light and dark, as Chromium shows it. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { launch } from "../tests/browser/chromium.js";
import { png } from "./png.js";
import { Failure, runAlone, top } from "./run.js";
import { SESSION } from "./samples.js";

/** How much of the page is shown, in CSS pixels. */
const SHOWN = { width: 880, height: 1000 };
/** What is left below the last line, in CSS pixels. */
const MARGIN = 12;
/** A README carries no more than this, in bytes. */
const MOST = 150_000;
/** The verdict, what matters, and the first finding, close together: what lies between is left out. */
const STYLE = `
  body > * { zoom: 0.8; padding-top: 0 !important }
  .sentences { max-width: none !important }
  .glance { display: grid !important; grid-template-columns: 2fr 1fr 1fr !important }
  h1, h2, .glance ~ *, [data-section="coverage"] { display: none !important }`;

/** The page that the picture is of, and its hash, which the picture holds: a picture of an older page is found by it. */
export function picturedPage() {
  mkdirSync(join(top, "target"), { recursive: true });
  const page = join(top, "target", "picture.html");
  const cli = [join(top, "pkg", "cli.js"), "report", SESSION, "--title", "Review of #482", "--out", page];
  const { status } = spawnSync(process.execPath, cli, { cwd: top, stdio: "inherit" });
  if (status !== 0) throw new Failure("The samples could not be reported on.");
  return { page, hash: createHash("sha256").update(readFileSync(page)).digest("hex") };
}

await runAlone(import.meta.url, async () => {
  const { page, hash } = picturedPage();
  const browser = await launch();
  let bytes = 0;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const tab = await browser.newPage({ viewport: SHOWN, colorScheme, deviceScaleFactor: 1.25, bypassCSP: true });
    await tab.goto(pathToFileURL(page).href);
    await tab.addStyleTag({ content: STYLE });
    const first = await tab.locator("[data-finding=G1]").boundingBox();
    const height = Math.ceil((first?.y ?? 0) + (first?.height ?? 0)) + MARGIN;
    const shot = await tab.screenshot({ clip: { x: 0, y: 0, width: SHOWN.width, height } });
    const { pixels, ...size } = await tab.evaluate(pixelsOf, shot.toString("base64"));
    const picture = png(Buffer.from(pixels, "latin1"), size.width, size.height, hash);
    const name = `docs/report-${colorScheme}.png`;
    writeFileSync(join(top, name), picture);
    bytes += picture.length;
    console.log(`${name}: ${picture.length.toLocaleString("en")} bytes`);
  }
  await browser.close();
  if (bytes > MOST) throw new Failure(`The pictures have ${bytes} bytes; ${MOST} are what a README may carry.`);
});

/**
 * The pixels of a picture, a character each byte: in the browser, which has a reader for it.
 * @param {string} picture
 */
async function pixelsOf(picture) {
  const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
  const { width, height } = bitmap;
  const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
    new OffscreenCanvas(width, height).getContext("2d")
  );
  context.drawImage(bitmap, 0, 0);
  const bytes = context.getImageData(0, 0, width, height).data;
  let pixels = "";
  for (let at = 0; at < bytes.length; at += 8192) pixels += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return { width, height, pixels };
}
