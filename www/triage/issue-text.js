/** A finding as the text of an issue, in Markdown. */
import { agentName } from "./rows.js";

/**
 * @param {import("./rows.js").Row} row
 * @param {import("../../pkg/reconvene.js").Report} report
 * @param {import("../decisions.js").FindingDecision | undefined} decision
 */
export function issueText(row, report, decision) {
  const { finding } = row;
  const said = finding.members.flatMap(({ result, finding: at }) => {
    const one = report.results[result]?.findings[at];
    return one ? [`- ${agentName(report, result)}: ${one.severity}`] : [];
  });
  const type = finding.type ? ` · **Type:** ${finding.type}` : "";
  const lines = [
    `# ${row.title}`,
    `**Severity:** ${decision?.severity ?? row.severity}${type}`,
    row.place === "" ? "" : `**Where:** ${row.place}`,
    finding.description,
    finding.suggestion ? `**Suggestion:** ${finding.suggestion}` : "",
    `**Reported by:**\n${said.join("\n")}`,
    `Fingerprint: \`${row.address}\``,
  ];
  return `${lines.filter((line) => line !== "").join("\n\n")}\n`;
}
