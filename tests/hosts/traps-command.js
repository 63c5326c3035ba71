/** In Node: what a fault of the module's own comes to, as JSON. */
import * as reconvene from "reconvene";
import { traps } from "./traps.js";

console.log(JSON.stringify(await traps(reconvene)));
