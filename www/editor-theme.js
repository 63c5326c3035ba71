/** The editor in the page's colours: its own bring images, which the page's policy does not let in. */
import { EditorView } from "@codemirror/view";

const PLAIN = { backgroundImage: "none" };
const wavy = (/** @type {string} */ colour) => ({
  ...PLAIN,
  paddingBottom: "0",
  textDecoration: `underline wavy ${colour}`,
  textDecorationSkipInk: "none",
  textUnderlineOffset: "3px",
});
const marker = (/** @type {string} */ colour, /** @type {string} */ sign) => ({
  content: "normal",
  "&:before": { content: `"${sign}"`, color: colour, fontSize: "0.7rem", lineHeight: "inherit" },
});

export const editorTheme = EditorView.theme({
  "&": { color: "var(--text)", backgroundColor: "var(--surface)", fontSize: "0.8125rem", maxHeight: "60vh" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-1px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)", padding: "0.5rem 0" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  ".cm-gutters": { color: "var(--muted)", backgroundColor: "var(--ground)", borderRight: "1px solid var(--border)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--hover)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-selectionMatch, .cm-searchMatch": { backgroundColor: "var(--selection)" },
  ".cm-revealed": { backgroundColor: "var(--mark)", color: "var(--mark-text)" },
  ".cm-specialChar": { color: "var(--error)" },
  ".cm-lintRange": PLAIN,
  ".cm-lintRange-error": wavy("var(--error)"),
  ".cm-lintRange-warning": wavy("var(--warning)"),
  ".cm-lintRange-info": wavy("var(--note)"),
  ".cm-lintRange-active": { backgroundColor: "var(--hover)" },
  ".cm-lint-marker": { width: "1em", height: "auto" },
  ".cm-lint-marker-error": marker("var(--error)", "●"),
  ".cm-lint-marker-warning": marker("var(--warning)", "▲"),
  ".cm-lint-marker-info": marker("var(--note)", "■"),
  ".cm-lintPoint:after": { borderBottomColor: "var(--note)" },
  ".cm-lintPoint-error:after": { borderBottomColor: "var(--error)" },
  ".cm-lintPoint-warning:after": { borderBottomColor: "var(--warning)" },
  ".cm-tooltip, .cm-panels": {
    color: "var(--text)",
    backgroundColor: "var(--surface)",
    border: "1px solid var(--border)",
    fontFamily: "var(--sans)",
    maxWidth: "min(34rem, 90vw)",
  },
  ".cm-tooltip": { borderRadius: "6px", boxShadow: "0 6px 20px rgb(0 0 0 / 18%)", overflow: "hidden" },
  ".cm-panels": { maxWidth: "none" },
  ".cm-diagnostic": { padding: "0.4rem 0.7rem", borderLeft: "4px solid var(--note)" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--error)" },
  ".cm-diagnostic-warning": { borderLeftColor: "var(--warning)" },
  ".cm-diagnosticSource": { color: "var(--muted)", fontSize: "0.75rem", opacity: "1" },
  ".cm-help": { display: "block", color: "var(--muted)" },
  ".cm-diagnosticAction, .cm-button": {
    ...PLAIN,
    font: "inherit",
    color: "var(--on-accent)",
    backgroundColor: "var(--accent)",
    border: "0",
    borderRadius: "4px",
    padding: "0.15rem 0.55rem",
    margin: "0.25rem 0 0.1rem",
    cursor: "pointer",
    display: "block",
  },
  ".cm-button": { display: "inline-block", "&:active": PLAIN },
  ".cm-textfield": { color: "var(--text)", backgroundColor: "var(--ground)", border: "1px solid var(--border)" },
});
