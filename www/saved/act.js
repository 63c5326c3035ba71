/** What a saved report does: its sections and findings fold, and its findings are filtered. It is written into the page as text. */

export function act() {
  const report = document.querySelector(".reconvene-report");
  const list = report?.querySelector(".finding-list");
  if (!report) return;

  /**
   * @param {string} tag
   * @param {Record<string, string>} attributes
   * @param {...(Node | string)} children
   */
  const make = (tag, attributes, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  };

  /**
   * Folds what follows a heading.
   * @param {Element} heading
   * @param {Element[]} body
   */
  const foldable = (heading, body) => {
    const name = heading.textContent ?? "";
    const button = make("button", {
      type: "button",
      class: "fold",
      "aria-expanded": "true",
      "aria-label": `Fold ${name}`,
    });
    const fold = (/** @type {boolean} */ isOpen) => {
      button.setAttribute("aria-expanded", String(isOpen));
      for (const one of body) one.toggleAttribute("hidden", !isOpen);
    };
    button.addEventListener("click", () => fold(button.getAttribute("aria-expanded") !== "true"));
    heading.prepend(button);
    return fold;
  };

  // Tables that an agent wrote: the cells of all others name their columns already.
  for (const table of report.querySelectorAll(".wide > table:not(.stacks)")) {
    const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent ?? "");
    for (const row of table.querySelectorAll("tbody tr")) {
      for (const [at, cell] of [...row.children].entries()) cell.setAttribute("data-label", names[at] ?? "");
    }
    table.classList.add("stacks");
  }

  for (const heading of report.querySelectorAll("section[data-section] > h2")) {
    foldable(
      heading,
      [...(heading.parentElement?.children ?? [])].filter((one) => one !== heading),
    );
  }
  if (!list) return;
  const all = [...list.querySelectorAll("article.finding")].map((article) => {
    const heading = article.querySelector(".finding-title");
    const body = article.querySelector(".finding-body");
    return {
      item: article.closest("li"),
      severity: article.getAttribute("data-severity") ?? "",
      documents: /** @type {string[]} */ (JSON.parse(article.getAttribute("data-documents") ?? "[]")),
      agents: [...article.querySelectorAll(".member-name")].map((one) =>
        (one.textContent ?? "").replace(/ (?:\(|on ).*$/s, ""),
      ),
      text: (article.textContent ?? "").toLowerCase(),
      fold: heading && body ? foldable(heading, [body]) : () => {},
    };
  });

  const severities = ["critical", "major", "minor", "advisory"].filter((value) =>
    all.some(({ severity }) => severity === value),
  );
  /** @type {Set<string>} */
  const chosen = new Set();
  const chips = severities.map((value) => {
    const chip = make(
      "button",
      { type: "button", "aria-pressed": "false" },
      `${value} ${all.filter(({ severity }) => severity === value).length}`,
    );
    chip.addEventListener("click", () => {
      if (!chosen.delete(value)) chosen.add(value);
      chip.setAttribute("aria-pressed", String(chosen.has(value)));
      filter();
    });
    return chip;
  });
  const menu = (/** @type {string} */ label, /** @type {string[]} */ values) => {
    const options = [...new Set(values)].sort().map((value) => make("option", { value }, value));
    const made = /** @type {HTMLSelectElement} */ (
      make("select", { "aria-label": label }, make("option", { value: "" }, label), ...options)
    );
    made.addEventListener("change", filter);
    return made;
  };
  const files = menu(
    "All files",
    all.flatMap(({ documents }) => documents),
  );
  const agents = menu(
    "All agents",
    all.flatMap(({ agents }) => agents),
  );
  const search = /** @type {HTMLInputElement} */ (
    make("input", { type: "search", placeholder: "Search", "aria-label": "Search the findings" })
  );
  search.addEventListener("input", filter);
  const status = make("span", { role: "status" });
  const foldAll = make("button", { type: "button" }, "Fold all");
  let isOpen = true;
  foldAll.addEventListener("click", () => {
    isOpen = !isOpen;
    for (const { fold } of all) fold(isOpen);
    foldAll.textContent = isOpen ? "Fold all" : "Unfold all";
  });
  list.before(
    make(
      "div",
      { class: "filters", role: "search", "aria-label": "Findings" },
      ...chips,
      search,
      files,
      agents,
      foldAll,
      status,
    ),
  );
  filter();

  function filter() {
    const words = search.value.trim().toLowerCase();
    let count = 0;
    for (const { item, severity, documents, agents: who, text } of all) {
      const passes =
        (chosen.size === 0 || chosen.has(severity)) &&
        (files.value === "" || documents.includes(files.value)) &&
        (agents.value === "" || who.includes(agents.value)) &&
        text.includes(words);
      item?.toggleAttribute("hidden", !passes);
      if (passes) count += 1;
    }
    status.textContent = count === all.length ? `${count} findings` : `${count} of ${all.length} findings`;
  }
}
