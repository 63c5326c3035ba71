/** A headless Chromium. */
import { chromium } from "playwright-core";
import { which } from "../../../scripts/run.js";

const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

/** What a page has to come to an end in, in milliseconds. */
const PATIENCE = 600_000;

export async function inChromium() {
  const browser = await chromium.launch({
    executablePath: which("chromium") ?? which("google-chrome") ?? "/usr/bin/chromium",
    args: FLAGS,
  });
  return {
    close: () => browser.close(),
    /**
     * What a page says of itself in `outcome`.
     * @param {string} address
     */
    async outcome(address) {
      const page = await browser.newPage();
      /** @type {string[]} */
      const said = [];
      page.on("pageerror", (error) => said.push(error.message));
      page.on("console", (message) => message.type() === "error" && said.push(message.text()));
      try {
        await page.goto(address);
        await page.waitForFunction("globalThis.outcome", undefined, { timeout: PATIENCE });
        return await page.evaluate(() => /** @type {any} */ (globalThis).outcome);
      } catch (error) {
        return { cases: 1, failures: [`${error}`, ...said] };
      } finally {
        await page.close();
      }
    },
  };
}
