/** A batch as large as any that is read, of tables with a finding in every 160 bytes or so. It takes minutes. */

const LARGEST_REPLY = 16 * 1024 * 1024;
const REPLIES = 4;
const HEAD = `RESULT: FINDINGS | Type: consistency | Pair: A.md/B.md

| ID | Severity | Type | Location | Counter-location | Description | Suggestion |
|----|----------|------|----------|------------------|-------------|------------|
`;

/** @param {typeof import("../../pkg/reconvene.js")} reconvene */
export async function largest({ init, aggregate, parse, report }) {
  await init();
  /** @type {string[]} */
  const failures = [];
  let rows = 0;
  const replies = Array.from({ length: REPLIES }, (_, reply) => {
    const parts = [HEAD];
    for (let size = HEAD.length; size < LARGEST_REPLY - 200; rows++) {
      const places = `a${rows % 97}.md:${rows} | b${rows % 89}.md §${rows % 50}`;
      const says = `The ${rows} value of setting${(rows * 7919) % 10_007} is ${(rows * 31) % 977} here but option${rows % 1009}`;
      const row = `| F${rows} | major | contradiction | ${places} | ${says} says otherwise there. | Use item${rows % 499}. |\n`;
      parts.push(row);
      size += row.length + 1;
    }
    return { text: parts.join(""), unit: `unit ${reply}`, agent: `agent ${reply}` };
  });
  try {
    const { results, findings } = aggregate(replies);
    const read = results.reduce((sum, result) => sum + result.findings.length, 0);
    if (read !== rows) failures.push(`${read} of ${rows} findings were read`);
    if (findings.length > rows || findings.length < rows / 2) failures.push(`${findings.length} findings are shown`);
  } catch (error) {
    failures.push(`aggregate: ${error}`);
  }
  try {
    if (report(replies, "markdown").length < rows * 50) failures.push("the report is short");
  } catch (error) {
    failures.push(`report: ${error}`);
  }
  if (parse("RESULT: CLEAN").status !== "CLEAN") failures.push("the next call failed");
  return { cases: 2, failures };
}
