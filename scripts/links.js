/** Links of Markdown files that lead nowhere. */
import { readFileSync, statSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/**
 * The links of some files that lead to no file of a folder, or to no heading of it.
 * @param {string} folder
 * @param {string[]} files Markdown files, seen from the folder.
 * @param {(path: string) => boolean} isThere Whether a file or folder is there, seen from the folder.
 */
export function deadLinks(
  folder,
  files,
  isThere = (path) => statSync(join(folder, path), { throwIfNoEntry: false }) !== undefined,
) {
  return files.flatMap((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    return linksIn(text).flatMap((link) => {
      const [path = "", anchor] = link.split("#");
      const target =
        path === "" ? file : posix.normalize(posix.join(dirname(file).replaceAll("\\", "/"), decodeURI(path)));
      if (!isThere(target)) return [`${file}: ${link} leads to no file`];
      if (anchor === undefined || !target.endsWith(".md")) return [];
      const anchors = anchorsIn(readFileSync(join(folder, target), "utf8"));
      return anchors.has(anchor) ? [] : [`${file}: ${link} leads to no heading`];
    });
  });
}

/**
 * The relative links of a Markdown file, outside of code and comments.
 * @param {string} text
 */
function linksIn(text) {
  const shown = withoutCode(text).replace(/<!--[\s\S]*?-->/g, "");
  const inline = Array.from(shown.matchAll(/\]\(([^()\s]+)(?:\s+"[^"]*")?\)/g), ([, link = ""]) => link);
  const named = Array.from(shown.matchAll(/^\[[^\]]+\]:\s+(\S+)/gm), ([, link = ""]) => link);
  const inTags = Array.from(shown.matchAll(/\s(?:src|srcset|href)="([^"\s]+)/g), ([, link = ""]) => link);
  return [...inline, ...named, ...inTags].filter((link) => !/^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(link));
}

/** @param {string} text */
const withoutCode = (text) =>
  text
    .replace(/^(`{3,}|~{3,})[\s\S]*?^\1`*\s*$/gm, "")
    .replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, (code) => code.replace(/[^\n]/g, " "));

/**
 * What a heading is called in an address, as GitHub makes it: a second one of its words has `-1` behind it.
 * @param {string} text
 */
function anchorsIn(text) {
  const seen = new Map();
  const headings = text.replace(/^(`{3,}|~{3,})[\s\S]*?^\1`*\s*$/gm, "").matchAll(/^#{1,6} +(.+?)\s*#*$/gm);
  return new Set(
    Array.from(headings, ([, heading = ""]) => {
      const words = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const slug = words.replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "").replaceAll(" ", "-");
      const times = seen.get(slug) ?? 0;
      seen.set(slug, times + 1);
      return times === 0 ? slug : `${slug}-${times}`;
    }),
  );
}
