"""Runs a program, but the first time it is run it is killed in the middle of its input: dies_once.py MARKER PROGRAM…"""

import os
import signal
import subprocess
import sys

marker, *program = sys.argv[1:]
try:
    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
except FileExistsError:
    os.execvp(program[0], program)
process = subprocess.Popen(program, stdin=subprocess.PIPE)
process.stdin.write(sys.stdin.buffer.readline())
process.stdin.flush()
process.kill()
process.wait()
os.kill(os.getpid(), signal.SIGKILL)
