/**
 * The report as a page that stands alone, with a contents list, its date and its inputs, and a script that folds and filters.
 * Everything can be read without the script; the page's policy lets in that one, by its hash.
 */
import { act } from "./act.js";
import { style } from "./style.js";

/** How a section begins, as the core writes it. */
const SECTION = /<section data-section="([\w-]+)"([^>]*)>\s*<h2>([^<]*)<\/h2>/g;

/** More names of replies are counted. */
const MOST = 40;

/** @param {string} text */
const escaped = (text) => text.replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);

/** What nobody would see would make a name look like another. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * @param {string} html What the core wrote.
 * @param {{ made: Date, inputs: string[] }} of
 */
export async function savedPage(html, { made, inputs }) {
  /** @type {string[]} */
  const contents = [];
  let page = html.replace(SECTION, (_, name, more, title) => {
    contents.push(`<li><a href="#section-${name}">${title}</a></li>`);
    return `<section id="section-${name}" data-section="${name}"${more}>\n<h2>${title}</h2>`;
  });
  const script = `(${act})();`;
  const [ofScript, ofStyle] = [await hashOf(script), await hashOf(style)];
  // Served without encryption, a page can make no hash: then there is no script.
  if (ofScript !== null && ofStyle !== null) {
    page = page
      .replace("; base-uri", `; script-src &#39;sha256-${ofScript}&#39;; base-uri`)
      .replace("style-src ", (before) => `${before}&#39;sha256-${ofStyle}&#39; `)
      .replace("</head>", () => `<style>${style}</style></head>`)
      .replace("</body>", () => `<script>${script}</script></body>`);
  }
  const head = [
    `<nav class="contents" aria-label="Contents"><ol>${contents.join("")}</ol></nav>`,
    `<p class="made">Made on <time datetime="${made.toISOString()}">${escaped(dateOf(made))}</time>${inputsOf(inputs)}`,
  ];
  return page.replace(/<h1>[^<]*<\/h1>/, (title) => title + head.join(""));
}

/** @param {Date} made */
const dateOf = (made) => `${made.toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** @param {string[]} inputs */
function inputsOf(inputs) {
  if (inputs.length === 0) return "</p>";
  const names = inputs.slice(0, MOST).map((name) => `<li><bdi>${escaped(name.replace(UNSEEN, "\ufffd"))}</bdi></li>`);
  const rest = inputs.length > MOST ? `<li>and ${inputs.length - MOST} more</li>` : "";
  const count = inputs.length === 1 ? "1 reply" : `${inputs.length} replies`;
  return ` from ${count}</p><details class="inputs"><summary>Inputs</summary><ul>${names.join("")}${rest}</ul></details>`;
}

/** @param {string} text */
async function hashOf(text) {
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}
