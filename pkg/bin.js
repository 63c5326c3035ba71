#!/usr/bin/env node
/** Starts the command line. Where it cannot be read, by an old Node or because a part of it is broken, that is said. */
import { oldNode } from "./node-version.js";

import("./cli.js").catch((error) => {
  const said = oldNode() || (error.name === "ReconveneError" ? error.message : error.stack);
  console.error(`reconvene: ${said}`);
  // Hosts take 2 of a hook for a reason to stop the agent.
  process.exitCode = process.argv[2] === "hook" ? 0 : 2;
});
