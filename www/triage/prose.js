/** What agents wrote in Markdown, as elements: paragraphs, lists, code, emphasis. Anything else stays as it was written. */
import { shown } from "../../pkg/element/core.js";
import { element } from "../dom.js";

/** Longer texts are cut: the reply has all of it. */
const LONGEST = 20_000;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const INLINE =
  /`([^`\n]{1,300})`|\*\*(?=\S)([^\n]{0,300}?\S)\*\*|(?<!\w)__(?=\S)([^\n]{0,300}?\S)__(?!\w)|(?<![\w*])\*(?=[^\s*])([^*\n]{0,300}?[^\s*])\*(?![\w*])/g;

/**
 * @param {string} text
 * @param {string} [className]
 */
export function prose(text, className = "prose") {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return element("div", { class: className, dir: "auto" }, ...blocks(cut.split("\n")));
}

/** @param {string[]} lines */
function blocks(lines) {
  /** @type {HTMLElement[]} */
  const made = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const [, fence] = FENCE.exec(line) ?? [];
    const item = ITEM.exec(line);
    const heading = HEADING.exec(line);
    const from = at;
    if (line.trim() === "") at += 1;
    else if (fence) {
      const end = lines.findIndex((one, place) => place > from && one.trim().startsWith(fence));
      at = end < 0 ? lines.length : end + 1;
      made.push(element("pre", {}, element("code", {}, shown(lines.slice(from + 1, end < 0 ? at : end).join("\n")))));
    } else if (line.trimStart().startsWith("|")) {
      while (lines[at]?.trimStart().startsWith("|")) at += 1;
      made.push(element("pre", {}, shown(lines.slice(from, at).join("\n"))));
    } else if (item) {
      const list = element(item[1] ? "ol" : "ul", item[1] && item[1] !== "1" ? { start: item[1] } : {});
      for (let next = ITEM.exec(lines[at] ?? ""); next; next = ITEM.exec(lines[at] ?? "")) {
        let words = next[2] ?? "";
        at += 1;
        // What follows an item without a blank line is its own.
        for (; isOrdinary(lines[at]); at++) words += `\n${lines[at]?.trim()}`;
        list.append(element("li", {}, ...inline(words)));
      }
      made.push(list);
    } else if (heading) {
      at += 1;
      made.push(element("p", {}, element("strong", {}, ...inline(heading[1] ?? ""))));
    } else {
      at += 1;
      while (isOrdinary(lines[at])) at += 1;
      made.push(element("p", {}, ...inline(lines.slice(from, at).join("\n"))));
    }
  }
  return made;
}

/** @param {string | undefined} line */
const isOrdinary = (line) =>
  line !== undefined &&
  line.trim() !== "" &&
  ![FENCE, ITEM, HEADING].some((one) => one.test(line)) &&
  !/^\s*\|/.test(line);

/** @param {string} text @returns {(Node | string)[]} */
function inline(text) {
  /** @type {(Node | string)[]} */
  const made = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, strong, alsoStrong, emphasis] = match;
    made.push(shown(text.slice(at, match.index)));
    const bold = strong ?? alsoStrong;
    if (code !== undefined) made.push(element("code", {}, shown(code)));
    else if (bold !== undefined) made.push(element("strong", {}, ...inline(bold)));
    else made.push(element("em", {}, ...inline(emphasis ?? "")));
    at = match.index + all.length;
  }
  made.push(shown(text.slice(at)));
  return made;
}
