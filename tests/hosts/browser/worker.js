/** A module worker that does the same, and posts the outcome. */
import { outcomeOf } from "./outcome.js";

postMessage(await outcomeOf(new URL(location.href).searchParams));
