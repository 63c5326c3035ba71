#!/usr/bin/env node
/** Starts the command line. Where an old Node cannot read it, that is said. */
import { oldNode } from "./node-version.js";

import("./cli.js").catch((error) => {
  const old = oldNode();
  if (old === null) throw error;
  console.error(`reconvene: ${old}`);
  process.exitCode = 2;
});
