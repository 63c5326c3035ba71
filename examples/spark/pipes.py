"""`reconvene` as a process that lines go into and come out of."""

import json
import os
import re
import shlex
import subprocess
import tempfile
import threading

#: How a line of a state begins, and a report of `--each`: with the name of its group.
GROUP = re.compile(r'\{"group":(null|"(?:[^"\\]|\\.)*"),')


class Failed(RuntimeError):
    """`reconvene` is not there, was killed, or could not read all."""


def command():
    """The program, as the environment of a worker names it."""
    return shlex.split(os.environ.get("RECONVENE", "reconvene"))


def piped(arguments, lines):
    """What `reconvene ARGUMENTS` prints for these lines, line by line: neither side is held as a whole.

    Where not all could be read, it ends in an error: a task that fails is run again, or stops the job.
    """
    program = command()
    with tempfile.TemporaryFile() as said:
        try:
            process = subprocess.Popen(
                [*program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said
            )
        except OSError as error:
            help = "Install it on every worker (npm install --global reconvene), or name it in RECONVENE."
            raise Failed(f"{shlex.join(program)} cannot be run: {error.strerror}. {help}") from error
        broken = []

        def feed():
            try:
                with process.stdin as into:
                    for line in lines:
                        into.write(line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass"))
                        into.write(b"\n")
            except BrokenPipeError:
                pass  # Its status says why it went away.
            except BaseException as error:
                broken.append(error)
                process.kill()  # What it has is not all: nobody may take it for that.

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        try:
            # Not by `for line in`, which also ends lines where JSON has none.
            for line in iter(process.stdout.readline, b""):
                if line.startswith(b'{"error":'):
                    raise Failed(f"reconvene {shlex.join(arguments)}: {json.loads(line)['error']}")
                yield line[:-1].decode("utf-8")
            status = process.wait()
        finally:
            process.kill()
            process.stdout.close()
            process.wait()
            feeder.join()  # It reads from where the next task of this worker will.
        if broken:
            raise broken[0]
        if status != 0:
            said.seek(max(0, said.seek(0, os.SEEK_END) - 4000))
            words = said.read().decode("utf-8", "replace").strip()
            raise Failed(f"reconvene {shlex.join(arguments)} ended with status {status}. {words}")


def group_of(line):
    """The name of the group that a line is of; None where its replies have no such key."""
    return json.loads(GROUP.match(line).group(1))


def answers(arguments, batches):
    """One process for many batches: of each, as (key, lines), its key and the lines of the answer."""
    keys = []

    def lines():
        for key, batch in batches:
            keys.append(key)
            yield from batch
            yield ""

    answer = []
    for line in piped([*arguments, "--batches"], lines()):
        if line:
            answer.append(line)
        else:
            yield keys.pop(0), answer
            answer = []
