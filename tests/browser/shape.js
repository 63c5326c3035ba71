/** What a page is made of: hostile text must not add to it. */

/** What the renderer may write. */
export const REPORT_ELEMENTS = [
  "article section header footer h1 h2 h3 h4 h5 h6 p ul ol li dl dt dd table caption thead tbody tr th td a code pre",
  "em strong del s sup sub mark span div bdi blockquote hr br details summary figure figcaption input label",
  "svg g rect text title line path circle button select option dialog form fieldset legend",
].flatMap((line) => line.split(" "));

/** In the page: what elements there are, and which attributes they have that could act. */
export function shape() {
  /** @type {Set<string>} */
  const all = new Set();
  const walk = (/** @type {ParentNode} */ root) => {
    for (const element of root.querySelectorAll("*")) {
      // The editor sets empty ones beside a character that it makes visible.
      if (!element.matches("img.cm-widgetBuffer:not([src])")) all.add(element.localName);
      for (const { name } of element.attributes)
        if (/^on|^style$|^src$|^srcdoc$/.test(name)) all.add(`${element.localName}[${name}]`);
      if (/^(javascript|data|vbscript):/i.test(element.getAttribute("href") ?? "")) all.add("a[active]");
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  return [...all];
}
