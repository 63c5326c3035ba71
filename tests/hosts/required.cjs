/** In Node: the same by `require`. */
const reconvene = require("reconvene");

import("./conformance.js")
  .then(({ conformance }) => conformance(reconvene, { readyAtImport: true }))
  .then((outcome) => console.log(JSON.stringify(outcome)));
