"""How long each step of `examples/spark` takes, and how much memory its processes: timed.py WORKERS REPLIES OUT.

Prints a line of JSON. The peak of a process is what Linux says of it; who is looked at are this process and all below it.
"""

import json
import os
import re
import sys
import threading
import time
from pathlib import Path

from pyspark.sql import SparkSession

EXAMPLE = Path(__file__).parents[2] / "examples" / "spark"
sys.path.insert(0, str(EXAMPLE))

import job  # noqa: E402

#: So often, in seconds.
BETWEEN = 0.1

COMMAND = re.compile(r"cli\.js\0(collect|merge|report)\0")


class Watch(threading.Thread):
    """What each kind of process takes at most: resident memory of the largest in KiB, processor time of all in seconds."""

    def __init__(self, top):
        super().__init__(daemon=True)
        self.top = top
        self.peaks = {}
        self.ticks = {}

    def seconds(self):
        """Processor time by kind; what a process took since it was last looked at is missing."""
        found = {}
        for name, ticks in list(self.ticks.values()):
            found[name] = found.get(name, 0) + ticks / os.sysconf("SC_CLK_TCK")
        return found

    def run(self):
        while True:
            for process in below(self.top):
                try:
                    command = (process / "cmdline").read_text("utf-8", "replace")
                    size = re.search(r"VmHWM:\s*(\d+)", (process / "status").read_text())
                    stat = (process / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
                except OSError:
                    continue  # It has ended.
                kind = COMMAND.search(command)
                # A number is given again; not with the same time of birth.
                key = process.name, stat[19]
                # A process that has ended and was not waited for has no command any more.
                name = kind[1] if kind else Path(command.split("\0")[0]).name or self.ticks.get(key, ("",))[0]
                self.ticks[key] = name, int(stat[11]) + int(stat[12])
                if size:
                    self.peaks[name] = max(self.peaks.get(name, 0), int(size[1]))
            time.sleep(BETWEEN)


def below(top):
    """The folders of all processes that a process has started."""
    children = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            parent = (process / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[1]
        except OSError:
            continue
        children.setdefault(parent, []).append(process)
    found, left = [], [str(top)]
    while left:
        some = children.get(left.pop(), [])
        found += some
        left += [process.name for process in some]
    return found


def main(workers, replies, out):
    # A file is a part, however many workers there are: two levels of the tree.
    largest = max(file.stat().st_size for file in Path(replies).iterdir())
    spark = (
        SparkSession.builder.master(f"local[{workers}]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.memory", "3g")
        .config("spark.sql.files.maxPartitionBytes", str(largest))
        .config("spark.sql.files.openCostInBytes", "0")
        .getOrCreate()
    )
    context = spark.sparkContext
    context.setLogLevel("OFF")
    for name in ["job.py", "pipes.py", "findings.py"]:
        context.addPyFile(str(EXAMPLE / name))
    # What workers need for the first time is no part of what is measured.
    context.parallelize(range(workers), workers).map(str).collect()
    watch = Watch(os.getpid())
    watch.start()
    seconds = {}
    for step, run in {
        "states": lambda: job.write_states(spark, replies, out),
        "reports": lambda: job.write_reports(spark, out),
        "findings": lambda: job.write_findings(spark, out),
    }.items():
        started = time.perf_counter()
        run()
        seconds[step] = time.perf_counter() - started
    cpu = watch.seconds()
    counts = {name: spark.read.parquet(f"{out}/{name}").count() for name in ["states", "reports", "findings"]}
    parts = job.lines_of(spark, replies).getNumPartitions()
    hashes = spark.read.parquet(f"{out}/reports").selectExpr("repository", "sha2(report, 256)").collect()
    spark.stop()
    found = {"seconds": seconds, "peaks": watch.peaks, "cpu": cpu, "counts": counts, "parts": parts}
    print(json.dumps({**found, "hashes": dict(hashes)}))


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
