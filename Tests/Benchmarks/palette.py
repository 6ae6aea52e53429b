#!/usr/bin/env python3
"""Measure how long a letter takes in the palette over 100,000 titles, beside fzf over the same lines.

Both take turns in one run: compare ratios, never milliseconds of two runs. The table goes to standard
output and to palette.md in the work folder, every single result to palette.jsonl beside it.

  key     from writing a letter to the last byte that it brought, typed one by one; each query from an
          empty field, and taken back letter by letter
  open    from C-p until the rows stand there
"""
import datetime
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys

import common
from common import calm, row

# Letters that many titles have, ones that few have, several words, a typing error.
QUERIES = ["a", "e", "meeting", "plan gar", "rvw", "notes on", "zqx", "projct"]


class Palette:
    def __init__(self, args):
        self.args = args
        self.vault = args.vault or self.corpus()
        self.titles = os.path.join(args.work, "titles.txt")
        self.home = os.path.join(args.work, "palette-home")
        self.title = common.newest_title(self.vault)
        self.values = {}
        self.log = open(os.path.join(args.work, "palette.jsonl"), "w")

    def corpus(self):
        return common.corpus("notes", os.path.join(self.args.work, "notes-100k"), 100_000)

    def env(self):
        return common.environment(self.home, "FZF_")

    def prepare(self):
        """An index, and the titles as lines for fzf: the same that the palette has."""
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        subprocess.run([self.args.binary, "--vault", self.vault, "doctor", "--repair"], env=self.env(),
                       check=True, stdout=subprocess.DEVNULL)
        listed = subprocess.run([self.args.binary, "--vault", self.vault, "list", "--json-lines"],
                                env=self.env(), check=True, stdout=subprocess.PIPE).stdout
        with open(self.titles, "w", encoding="utf-8") as out:
            for line in listed.decode("utf-8", "replace").splitlines():
                out.write(json.loads(line)["title"].replace("\n", " ") + "\n")

    def probe(self, steps, argv):
        done = subprocess.run([os.path.join(self.args.work, "ptyprobe"), "-s", "120x40", "-q", "40", *steps,
                               "--", *argv], env=self.env(), stdout=subprocess.PIPE, timeout=300, check=True)
        return json.loads(done.stdout.decode("utf-8", "replace"))["steps"]

    def keys(self):
        """One letter after the other, then as many times Backspace."""
        steps = []
        for query in QUERIES:
            steps += [f"type={letter}*1" for letter in query]
            steps += ["key=\\x7f*1"] * len(query)
        return steps

    def keep(self, measure, program, ms):
        self.log.write(json.dumps({"measure": measure, "program": program, "ms": ms}) + "\n")
        self.log.flush()
        self.values.setdefault((measure, program), []).append(ms)

    def one(self, program, opening, argv):
        calm()
        found = self.probe([*opening, *self.keys()], argv)
        for step in found:
            if step["step"] in ("type", "key"):
                kind = "letter" if step["step"] == "type" else "letter taken back"
                # A letter that changes nothing to see brings no byte, and takes no time.
                if "last_us" in step:
                    self.keep(kind, program, step["last_us"]["p50"] / 1e3)

    def run(self):
        self.prepare()
        lines = sum(1 for _ in open(self.titles, encoding="utf-8"))
        for number in range(self.args.n):
            self.one("notes-tui", [f"wait={self.title}", "settle=500", "send=\\x10", "settle=700"],
                     [self.args.binary, "--vault", self.vault])
            self.one("fzf", [f"wait={lines}/{lines}", "settle=500"],
                     ["sh", "-c", f"exec fzf --scheme=default < {shlex.quote(self.titles)}"])
            print(f"\rrun {number + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    def lines(self):
        yield (f"Measured {datetime.date.today()} on {common.processor()}, {os.cpu_count()} cores, "
               f"Linux {platform.release()}. Medians of {self.args.n} runs.")
        yield ""
        yield row("measure", "program", "p50, ms", "p95, ms", "slowest, ms")
        yield "|---|---|---|---|---|"
        for (measure, program), found in self.values.items():
            found = sorted(found)
            yield row(measure, program, f"{statistics.median(found):.2f}",
                      f"{found[int(len(found) * .95)]:.2f}", f"{found[-1]:.2f}")
        yield ""
        yield row("bar", "limit", "measured", "")
        yield "|---|---|---|---|"
        for measure in ("letter", "letter taken back"):
            ours, fzf = self.values[(measure, "notes-tui")], self.values[(measure, "fzf")]
            for what, ratio in (("p50", statistics.median(ours) / statistics.median(fzf)),
                                ("slowest", max(ours) / max(fzf))):
                yield row(f"{measure} to fzf, {what}", "1", f"{ratio:.2f}", "met" if ratio <= 1 else "**missed**")


def main():
    parser = common.options(__doc__, 5)
    parser.add_argument("--vault", help="a vault to use as it is, instead of made notes")
    args = common.read(parser, fzf="fzf")
    common.begin()
    palette = Palette(args)
    palette.run()
    common.tell(args, "palette.md", palette.lines())


main()
