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

#: So many states become one at each node of the tree, unless it is said how many.
FAN_IN = 8


def lines_of(spark, path):
    """Each reply as JSON on a line."""
    if path.endswith(".parquet"):
        return spark.read.parquet(path).toJSON()
    # As bytes: Java and the core differ in what becomes of those that are no UTF-8.
    lines = spark.read.text(path, lineSep="\n").selectExpr("CAST(value AS BINARY)")
    return lines.rdd.map(lambda row: bytes(row[0]))


def near(lines, key, tasks):
    """The same lines, those of a group in one part. Where a line lies changes no report, so no line is refused here."""

    def group_in(line):
        try:
            value = json.loads(line)
            for name in key.split("."):
                value = value[name]
            return str(value)
        except (ValueError, TypeError, LookupError, RecursionError):
            return None

    return lines.map(lambda line: (group_in(line), line)).partitionBy(tasks, place_of).values()


def collected(lines, key):
    """States, a line each: as many for a group as there are parts of the input that have replies of it."""

    def collect(part, lines):
        for line in piped(["collect", "--by", key], lines):
            yield (group_of(line), part), line

    return lines.mapPartitionsWithIndex(collect)


def merged(states, parts, tasks, fan_in=FAN_IN):
    """One state for each group, by a tree: what is large is merged in one place only at its top."""
    if fan_in < 2:
        raise ValueError(f"A node of the tree merges 2 states or more, not {fan_in}.")
    width = parts
    while True:
        width = ceil(width / fan_in)
        nearer = states.map(lambda state: ((state[0][0], state[0][1] // fan_in), state[1]))
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


def write_states(spark, replies, out, key="repository", tasks=None, fan_in=FAN_IN, partition=False):
    """The table of states: (repository, state), a row for each group."""
    lines = lines_of(spark, replies)
    parts = lines.getNumPartitions()
    tasks = tasks or parts
    if partition:
        # A group has few states then: one level takes all of them in.
        lines, parts, fan_in = near(lines, key, tasks), tasks, max(tasks, 2)
    states = merged(collected(lines, key), parts, tasks, fan_in)
    write(states.map(lambda state: (group_of(state[1]), state[1])).toDF("repository STRING, state STRING"), out, "states")


def write_reports(spark, out):
    """The table of reports: (repository, report as JSON)."""
    states = read(spark, out, "states").rdd.map(tuple)
    write(reported(states).toDF("repository STRING, report STRING"), out, "reports")


def write_findings(spark, out):
    """The table of findings: a row for each, with the columns of COLUMNS."""
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    reports = read(spark, out, "reports").rdd
    write(reports.flatMap(lambda row: rows(row.repository, json.loads(row.report))).toDF(columns), out, "findings")


def write(table, out, name):
    """Over what was there before. A report may be large: Parquet looks at the size of a page after each row, not after 100."""
    checks = {f"parquet.{part}.size.row.check.min": 1 for part in ["page", "block"]}
    table.write.mode("overwrite").options(**checks).parquet(f"{out}/{name}")


def read(spark, out, name):
    """A state or a report may be large: few are held at a time."""
    spark.conf.set("spark.sql.parquet.columnarReaderBatchSize", 4)
    return spark.read.parquet(f"{out}/{name}")


def run(spark, replies, out, key="repository", tasks=None, fan_in=FAN_IN, partition=False):
    """Collects, merges, reports, and tables the findings."""
    write_states(spark, replies, out, key, tasks, fan_in, partition)
    write_reports(spark, out)
    write_findings(spark, out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("replies")
    parser.add_argument("out")
    parser.add_argument("--by", default="repository", help="the key that replies of one report share")
    parser.add_argument("--tasks", type=int, help="how many tasks merge and report (default: as many as read)")
    parser.add_argument("--fan-in", type=int, default=FAN_IN, help="how many states become one at once (default: 8)")
    parser.add_argument("--partition", action="store_true", help="bring the replies of each group together first")
    given = parser.parse_args()
    session = SparkSession.builder.appName("reconvene").getOrCreate()
    run(session, given.replies, given.out, given.by, given.tasks, given.fan_in, given.partition)
    session.stop()
