"""What `tests/examples/spark.test.js` compares with one machine: python3 scenarios.py FOLDER, JSON on standard output."""

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


def states_of(lines, tasks=2, fan_in=2):
    """The states of all groups, whatever worker they come from, by a tree: of one level for each doubling of the parts."""
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


def engine(master):
    """Spark, started for a short run: what a compiler or a collector of garbage gains comes too late."""
    spark = (
        SparkSession.builder.master(master)
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.driver.bindAddress", "127.0.0.1")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("OFF")
    for name in ["job.py", "pipes.py", "findings.py"]:
        spark.sparkContext.addPyFile(str(EXAMPLE / name))
    return spark


def main(folder):
    file = str(folder / "all.jsonl")
    lines = Path(file).read_text("utf-8-sig").split("\n")[:-1]
    # A task is tried three times.
    spark = engine("local[2,3]")
    context = spark.sparkContext
    found = {"scattered": [states_of(scattered(context, lines, seed), fan_in=2 + seed) for seed in range(2)]}
    own = os.environ["RECONVENE"]
    context.environment["RECONVENE"] = own
    found["worker killed"] = states_of(killed(context.parallelize(lines, 2), folder))
    found["killed"] = len(list(folder.glob("killed-*")))
    context.environment["RECONVENE"] = f"{sys.executable} {Path(__file__).parent}/dies_once.py {folder}/died {own}"
    found["process killed"] = states_of(context.parallelize(lines, 2))
    found["died"] = (folder / "died").exists()
    context.environment["RECONVENE"] = own
    # One line is nearly all of the file, whose parts have few replies, or none.
    found["over the limit"] = states_of(job.lines_of(spark, str(folder / "huge.jsonl")))
    # Whoever takes a few states and leaves leaves the worker as it was.
    some = job.collected(context.parallelize(lines, 2), "repository")
    found["some"] = [len(some.take(1)) for _ in range(2)]
    cut = '{"group":"cut off","state":{"schema"'
    broken = context.parallelize([(("cut off", 0), cut), (("other", 1), found["scattered"][0][0])], 2)
    found["cut off"] = failure(lambda: job.merged(broken, 2, 2).collect())
    nested = '{"repository":' * 100_000 + "1" + "}" * 100_000
    no_reply = context.parallelize([*lines[:9], nested], 1)
    found["no reply"] = failure(lambda: states_of(job.near(no_reply, "repository", 2)))
    context.environment["RECONVENE"] = "no-such-program"
    found["no module"] = failure(lambda: states_of(context.parallelize(lines, 1)))
    context.environment["RECONVENE"] = own

    job.run(spark, file, f"{folder}/out")
    tables = {table: spark.read.parquet(f"{folder}/out/{table}") for table in ["states", "reports", "findings"]}
    found["out"] = {
        "states": sorted(row.state for row in tables["states"].collect()),
        "reports": [(row.repository, row.report) for row in tables["reports"].collect()],
        "findings": [row.asDict() for row in tables["findings"].collect()],
        "columns": dict(tables["findings"].dtypes),
    }
    # From here on it is the same: reports are made of states.
    spark.read.json(file).write.parquet(f"{folder}/all.parquet")
    job.write_states(spark, f"{folder}/all.parquet", f"{folder}/from-parquet", tasks=2, partition=True)
    found["from Parquet"] = sorted(row.state for row in spark.read.parquet(f"{folder}/from-parquet/states").collect())
    spark.stop()
    # In the same JVM, which takes longest to start.
    spark = engine("local[1,3]")
    found["one worker"] = states_of(scattered(spark.sparkContext, lines, 2))
    spark.stop()
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
