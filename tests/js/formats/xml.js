/** A strict reader of XML as JUnit's has it: elements, attributes and text. What is not well-formed is an error. */

/** @typedef {{ name: string, attributes: Record<string, string>, children: Element[], text: string }} Element */

/** What XML 1.0 lets stand in a document. */
const ALLOWED = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u;
const NAME = /[A-Za-z_][\w.-]*/y;
const ATTRIBUTE = /\s+([A-Za-z_][\w.-]*)="([^"<]*)"/y;

/** @type {Record<string, string>} */
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * @param {string} text
 * @returns {Element}
 */
export function parseXml(text) {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(declaration)) throw new Error("no declaration");
  if (!ALLOWED.test(text)) throw new Error("a character that XML does not have");
  let at = declaration.length;
  const fail = (/** @type {string} */ why) => new Error(`${why} at ${at}: ${text.slice(at, at + 40)}`);
  /** @param {RegExp} pattern */
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  /** @param {string} written */
  const unescaped = (written) =>
    written.replace(/&(#?\w*;?)/g, (_, reference) => {
      const found = ENTITIES[reference.slice(0, -1)];
      if (!reference.endsWith(";") || found === undefined) throw fail(`the entity ${reference}`);
      return found;
    });
  /** @returns {Element} */
  const element = () => {
    if (text[at] !== "<") throw fail("no element");
    at += 1;
    const [name = ""] = take(NAME) ?? [];
    if (name === "") throw fail("no name");
    /** @type {Record<string, string>} */
    const attributes = {};
    for (let found = take(ATTRIBUTE); found; found = take(ATTRIBUTE)) {
      const [, key = "", value = ""] = found;
      if (key in attributes) throw fail(`${key} twice`);
      attributes[key] = unescaped(value);
    }
    /** @type {Element} */
    const made = { name, attributes, children: [], text: "" };
    if (take(/\/>/y)) return made;
    if (!take(/>/y)) throw fail("no end of the tag");
    for (;;) {
      const [said = ""] = take(/[^<]*/y) ?? [];
      if (said.includes("]]>")) throw fail("]]>");
      made.text += unescaped(said);
      if (take(/<\//y)) {
        const [closed] = take(NAME) ?? [];
        if (closed !== name || !take(/>/y)) throw fail(`${name} is not closed`);
        return made;
      }
      made.children.push(element());
    }
  };
  const root = element();
  if (text.slice(at).trim() !== "") throw fail("more than one element");
  return root;
}
