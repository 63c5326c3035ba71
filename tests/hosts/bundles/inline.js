/** A page of a bundle by a tool that copies no files. */
import * as reconvene from "reconvene/inline";
import { conformance } from "../conformance.js";

Object.assign(globalThis, { outcome: conformance(reconvene, { readyAtImport: false }) });
