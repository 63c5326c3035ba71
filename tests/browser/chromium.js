/** A headless Chromium, and pages that say what goes wrong in them. */
import { chromium } from "playwright-core";
import { which } from "../../scripts/run.js";

const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-sync"],
];

export const launch = () =>
  chromium.launch({ executablePath: which("chromium") ?? which("google-chrome") ?? "/usr/bin/chromium", args: FLAGS });

/**
 * A page, and what went wrong in it: violations of the policy, errors, dialogs, requests to elsewhere.
 * @param {import("playwright-core").Browser} browser
 * @param {string} origin
 * @param {import("playwright-core").BrowserContextOptions} [options]
 */
export async function watched(browser, origin, options = {}) {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"], ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (/content security policy|trusted ?types?/i.test(message.text())) wrong.push(`policy: ${message.text()}`);
  });
  page.on("dialog", (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith("blob:")) wrong.push(`request: ${url}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  return { page, wrong, close: () => context.close() };
}
