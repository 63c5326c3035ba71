"""The same tables on one machine, with DuckDB instead of Spark.

    python on_duckdb.py REPLIES OUT
"""

import argparse
import json
import tempfile
from itertools import groupby
from pathlib import Path

import duckdb

from findings import COLUMNS, rows
from pipes import answers, group_of, piped

#: No JSON object is longer: a report may be many times as long as its replies.
LONGEST = 2**31 - 1


def ordered(db, path, key):
    """Each reply as JSON on a line, the groups one after the other; DuckDB sorts on disk what is larger than memory."""
    if path.endswith(".parquet"):
        query = f"SELECT to_json(r)::VARCHAR FROM read_parquet($path) r ORDER BY {key} NULLS FIRST"
    else:
        objects = f"read_ndjson_objects($path, maximum_object_size = {LONGEST})"
        query = f"SELECT json::VARCHAR FROM {objects} ORDER BY json->>'$.{key}' NULLS FIRST"
    found = db.cursor().execute(query, {"path": path})
    while some := found.fetchmany(1000):
        yield from (line for (line,) in some)


def states_of(lines, key):
    """One state a group: those of a group stand together."""
    parts = groupby(piped(["collect", "--by", key], lines), key=group_of)
    for _, lines in answers(["merge"], parts):
        yield from lines


def write(db, lines, columns, file):
    """Rows as Parquet."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=file.parent) as kept:
        for row in lines:
            kept.write(json.dumps(dict(zip(columns, row))) + "\n")
        kept.flush()
        types = ", ".join(f"{name}: '{kind.replace('ARRAY<STRING>', 'VARCHAR[]')}'" for name, kind in columns.items())
        read = f"read_ndjson('{kept.name}', columns = {{{types}}}, maximum_object_size = {LONGEST})"
        db.execute(f"COPY (SELECT * FROM {read}) TO '{file}' (FORMAT parquet)")


def run(replies, out, key="repository"):
    """Reads, collects, merges, reports, writes."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    db = duckdb.connect()
    states = states_of(ordered(db, replies, key), key)
    reports = piped(["report", "--state", "-", "--each", "--format", "json"], states)
    texts = ((group_of(line), line[line.index('"report":') + len('"report":') : -1]) for line in reports)
    write(db, texts, {"repository": "STRING", "report": "STRING"}, out / "reports.parquet")
    read = db.cursor().execute(f"SELECT repository, report FROM '{out}/reports.parquet'")
    found = (row for repository, report in iter(read.fetchone, None) for row in rows(repository, json.loads(report)))
    write(db, found, COLUMNS, out / "findings.parquet")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replies")
    parser.add_argument("out")
    parser.add_argument("--by", default="repository", help="the key that replies of one report share")
    given = parser.parse_args()
    run(given.replies, given.out, given.by)
