/** A page of a bundle. */
import * as whole from "reconvene";
import * as clarifications from "reconvene/clarifications";
import * as dispatch from "reconvene/dispatch";
import { conformance } from "../conformance.js";

const reconvene = { ...whole, ...dispatch, clarifications };
Object.assign(globalThis, { outcome: conformance(reconvene, { readyAtImport: false }) });
