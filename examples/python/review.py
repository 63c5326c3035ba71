"""Report on replies by the command line of reconvene, and read the report with its types.

    python review.py replies/ [FILES...]

Needs Node, and pydantic 2 on Python 3.10 or newer. RECONVENE is the command, `npx --yes reconvene` if it is not set.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

from reconvene_report import Report


def report(*arguments: str) -> Report:
    """The report on files, folders or a session (`--session`), with the options of `reconvene report`."""
    command = shlex.split(os.environ.get("RECONVENE", "npx --yes reconvene"))
    run = subprocess.run(
        [*command, "report", *arguments, "--format", "json"], capture_output=True, encoding="utf-8"
    )
    # 1: a condition of --fail-on was met. 2: something could not be read, and the report is on the rest.
    if not run.stdout:
        raise RuntimeError(run.stderr.strip())
    return Report.model_validate_json(run.stdout)


def main(arguments: list[str]) -> int:
    made = report(*arguments)
    print(f"{made.verdict}: {made.summary.findings} findings of {made.summary.replies} replies")
    for finding in made.findings:
        if finding.severity in ("critical", "major"):
            place = finding.location.text if finding.location else "-"
            print(f"{finding.id} {finding.severity} {place}: {finding.title or finding.description}")
    for gap in made.gaps:
        print(f"not covered: {gap.unit} ({gap.status}): {gap.reason}")
    return 1 if made.verdict == "needs-rework" else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
