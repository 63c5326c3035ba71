/** In Node: the same by `require`. */
const whole = require("reconvene");
const dispatch = require("reconvene/dispatch");
const clarifications = require("reconvene/clarifications");
const reconvene = { ...whole, ...dispatch, clarifications };

import("./conformance.js")
  .then(({ conformance }) => conformance(reconvene, { readyAtImport: true }))
  .then((outcome) => console.log(JSON.stringify(outcome)));
