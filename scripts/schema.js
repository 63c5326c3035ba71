/** `npm run schema`: writes JSON schemas of what the package gives into `pkg/schema`. They are its types, said again. */
import { join } from "node:path";
import { createGenerator } from "ts-json-schema-generator";
import { replaceFile, runAlone, top } from "./run.js";

const OUT = join(top, "pkg", "schema");

/** The type that each schema is of. */
const TYPES = {
  result: "AgentResult",
  check: "CheckResult",
  report: "Report",
  collector: "CollectorState",
  plan: "DispatchPlan",
  clarifications: "clarifications.Document",
  evaluation: "clarifications.Evaluation",
  decisions: "clarifications.Decisions",
};

/** Each schema, and the name of its file. */
export function schemas() {
  // Whether the types are sound is for tsc to say.
  const generator = createGenerator({ path: join(top, "pkg", "reconvene.d.ts"), skipTypeCheck: true, topRef: false });
  return Object.entries(TYPES).map(([name, type]) => {
    const { $schema, ...rest } = generator.createSchema(type);
    return { name, schema: { $schema, $id: `urn:reconvene:${name}:v1`, ...rest } };
  });
}

await runAlone(import.meta.url, async () => {
  for (const { name, schema } of schemas()) {
    replaceFile(join(OUT, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
  }
});
