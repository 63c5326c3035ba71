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


def quoted(text):
    """A text as SQL writes it."""
    return "'" + str(text).replace("'", "''") + "'"


def collected(db, path, key):
    """The states that `collect` writes; a group may have several of them."""
    if not path.endswith(".parquet"):
        return piped(["collect", "--by", key, path], [])
    found = db.cursor().execute("SELECT to_json(r)::VARCHAR FROM read_parquet($path) r", {"path": path})
    return piped(["collect", "--by", key], (line for (line,) in iter(found.fetchone, None)))


def states_of(db, path, key, folder):
    """One state a group. DuckDB puts those of a group together, on disk where they are larger than memory."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=folder) as kept:
        kept.writelines(f"{line}\n" for line in collected(db, path, key))
        kept.flush()
        objects = f"read_ndjson_objects($path, maximum_object_size = {LONGEST})"
        query = f"SELECT json::VARCHAR FROM {objects} ORDER BY json->>'$.group' NULLS FIRST"
        found = db.cursor().execute(query, {"path": kept.name})
        lines = (line for (line,) in iter(found.fetchone, None))
        for _, merged in answers(["merge"], groupby(lines, key=group_of)):
            yield from merged


def write(db, lines, columns, file):
    """Rows as Parquet."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", dir=file.parent) as kept:
        for row in lines:
            kept.write(json.dumps(dict(zip(columns, row))) + "\n")
        kept.flush()
        types = ", ".join(f"{name}: '{kind.replace('ARRAY<STRING>', 'VARCHAR[]')}'" for name, kind in columns.items())
        read = f"read_ndjson({quoted(kept.name)}, columns = {{{types}}}, maximum_object_size = {LONGEST})"
        db.execute(f"COPY (SELECT * FROM {read}) TO {quoted(file)} (FORMAT parquet)")


def run(replies, out, key="repository"):
    """Reads, collects, merges, reports, writes."""
    out = Path(out)
    out.mkdir(parents=True, exist_ok=True)
    db = duckdb.connect()
    states = states_of(db, replies, key, out)
    reports = piped(["report", "--state", "-", "--each", "--format", "json"], states)
    texts = ((group_of(line), line[line.index('"report":') + len('"report":') : -1]) for line in reports)
    write(db, texts, {"repository": "STRING", "report": "STRING"}, out / "reports.parquet")
    read = db.cursor().execute(f"SELECT repository, report FROM {quoted(out / 'reports.parquet')}")
    found = (row for repository, report in iter(read.fetchone, None) for row in rows(repository, json.loads(report)))
    write(db, found, COLUMNS, out / "findings.parquet")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replies")
    parser.add_argument("out")
    parser.add_argument("--by", default="repository", help="the key that replies of one report share")
    given = parser.parse_args()
    run(given.replies, given.out, given.by)
