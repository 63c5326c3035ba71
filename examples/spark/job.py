"""Reports on the replies of many repositories, with PySpark.

    spark-submit --py-files pipes.py,findings.py job.py REPLIES OUT

REPLIES are JSON lines or Parquet files, with a `text` and a `repository` for each reply. OUT/reports is a table of
reports (repository, report: JSON), OUT/findings one of findings, both Parquet, and OUT/states the states, to go on with.
Workers need `reconvene`, or the environment variable RECONVENE with what runs it.
"""

import argparse
import json
from itertools import groupby
from math import ceil
from zlib import crc32

from pyspark.sql import SparkSession

from findings import COLUMNS, rows
from pipes import answers, group_of, piped

#: So many states become one at each node of the tree.
FAN_IN = 8


def lines_of(spark, path):
    """Each reply as JSON on a line."""
    if path.endswith(".parquet"):
        return spark.read.parquet(path).toJSON()
    return spark.sparkContext.textFile(path)


def collected(lines, key):
    """States, a line each: as many for a group as there are parts of the input that have replies of it."""

    def collect(part, lines):
        for line in piped(["collect", "--by", key], lines):
            yield (group_of(line), part), line

    return lines.mapPartitionsWithIndex(collect)


def merged(states, parts, tasks):
    """One state for each group, by a tree: a group that is large is not merged in one place before it is small."""
    width = parts
    while True:
        width = ceil(width / FAN_IN)
        nearer = states.map(lambda state: ((state[0][0], state[0][1] // FAN_IN), state[1]))
        at = nearer.repartitionAndSortWithinPartitions(tasks, place_of, keyfunc=order_of)
        states = at.mapPartitions(merge, preservesPartitioning=True)
        if width <= 1:
            return states


def merge(states):
    """The states of each node, which stand together, as one."""
    nodes = groupby(states, key=lambda state: state[0])
    for key, lines in answers(["merge"], ((key, (line for _, line in node)) for key, node in nodes)):
        yield from ((key, line) for line in lines)


def place_of(key):
    """Where a node is merged: the same on every worker."""
    return crc32(repr(key).encode())


def order_of(key):
    """Python does not compare None with a text."""
    return key[0] is not None, key[0] or "", key[1]


def reported(states):
    """(group, report) of each state."""

    def report(states):
        for line in piped(["report", "--state", "-", "--each", "--format", "json"], (line for _, line in states)):
            one = group_of(line)
            yield one, line[line.index('"report":') + len('"report":') : -1]

    return states.mapPartitions(report)


def run(spark, replies, out, key="repository", tasks=None):
    """Reads, collects, merges, reports, writes."""
    lines = lines_of(spark, replies)
    parts = lines.getNumPartitions()
    tasks = tasks or parts
    states = merged(collected(lines, key), parts, tasks)
    states.map(lambda state: (group_of(state[1]), state[1])).toDF("repository STRING, state STRING").write.mode(
        "overwrite"
    ).parquet(f"{out}/states")
    kept = spark.read.parquet(f"{out}/states")
    reported(kept.rdd.map(tuple)).toDF("repository STRING, report STRING").write.mode("overwrite").parquet(
        f"{out}/reports"
    )
    reports = spark.read.parquet(f"{out}/reports")
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    found = reports.rdd.flatMap(lambda row: rows(row.repository, json.loads(row.report)))
    found.toDF(columns).write.mode("overwrite").parquet(f"{out}/findings")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replies")
    parser.add_argument("out")
    parser.add_argument("--by", default="repository", help="the key that replies of one report share")
    parser.add_argument("--tasks", type=int, help="how many tasks merge and report (default: as many as read)")
    given = parser.parse_args()
    session = SparkSession.builder.appName("reconvene").getOrCreate()
    run(session, given.replies, given.out, given.by, given.tasks)
    session.stop()
