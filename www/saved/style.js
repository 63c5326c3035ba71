/** How a saved report looks beside what the core says of that. */
export const style = `
.contents ol { columns: 14rem; margin: 0.5em 0 1em; padding-inline-start: 1.5em; }
.inputs summary { cursor: pointer; inline-size: fit-content; }
.inputs summary { display: list-item; }
.contents a { display: inline-block; min-block-size: 1.6em; }
.made, .inputs { color: color-mix(in srgb, currentColor 75%, transparent); }
section[id], article[id] { scroll-margin-block-start: 1em; }
.fold { background: none; block-size: 1.6em; border: 0; color: inherit; cursor: pointer; font: inherit; inline-size: 1.6em; padding: 0; }
.fold::before { content: "▾"; }
.fold[aria-expanded="false"]::before { content: "▸"; }
.filters { align-items: center; display: flex; flex-wrap: wrap; gap: 0.4em; margin-block: 0.6em; }
.filters > :is(button, input, select) { background: transparent; border: 1px solid currentColor; border-radius: 0.4em; color: inherit; font: inherit; max-inline-size: 16em; min-block-size: 2em; padding: 0.1em 0.6em; }
.filters option { background: Canvas; color: CanvasText; }
.filters [aria-pressed="true"] { background: CanvasText; color: Canvas; }
[hidden] { display: none !important; }
@media print {
  :is(h1, h2, h3, h4, .finding-title) { break-after: avoid; }
  :is(tr, .tile, .mark) { break-inside: avoid; }
  .mark { white-space: nowrap; }
  .reconvene-report .tile { flex: 1 1 40%; }
  .reconvene-report :is(th, td):not(:first-child) { max-width: 60rem; min-width: 0; padding-inline: 0.4rem; }
  .reconvene-report thead th { overflow-wrap: normal; white-space: normal; }
  .reconvene-report table:has(th:nth-child(7)) { font-size: 8pt; }
  :is(caption, thead, thead tr) { break-after: avoid; }
  .filters, .fold, .contents { display: none !important; }
  section > [hidden]:not(p), .finding-body[hidden] { display: block !important; }
}
`;
