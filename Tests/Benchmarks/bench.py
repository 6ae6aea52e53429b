#!/usr/bin/env python3
"""Measure notes-tui beside nano and the least that ncurses and a pseudo-terminal can cost.

All programs take turns (A B C A B C ...) in one run, so that what disturbs one disturbs all:
compare ratios of one run, never times of two. The table goes to standard output and to
report.md in the work folder, every single result to results.jsonl beside it.

How each program is started and driven stands in peers.json:
  cmd      its command line; {binary} {tools} {vault} {note} {file} are filled in
  keys     what the key measure does: "prose" types text, "down" moves in a list
  insert   keys that must be sent before typing, if any
  filled   text that stands on the screen once the list can be used; {title}: the newest note's
  package  the Debian package it comes from
"""
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile

import common
from common import calm, row, shown

HERE = os.path.dirname(os.path.abspath(__file__))
PROSE = "the quick brown fox jumps over a lazy dog and then "
NOTES = 1000
NOTE = "eight-kilobytes.md"          # the note that nano and our editor both open

STARTED = ["nano", "hello", "notes-tui list", "notes-tui editor"]
TYPED = ["hello", "rawecho", "nano", "notes-tui list", "notes-tui editor"]
IDLED = ["hello", "nano", "notes-tui list", "notes-tui editor"]


# ---- what is measured on ----

def make_corpus(work):
    """A vault of NOTES notes, made once: the generator always gives the same bytes."""
    vault = os.path.join(work, f"vault-{NOTES}")
    if not os.path.isdir(vault):
        fresh = tempfile.mkdtemp(prefix="vault-", dir=work)
        make = os.path.join(HERE, "mkcorpus.py")
        subprocess.run([sys.executable, make, "notes", fresh, str(NOTES - 1)], check=True, stdout=sys.stderr)
        note = os.path.join(fresh, NOTE)
        subprocess.run([sys.executable, make, "big", note, "8K"], check=True)
        os.utime(note, (1451606400, 1451606400))          # older than all others
        os.rename(fresh, vault)
    return vault


# ---- one run of one program ----

class Bench:
    def __init__(self, args):
        self.args = args
        self.vault = make_corpus(args.work)
        self.title = common.newest_title(self.vault)
        self.peers = {}
        for name in [os.path.join(HERE, "peers.json")] + args.peers:
            with open(name) as f:
                self.peers.update(json.load(f))

    def missing(self):
        """One line for each program that is not there."""
        fill = self.fill("", "")
        for name, peer in self.peers.items():
            command = shlex.split(peer["cmd"].format(**fill))[0]
            if not shutil.which(command):
                hint = f"apt-get install {peer['package']}" if "package" in peer else "make build"
                yield f"{name} is missing ({command}): {hint}"

    def fill(self, vault, file):
        return {"binary": self.args.binary, "tools": self.args.work, "note": NOTE, "title": self.title,
                "vault": vault, "file": file}

    def drive(self, name, steps, crowded=False):
        """Run a program under the probe, in a home and a vault of its own; its results by step."""
        with tempfile.TemporaryDirectory(prefix="home-", dir=self.args.work) as home:
            # Links, not copies: what a program writes it writes beside them, for this run alone.
            vault = os.path.join(home, "vault")
            shutil.copytree(self.vault, vault, copy_function=os.link)
            fill = self.fill(vault, os.path.join(vault, NOTE))
            command = shlex.split(self.peers[name]["cmd"].format(**fill))
            env = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "NOTES_TUI_"))}
            probe = [os.path.join(self.args.work, "ptyprobe"), "-s", "120x40", "-q", "15"]
            calm(crowded=crowded)
            done = subprocess.run(probe + [s.format(**fill) for s in steps] + ["--"] + command, cwd=home,
                                  env=dict(env, HOME=home), stdout=subprocess.PIPE, timeout=180)
        result = json.loads(done.stdout.decode("utf-8", "replace"))
        steps = {step["step"]: step for step in result["steps"]}
        if any(step.get("dead") for step in result["steps"]) or steps["start"]["first_paint_ms"] < 0:
            sys.exit(f"{name} ended by itself with status {result['status']}: {shlex.join(command)}")
        return steps

    # ---- the measures: each gives {name: number} for one run ----

    def start(self, name):
        filled = self.peers[name].get("filled")
        steps = self.drive(name, ([f"wait={filled}"] if filled else []) + ["settle=150", "mem"], crowded=True)
        found = {"frame_ms": steps["start"]["first_paint_ms"], "memory_kb": steps["mem"]["hwm_kb"]}
        if filled:
            if not steps["wait"]["ok"]:
                sys.exit(f"{name}: “{filled.format(title=self.title)}” never came to the screen")
            found["filled_ms"] = steps["wait"]["at_ms"]
        return found

    def keys(self, name):
        peer = self.peers[name]
        first = [f"send={peer['insert']}"] if "insert" in peer else []
        kind = "key" if peer["keys"] == "down" else "type"
        what = "\\eOB" if kind == "key" else PROSE
        step = self.drive(name, ["settle=300"] + first + [f"{kind}={what}*{self.args.keys}"])[kind]
        if step["n"] < step["sent"] * .9:
            sys.exit(f"{name}: only {step['n']} of {step['sent']} keys changed the screen")
        return {"first_us": step["first_us"]["p50"],
                "p50_us": step["last_us"]["p50"], "p95_us": step["last_us"]["p95"]}

    def idle(self, name):
        step = self.drive(name, ["settle=500", "sleep=1000", "idle=5"])["idle"]
        return {"wakeups": step["wakeups"], "cpu_ms": step["cpu_ms"], "bytes": step["bytes"]}

    def once(self, name):
        command = ["true"] if name == "true" else [self.args.binary, "--version"]
        calm()
        wall, _, memory, status, _ = subprocess.run(
            [os.path.join(self.args.work, "once")] + command, stdout=subprocess.PIPE, check=True).stdout.split()
        if int(status) != 0:
            sys.exit(f"{shlex.join(command)} ended with status {int(status)}")
        return {"wall_ms": float(wall), "memory_kb": int(memory)}

    def run(self):
        """All measures, interleaved: {(measure, program): {number's name: [one value a run]}}."""
        values = {}
        with open(os.path.join(self.args.work, "results.jsonl"), "w") as log:
            for i in range(self.args.n):
                todo = [(self.start, STARTED), (self.keys, TYPED), (self.once, ["true", "notes-tui --version"])]
                if i < self.args.idle_runs:
                    todo.append((self.idle, IDLED))
                for measure, programs in todo:
                    for name in programs:
                        found = measure(name)
                        key = (measure.__name__, name)
                        log.write(json.dumps({"measure": key[0], "program": name, "run": i, **found}) + "\n")
                        for number, value in found.items():
                            values.setdefault(key, {}).setdefault(number, []).append(value)
                print(f"\rrun {i + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        return values


# ---- the report ----

class Report:
    def __init__(self, values, args):
        self.values, self.args = values, args

    def median(self, measure, name, number):
        found = self.values.get((measure, name), {}).get(number)
        return statistics.median(found) if found else None

    def ratio(self, measure, name, number, base, base_number=None):
        value, ground = self.median(measure, name, number), self.median(measure, base, base_number or number)
        return value / ground if value is not None and ground else None

    def lines(self):
        n = self.args.n
        yield f"Measured {common.today()} on {common.machine()}."
        yield f"A vault of {NOTES:,} notes; nano and the editor open one note of 8 KB; 120x40; medians of {n} runs."
        yield ""
        yield "| start | first frame | to nano | list filled | to nano | peak memory |"
        yield "|---|---|---|---|---|---|"
        for name in STARTED:
            yield row(name, shown(self.median("start", name, "frame_ms"), "{:.2f} ms"),
                      shown(self.ratio("start", name, "frame_ms", "nano"), "{:.2f}"),
                      shown(self.median("start", name, "filled_ms"), "{:.2f} ms"),
                      shown(self.ratio("start", name, "filled_ms", "nano", "frame_ms"), "{:.2f}"),
                      shown(self.median("start", name, "memory_kb"), "{:,.0f} KB"))
        yield ""
        yield "| key to screen | p50 | to hello | p95 | to hello | first byte p50 | to hello |"
        yield "|---|---|---|---|---|---|---|"
        for name in TYPED:
            yield row(name, shown(self.median("keys", name, "p50_us"), "{:.0f} µs"),
                      shown(self.ratio("keys", name, "p50_us", "hello"), "{:.2f}"),
                      shown(self.median("keys", name, "p95_us"), "{:.0f} µs"),
                      shown(self.ratio("keys", name, "p95_us", "hello"), "{:.2f}"),
                      shown(self.median("keys", name, "first_us"), "{:.0f} µs"),
                      shown(self.ratio("keys", name, "first_us", "hello"), "{:.2f}"))
        yield ""
        yield f"| 5 s without a key (median of {min(n, self.args.idle_runs)}) | wake-ups | processor | output |"
        yield "|---|---|---|---|"
        for name in IDLED:
            yield row(name, shown(self.median("idle", name, "wakeups"), "{:.0f}"),
                      shown(self.median("idle", name, "cpu_ms"), "{:.2f} ms"),
                      shown(self.median("idle", name, "bytes"), "{:.0f} bytes"))
        yield ""
        yield "| start to exit | time | to true | peak memory |"
        yield "|---|---|---|---|"
        for name in ("true", "notes-tui --version"):
            yield row(name, shown(self.median("once", name, "wall_ms"), "{:.2f} ms"),
                      shown(self.ratio("once", name, "wall_ms", "true"), "{:.2f}"),
                      shown(self.median("once", name, "memory_kb"), "{:,.0f} KB"))
        yield ""
        yield "| bar | limit | measured | |"
        yield "|---|---|---|---|"
        for what, limit, value in self.bars():
            if value is not None:
                yield row(what, f"{limit:g}", f"{value:.2f}", "met" if value <= limit else "**missed**")

    def bars(self):
        listed, edited = "notes-tui list", "notes-tui editor"
        yield "list: first frame to nano's", 1.6, self.ratio("start", listed, "frame_ms", "nano")
        yield "editor: first frame to nano's", 1.6, self.ratio("start", edited, "frame_ms", "nano")
        yield "list: filled to nano's first frame", 3.0, self.ratio("start", listed, "filled_ms", "nano", "frame_ms")
        for name, short, limit in ((listed, "list", 3), (edited, "editor", 2)):
            yield f"{short}: key p50 to hello's", limit, self.ratio("keys", name, "p50_us", "hello")
            yield f"{short}: key p50, ms", 1, self.median("keys", name, "p50_us") / 1000
            yield f"{short}: wake-ups in 5 s", 0, self.median("idle", name, "wakeups")


def main():
    parser = common.options(__doc__, 30)
    parser.add_argument("--keys", type=int, default=60, help="keys in a run (60)")
    parser.add_argument("--idle-runs", type=int, default=3, help="runs without a key, 5 s each (3)")
    parser.add_argument("--peers", action="append", default=[], metavar="FILE", help="more or other programs")
    args = common.read(parser)

    bench = Bench(args)
    missing = list(bench.missing())
    if missing:
        sys.exit("\n".join(missing))
    common.begin()

    common.tell(args, "report.md", Report(bench.run(), args).lines())


main()
