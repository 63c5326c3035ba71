import { defineConfig } from "vitepress";

const page = (text, link) => ({ text, link });

const guide = [
  page("Getting started", "/getting-started"),
  page("What a report says", "/report"),
  page("Glossary", "/glossary"),
  page("Broken replies", "/replies"),
  page("On the command line", "/command-line"),
  page("In JavaScript", "/javascript"),
  page("In a page", "/element"),
  page("In your coding agent", "/integrations"),
  page("Sessions", "/sessions"),
  page("Plan and retry", "/dispatch"),
  page("Templates", "/templates"),
  page("Output formats", "/output-formats"),
];

const recipes = [
  page("Review a pull request", "/recipes/pull-request"),
  page("Audit documents", "/recipes/audit-documents"),
  page("A gate in CI", "/recipes/ci"),
  page("Reports in a docs site", "/recipes/docs-site"),
  page("Collect with a hook", "/recipes/hook"),
  page("Report over MCP", "/recipes/mcp"),
];

const live = [page("A review", "/live/review"), page("An audit", "/live/audit")];

const reference = [
  page("Command line", "/reference/cli"),
  page("reconvene", "/reference/api"),
  page("reconvene/sessions", "/reference/api-sessions"),
  page("reconvene/element", "/reference/api-element"),
  page("reconvene/dispatch", "/reference/api-dispatch"),
  page("reconvene/clarifications", "/reference/api-clarifications"),
  page("Diagnostic codes", "/formats/diagnostics"),
];

const formats = [
  page("Free-form reviews", "/formats/prose"),
  page("Protocol v1", "/formats/protocol-v1"),
  page("JSON returns", "/formats/json-return"),
  page("Agent reports", "/formats/agent-reports"),
  page("Test runs", "/formats/bowser"),
  page("Places", "/formats/places"),
  page("Clarifications", "/formats/clarifications"),
  page("Decisions", "/formats/decisions"),
];

const background = [
  page("Merging", "/merging"),
  page("Synthesis", "/synthesis"),
  page("Performance", "/performance"),
  page("Beyond one machine", "/scale"),
  page("Security", "/security"),
  page("Where it runs", "/compatibility"),
];

// Another base is a folder of a host: DOCS_BASE=/reconvene/ npm run docs:build.
const base = process.env.DOCS_BASE ?? "/";

export default defineConfig({
  title: "reconvene",
  description: "Merges the free-text replies of LLM subagents into one report.",
  base,
  cleanUrls: false,
  // For those who work on reconvene, not for those who use it.
  srcExclude: ["sources.md", "testing.md", "releasing.md"],
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${base}icon.svg` }]],
  markdown: {
    config({ renderer, utils }) {
      // Pages quote what agents write: markup in them is text, but for our own component and for comments.
      for (const rule of ["html_inline", "html_block"]) {
        renderer.rules[rule] = (tokens, at) =>
          /^\s*<(?:LiveReport\b|!--)/.test(tokens[at].content)
            ? tokens[at].content
            : utils.escapeHtml(tokens[at].content);
      }
    },
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "reconvene-report" } } },
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: [2, 3],
    nav: [
      page("Guide", "/getting-started"),
      page("Recipes", "/recipes/pull-request"),
      page("Live report", "/live/review"),
      page("Reference", "/reference/api"),
    ],
    sidebar: [
      { text: "Guide", items: guide },
      { text: "Recipes", items: recipes },
      { text: "Live reports", items: live },
      { text: "Reference", items: reference },
      { text: "Formats", collapsed: false, items: formats },
      { text: "How it decides", collapsed: false, items: background },
    ],
  },
});
