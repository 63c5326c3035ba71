/** The subpath for clarifications and decisions. The package is named as its users name it, so that each host takes its entry. */
export { init, ReconveneError, version } from "reconvene";
export * from "../clarifications.js";
