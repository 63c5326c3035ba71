/** What shows a report: it comes while the module is on its way. */
export { Matrix } from "./matrix.js";
export { ReportView } from "./report.js";
export { Workspace } from "./workspace.js";
