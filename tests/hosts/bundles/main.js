/** A page of a bundle. */
import * as reconvene from "reconvene";
import { conformance } from "../conformance.js";

Object.assign(globalThis, { outcome: conformance(reconvene, { readyAtImport: false }) });
