/**
 * How the element looks beside the report itself. Colours, font and dark mode are those of the page around it. What is not
 * set here is as the report's own styles have it, which come with the core: until then, and without it, as the page has it.
 */
export const style = `
:host {
  --r-border: var(--reconvene-border, color-mix(in srgb, currentColor 20%, transparent));
  --r-surface: var(--reconvene-surface, color-mix(in srgb, currentColor 5%, transparent));
  color: var(--reconvene-text, inherit);
  container-type: inline-size;
  display: block;
}
:host([hidden]) {
  display: none;
}
[hidden]:not([hidden="until-found"]) {
  display: none !important;
}
.reconvene-report {
  --r-background: var(--reconvene-background, transparent);
  --r-border: inherit;
  --r-surface: inherit;
  --r-text: var(--reconvene-text, currentColor);
  background: var(--r-background);
  color: inherit;
  font: inherit;
  font-family: var(--reconvene-font, inherit);
  padding: 0;
}
.reconvene-report h1 {
  padding-inline-end: 11rem;
}
/* What is far below is laid out when one comes near. */
[data-section]:not([data-section="summary"], [data-section="findings"]) {
  contain-intrinsic-size: auto 40rem;
  overflow-clip-margin: 0.5rem;
  content-visibility: auto;
}
/* No list items: numbering thousands anew, each time one is hidden, takes seconds. */
.finding-list > li {
  display: block;
}
.state,
.announced,
.status {
  margin: 0;
}
.state {
  color: var(--r-muted, inherit);
}
.problems {
  border: 1px solid var(--r-border);
  border-inline-start: 0.3em solid var(--r-critical, currentColor);
  border-radius: 0.4em;
  margin-block-end: 1em;
  overflow-wrap: anywhere;
  padding: 0.5em 1em;
}
.problems ul {
  margin: 0;
  padding-inline-start: 1em;
}
.frame {
  position: relative;
}
.head {
  inset-block-start: 0;
  inset-inline-end: 0;
  position: absolute;
  z-index: 1;
}
button,
input,
select {
  background: transparent;
  border: 1px solid var(--r-border);
  border-radius: 0.4em;
  box-sizing: border-box;
  color: inherit;
  font: inherit;
  font-size: 0.875em;
  line-height: 1.4;
  max-inline-size: 100%;
  min-block-size: 2.2em;
  padding: 0.2em 0.7em;
}
select option {
  background: Canvas;
  color: CanvasText;
}
button {
  cursor: pointer;
}
button:hover:enabled {
  background: var(--r-surface);
}
button:disabled {
  cursor: default;
  opacity: 0.6;
}
:focus-visible {
  outline: 2px solid var(--r-accent);
  outline-offset: 2px;
}
.tools {
  display: grid;
  gap: 0.6em;
  margin-block: 0.8em;
}
.severities,
.fields,
.actions,
.last {
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.4em;
}
.last {
  justify-content: space-between;
}
.fields > * {
  flex: 1 1 9em;
  inline-size: 9em;
  min-inline-size: 0;
}
.status {
  font-weight: 600;
}
.chip[aria-pressed="true"],
.chip[aria-pressed="true"]:hover:enabled {
  background: var(--r-accent);
  border-color: var(--r-accent);
  color: light-dark(#fff, #111);
}
.toggle {
  block-size: 1.6em;
  border: 0;
  display: inline-grid;
  inline-size: 1.6em;
  margin-inline-end: 0.2em;
  min-block-size: 0;
  padding: 0;
  place-content: center;
  vertical-align: middle;
}
.toggle::before {
  border: 0.34em solid transparent;
  border-inline-end: 0;
  border-inline-start-color: currentColor;
  border-inline-start-width: 0.45em;
  content: "";
}
.toggle[aria-expanded="true"]::before {
  transform: rotate(90deg);
}
.finding-title {
  cursor: pointer;
}
.finding:not([data-open]) .description {
  -webkit-box-orient: vertical;
  display: -webkit-box;
  -webkit-line-clamp: 2;
  line-clamp: 2;
  overflow: hidden;
}
.finding-actions {
  display: flex;
  flex-wrap: wrap;
  gap: 0.4em;
}
.member button {
  margin-inline: 0.4em;
}
td button + button {
  margin-inline-start: 0.4em;
}
.decision button {
  margin-inline-start: 0.4em;
}
.announced {
  background: Canvas;
  border: 1px solid var(--r-border);
  border-radius: 0.4em;
  color: CanvasText;
  inset-block-end: 1em;
  padding: 0.4em 0.8em;
  position: sticky;
  inline-size: fit-content;
  margin-inline: auto;
}
.announced:empty {
  border: 0;
  padding: 0;
}
.source {
  background: Canvas;
  block-size: min(45em, 90vh);
  border: 1px solid var(--r-border);
  border-radius: 0.6em;
  box-sizing: border-box;
  color: CanvasText;
  color-scheme: inherit;
  inline-size: min(60em, 94vw);
  max-block-size: none;
  max-inline-size: none;
  padding: 0;
}
.source[open] {
  display: grid;
  grid-template-rows: auto auto 1fr;
}
.source > pre {
  grid-row: 3;
}
.source .meta {
  border-block-end: 1px solid var(--r-border);
  max-block-size: 12em;
  overflow: auto;
  padding: 0.4em 1em;
}
.source::backdrop {
  background: rgb(0 0 0 / 50%);
}
.source header {
  align-items: center;
  border-block-end: 1px solid var(--r-border);
  display: flex;
  gap: 1em;
  justify-content: space-between;
  padding: 0.6em 1em;
}
.source h2 {
  font-size: 1em;
  margin: 0;
  overflow-wrap: anywhere;
}
.source pre {
  font-family: var(--r-code);
  font-size: 0.875em;
  line-height: 1.5;
  margin: 0;
  outline-offset: -3px;
  overflow: auto;
  overflow-wrap: anywhere;
  padding: 1em;
  unicode-bidi: isolate;
  white-space: pre-wrap;
}
.source mark {
  background: light-dark(#ffe58a, #6b5500);
  border-radius: 0.2em;
  color: inherit;
  scroll-margin: 4em;
}
.source .left {
  color: GrayText;
}
@container (inline-size < 34rem) {
  .reconvene-report h1 {
    padding: 0;
  }
  .head {
    margin-block-end: 1em;
    position: static;
  }
}
/* A last column that cannot be seen is asked for by nobody. */
@container (inline-size < 34rem) {
  .wide table {
    display: block;
  }
  .wide :is(thead, tbody, tr, th, td) {
    display: block;
  }
  .wide thead {
    display: none;
  }
  .wide tr {
    border-block-end: 1px solid var(--r-border);
    padding-block: 0.4em;
  }
  .wide :is(th, td) {
    border: 0;
    padding: 0.1em 0.6em;
  }
  .wide :is(th, td):empty {
    display: none;
  }
  .wide td[data-label]:not([data-label=""])::before {
    color: var(--r-muted, inherit);
    content: attr(data-label) ": ";
  }
}
@media print {
  .reconvene-report :is(h1, h2, h3, h4, h5, h6, .finding-title) {
    break-after: avoid;
  }
  .reconvene-report :is(tr, .tile, .mark, .finding-facts) {
    break-inside: avoid;
  }
  .reconvene-report .mark {
    white-space: nowrap;
  }
  .reconvene-report .tile {
    flex: 1 1 40%;
  }
  /* Width goes to the columns that have much to say. */
  .reconvene-report :is(th, td):not(:first-child) {
    max-width: 60rem;
    min-width: 0;
    padding-inline: 0.4rem;
  }
  .reconvene-report thead th {
    overflow-wrap: normal;
    white-space: normal;
  }
  .reconvene-report table:has(th:nth-child(7)) {
    font-size: 8pt;
  }
  .reconvene-report :is(caption, thead, thead tr) {
    break-after: avoid;
  }
  [data-section] {
    content-visibility: visible !important;
  }
  button,
  .head,
  .severities,
  .fields,
  .actions,
  .announced,
  .source {
    display: none !important;
  }
  .finding-more {
    content-visibility: visible !important;
    display: block !important;
  }
  .finding .description {
    display: block !important;
    overflow: visible !important;
  }
}
`;
