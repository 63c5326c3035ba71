"""What `tests/js/spark.test.js` compares with one machine: python3 scenarios.py FOLDER MASTER, JSON on standard output."""

import json
import os
import random
import signal
import sys
import traceback
from pathlib import Path

from pyspark import TaskContext
from pyspark.sql import SparkSession

EXAMPLE = Path(__file__).parents[2] / "examples" / "spark"
sys.path.insert(0, str(EXAMPLE))

import job  # noqa: E402


def states_of(lines, tasks=3, fan_in=2):
    """The states of all groups, whatever worker they come from, by a tree of more than one level."""
    states = job.merged(job.collected(lines, "repository"), lines.getNumPartitions(), tasks, fan_in)
    return sorted(line for _, line in states.collect())


def scattered(context, lines, seed):
    """Lines in any order and in any parts, some with nothing in them."""
    chance = random.Random(seed)
    parts = [[] for _ in range(chance.randint(1, 12))]
    for line in chance.sample(lines, len(lines)):
        chance.choice(parts[: chance.randint(1, len(parts))]).append(line)
    whole = context.parallelize(parts, len(parts)).flatMap(lambda part: part)
    assert whole.getNumPartitions() == len(parts)
    return whole


def killed(lines, folder):
    """The same, but the worker of each first attempt is killed in the middle, and leaves a file."""

    def die(lines):
        task = TaskContext.get()
        for at, line in enumerate(lines):
            if at == 5 and task.attemptNumber() == 0:
                (folder / f"killed-{task.partitionId()}").touch()
                os.kill(os.getpid(), signal.SIGKILL)
            yield line

    return lines.mapPartitions(die)


def failure(run):
    """What is said where a job fails."""
    try:
        run()
    except Exception:
        return traceback.format_exc()
    return None


def main(folder, master):
    spark = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .getOrCreate()
    )
    context = spark.sparkContext
    context.setLogLevel("OFF")
    for name in ["job.py", "pipes.py", "findings.py"]:
        context.addPyFile(str(EXAMPLE / name))
    file = str(folder / "all.jsonl")
    lines = Path(file).read_text("utf-8").splitlines()
    found = {"scattered": [states_of(scattered(context, lines, seed), fan_in=2 + seed) for seed in range(3)]}
    found["in one part"] = states_of(context.parallelize([lines, [], []], 3).flatMap(lambda part: part))
    found["worker killed"] = states_of(killed(context.parallelize(lines, 3), folder))
    found["killed"] = len(list(folder.glob("killed-*")))
    own = context.environment["RECONVENE"] = os.environ["RECONVENE"]
    context.environment["RECONVENE"] = f"{sys.executable} {Path(__file__).parent}/dies_once.py {folder}/died {own}"
    found["process killed"] = states_of(context.parallelize(lines, 3))
    found["died"] = (folder / "died").exists()
    context.environment["RECONVENE"] = own
    huge = context.textFile(str(folder / "huge.jsonl"), 3)
    found["over the limit"] = states_of(huge)
    cut = '{"group":"cut off","state":{"schema"'
    broken = context.parallelize([(("cut off", 0), cut), (("other", 1), found["in one part"][0])], 2)
    found["cut off"] = failure(lambda: job.merged(broken, 2, 2).collect())
    found["no reply"] = failure(lambda: states_of(context.parallelize([*lines, "{}"], 3)))
    context.environment["RECONVENE"] = "no-such-program"
    found["no module"] = failure(lambda: states_of(context.parallelize(lines, 3)))
    context.environment["RECONVENE"] = own

    job.run(spark, file, f"{folder}/out")
    spark.read.json(file).write.parquet(f"{folder}/all.parquet")
    job.run(spark, f"{folder}/all.parquet", f"{folder}/from-parquet", tasks=3, partition=True)
    for name in ["out", "from-parquet"]:
        tables = {table: spark.read.parquet(f"{folder}/{name}/{table}") for table in ["states", "reports", "findings"]}
        found[name] = {
            "states": sorted(row.state for row in tables["states"].collect()),
            "reports": {row.repository: row.report for row in tables["reports"].collect()},
            "findings": [row.asDict() for row in tables["findings"].collect()],
            "columns": dict(tables["findings"].dtypes),
        }
    spark.stop()
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
