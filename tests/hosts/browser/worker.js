/** A module worker that does the same, and posts the outcome. */
import { outcome } from "./outcome.js";

postMessage(await outcome(new URL(location.href).searchParams));
