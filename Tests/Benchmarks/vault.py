#!/usr/bin/env python3
"""Measure `notes-tui age` beside Debian's age: closing and opening a large file, and the memory that takes.

Both take turns in one run, on the same file, with the same key: compare ratios, never seconds. The table
goes to standard output and to vault.md in the work folder, every single result to vault.jsonl beside it.

  null     to /dev/null
  pipe     to a file by the shell's >, which neither waits for
  kept     to a file by -o, which notes-tui puts on the disk before it ends; age is followed by a sync
  unlock   one with a passphrase and scrypt's work factor of 18, typed into a pseudo-terminal
"""
import datetime
import json
import os
import platform
import pty
import select
import statistics
import subprocess
import sys
import time

import common
from common import row

OURS, PEER = "notes-tui", "age"
PASSWORD = "a horse that measures"
LIMIT_SPEED, LIMIT_MEMORY, LIMIT_UNLOCK = 1 / .7, 32 << 10, 1.1


class Vault:
    def __init__(self, args):
        self.args = args
        self.values = {}
        self.log = open(self.path("vault.jsonl"), "w")
        self.plain = self.path(f"vault-{args.size}.bin")
        if not os.path.exists(self.plain) or os.path.getsize(self.plain) != args.size << 20:
            with open(self.plain, "wb") as f:
                for _ in range(args.size):
                    f.write(os.urandom(1 << 20))
        self.key = self.path("vault-key.txt")
        if not os.path.exists(self.key):
            subprocess.run(["age-keygen", "-o", self.key], check=True, stderr=subprocess.DEVNULL)
        self.recipient = subprocess.run(
            ["age-keygen", "-y", self.key], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()

    def path(self, name):
        return os.path.join(self.args.work, name)

    def command(self, program, way, source, target):
        if program == PEER:
            words = ["age", "-e", "-r", self.recipient] if way == "encrypt" else ["age", "-d", "-i", self.key]
        else:
            words = [self.args.binary, "age", way]
            words += ["-r", self.recipient] if way == "encrypt" else ["-i", self.key]
        return words + ["-o", target, source]

    def run(self):
        for i in range(self.args.n):
            programs = [OURS, PEER] if i % 2 == 0 else [PEER, OURS]
            for where in ("null", "pipe", "kept"):
                for way in ("encrypt", "decrypt"):
                    for program in programs:
                        self.measure(program, way, where)
            for program in programs:
                self.unlock(program)
            print(f"\rrun {i + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    def measure(self, program, way, where):
        closed = self.path("vault-closed.age")
        if not os.path.exists(closed):
            self.once(self.command(PEER, "encrypt", self.plain, closed))
        source = self.plain if way == "encrypt" else closed
        target = "/dev/null" if where == "null" else self.path("vault-out")
        if os.path.exists(self.path("vault-out")):
            os.unlink(self.path("vault-out"))
        os.sync()
        with open(source, "rb") as f:                           # both read from the cache
            while f.read(1 << 20):
                pass
        common.calm()
        output = open(target, "wb") if where == "pipe" else None
        begun = time.perf_counter()
        _, usage = self.once(self.command(program, way, source, "-" if output else target), output)
        if where == "kept" and program == PEER:
            with open(target, "rb") as f:
                os.fsync(f.fileno())
        seconds = time.perf_counter() - begun
        self.keep(f"{way} to {where}", program, s=seconds, cpu=usage.ru_utime + usage.ru_stime,
                  kb=usage.ru_maxrss)
        if where == "kept" and way == "decrypt":
            if subprocess.run(["cmp", "-s", self.plain, target]).returncode:
                sys.exit(f"{program} opened something else than was closed")

    @staticmethod
    def once(words, output=None):
        begun = time.perf_counter()
        child = subprocess.Popen(words, stdout=output)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        seconds = time.perf_counter() - begun
        if status:
            sys.exit(f"{' '.join(words)} ended with {status}")
        return seconds, usage

    def unlock(self, program):
        closed = self.path("vault-passphrase.age")
        if not os.path.exists(closed):
            self.typed(["age", "-p", "-o", closed, self.key])
        common.calm()
        command = (["age", "-d", closed] if program == PEER
                   else [self.args.binary, "age", "decrypt", "-o", "-", closed])
        seconds, output = self.typed(command)
        if b"AGE-SECRET-KEY-1" not in output:
            sys.exit(f"{program} did not open the key: {output!r}")
        self.keep("unlock", program, s=seconds)

    @staticmethod
    def typed(command):
        """Types the passphrase whenever it is asked for; the time from the last line to the end."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.execvp(command[0], command)
        output, new, begun = b"", b"", time.perf_counter()
        while True:
            try:
                select.select([terminal], [], [])
                part = os.read(terminal, 65536)
            except OSError:
                part = b""
            if not part:
                break
            output, new = output + part, new + part
            if b"assphrase" in new and new.rstrip().endswith(b":"):
                new = b""
                time.sleep(.05)                                 # until echo is off
                os.write(terminal, PASSWORD.encode() + b"\n")
                begun = time.perf_counter()
        status = os.waitpid(pid, 0)[1]
        seconds = time.perf_counter() - begun
        os.close(terminal)
        if status:
            sys.exit(f"{' '.join(command)} ended with {status}: {output!r}")
        return seconds, output

    def keep(self, measure, program, **numbers):
        self.log.write(json.dumps({"measure": measure, "program": program, **numbers}) + "\n")
        self.log.flush()
        for number, value in numbers.items():
            self.values.setdefault((measure, program, number), []).append(value)

    def median(self, measure, program, number="s"):
        return statistics.median(self.values[measure, program, number])

    def lines(self):
        yield (f"Measured {datetime.date.today()} on {common.processor()}, {os.cpu_count()} cores, "
               f"Linux {platform.release()}; {self.args.size} MB; medians of {self.args.n} runs.")
        yield ""
        yield "| measure | notes-tui | age | ratio | limit | |"
        yield "|---|---|---|---|---|---|"
        for (measure, program, number) in list(self.values):
            if program != OURS:
                continue
            own, other = self.median(measure, OURS, number), self.median(measure, PEER, number)
            form = {"s": "{:.2f} s", "cpu": "{:.2f} s of processor", "kb": "{:,.0f} KB"}[number]
            limit, verdict = "", ""
            if number == "s":
                limit = LIMIT_UNLOCK if measure == "unlock" else LIMIT_SPEED
                verdict = "met" if own / other <= limit else "**missed**"
                limit = f"{limit:.2f}"
            if number == "kb":
                limit, verdict = f"{LIMIT_MEMORY:,} KB", "met" if own <= LIMIT_MEMORY else "**missed**"
            yield row(measure, form.format(own), form.format(other), f"{own / other:.2f}", limit, verdict)

    def clear(self):
        for name in ("vault-out", "vault-closed.age", "vault-passphrase.age"):
            if os.path.exists(self.path(name)):
                os.unlink(self.path(name))


def main():
    parser = common.options(__doc__, 5)
    parser.add_argument("--size", type=int, default=1024, help="megabytes (1024)")
    args = common.read(parser, **{"age-keygen": "age"})
    common.begin(priority=False)
    # A large file takes longer than the limit that stops what runs away with priority: none is taken.
    vault = Vault(args)
    vault.run()
    common.tell(args, "vault.md", vault.lines())
    vault.clear()


main()
