#!/usr/bin/env python3
"""Measure whether a list of 100,000 notes goes as smoothly as one of ten.

Both lists take turns in one run: compare ratios of one run. The table goes to standard output and to
list.md in the work folder, every single result to list.jsonl beside it. Each number is the time from a
key to the last byte that it brought to the screen.

  scroll    a row down
  filter    two letters typed and taken back, over and over
  rarer     two letters that few notes have: they leave other rows
  mark      a note marked, and on to the next
  folders   a row down beside the folders, all notes marked and one pinned
"""
import datetime
import json
import os
import shutil
import statistics
import subprocess
import sys

import common
from common import calm, row, shown

BAR = 1.3
BARRED = ("scroll", "filter")
# The steps before the keys, and how the keys are sent.
MEASURES = {
    "scroll": ([], "key=\\eOB*{keys}"),
    "filter": (["send=/", "settle=200"], "type=th\\x7f\\x7f*{keys}"),
    "rarer": (["send=/", "settle=200"], "type=qu\\x7f\\x7f*{keys}"),
    "mark": ([], "key=m*{keys}"),
    "folders": (["send=P", "settle=200", "send=*", "settle=200", "send=F", "settle=300", "send=\\t",
                 "settle=200"], "key=\\eOB*{keys}"),
}


class Lists:
    def __init__(self, args):
        self.args = args
        self.vaults = {"10": self.corpus(10, None), "100,000": self.corpus(100_000, args.large)}
        self.values = {}
        self.log = open(os.path.join(args.work, "list.jsonl"), "w")
        self.home = os.path.join(args.work, "list-home")

    def corpus(self, notes, given):
        if given:
            return given
        name = f"notes-{notes}" if notes < 1000 else "notes-100k"
        return common.corpus("notes", os.path.join(self.args.work, name), notes)

    def env(self):
        return common.environment(self.home)

    def ours(self, size, *words):
        return [self.args.binary, "--vault", self.vaults[size], *words]

    def prepare(self):
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        for size in self.vaults:
            subprocess.run(self.ours(size, "doctor", "--repair"), env=self.env(), check=True,
                           stdout=subprocess.DEVNULL)

    def measure(self, name, size):
        before, keys = MEASURES[name]
        count = min(self.args.keys, 8) if size == "10" and keys.startswith("key") else self.args.keys
        # A list of ten ends after nine rows: as many keys are sent by going back to its top.
        rounds = -(-self.args.keys // count)
        steps = ["settle=400", *before]
        for _ in range(rounds):
            steps += [keys.format(keys=count), "send=g", "settle=60"]
        if name in ("filter", "rarer"):
            steps = ["settle=400", *before, keys.format(keys=count)]
        # What was pinned in one run is no part of the next.
        shutil.rmtree(os.path.join(self.home, ".local/state/notes-tui/lists"), ignore_errors=True)
        calm()
        done = subprocess.run([os.path.join(self.args.work, "ptyprobe"), "-s", "120x40", "-q", "15", *steps, "--",
                               *self.ours(size)], env=self.env(), stdout=subprocess.PIPE, timeout=300, check=True)
        result = json.loads(done.stdout.decode("utf-8", "replace"))
        if any(step.get("dead") for step in result["steps"]):
            sys.exit(f"{name}, {size}: ended by itself with status {result['status']}")
        found = [step for step in result["steps"] if step["step"] in ("key", "type")]
        if any(step["n"] < step["sent"] * .8 for step in found):
            sys.exit(f"{name}, {size}: keys did not change the screen")
        result = {part: statistics.median(step["last_us"][part] for step in found) for part in ("p50", "p95")}
        self.log.write(json.dumps({"measure": name, "notes": size, **result}) + "\n")
        for part, value in result.items():
            self.values.setdefault((name, size, part), []).append(value)

    def run(self):
        self.prepare()
        for run in range(self.args.n):
            for name in MEASURES:
                for size in self.vaults:
                    self.measure(name, size)
            print(f"run {run + 1} of {self.args.n}", file=sys.stderr)

    def median(self, *key):
        return statistics.median(self.values[key])

    def lines(self):
        yield f"# A list of 100,000 beside one of ten, {datetime.date.today()}"
        yield ""
        yield f"{common.processor()}, {os.cpu_count()} cores; medians of {self.args.n} runs of {self.args.keys} keys."
        yield ""
        yield row("key to screen", "10 notes, us", "100,000 notes, us", "ratio", "bar", "")
        yield row("---", "---:", "---:", "---:", "---:", "---")
        for name in MEASURES:
            for part in ("p50", "p95"):
                small, large = (self.median(name, size, part) for size in self.vaults)
                bar = BAR if name in BARRED and part == "p50" else None
                told = "" if bar is None else "met" if large / small <= bar else "**missed**"
                yield row(f"{name}, {part}", f"{small:.0f}", f"{large:.0f}", f"{large / small:.2f}",
                          shown(bar, "{:g}"), told)


def main():
    parser = common.options(__doc__, 10)
    parser.add_argument("--keys", type=int, default=80, help="keys of each run (80)")
    parser.add_argument("--large", help="a folder of 100,000 notes; made without")
    args = common.read(parser)
    common.begin()
    lists = Lists(args)
    lists.run()
    common.tell(args, "list.md", lists.lines())


main()
