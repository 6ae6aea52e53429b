#!/usr/bin/env python3
"""Measure how long a letter takes from the key to the results: notes-tui searching every word of
10,000 and 100,000 notes, beside fzf filtering the same names. Both run in the same pseudo-terminal,
in turns. The table goes to standard output and to search.md in the work folder, every single run to
search.jsonl beside it.

  words     the letters of words of all kinds, one by one: from the key to the last byte of its answer
  short     the first letter and the second alone, which fit very many notes
"""
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys

import common
from common import calm, row, shown

SIZES = {"10k": 10_000, "100k": 100_000}
WORDS = ["remember", "qzneedletenth", "journal", "them", "alone", "work"]
# Nothing comes for so long once an answer is whole.
QUIET = "40"


class Search:
    def __init__(self, args):
        self.args = args
        self.home = os.path.join(args.work, "search-home")
        self.vaults = {name: self.corpus(name) for name in args.sizes.split(",")}
        self.keys = {}
        self.log = open(os.path.join(args.work, "search.jsonl"), "w")

    def corpus(self, name):
        given = self.args.corpora and os.path.join(self.args.corpora, f"n{name}")
        if given and os.path.isdir(given):
            return given
        return common.corpus("notes", os.path.join(self.args.work, f"notes-{name}"), SIZES[name])

    def env(self):
        return common.environment(self.home, "FZF_")

    def names(self, name):
        """The paths of a vault's notes, a line each, for fzf."""
        place = os.path.join(self.args.work, f"names-{name}.txt")
        vault = self.vaults[name]
        files = sorted(os.path.relpath(os.path.join(r, f), vault)
                       for r, _, fs in os.walk(vault) for f in fs if f.endswith(".md"))
        with open(place, "w") as out:
            out.write("\n".join(files) + "\n")
        return place, len(files)

    def probe(self, steps, argv):
        done = subprocess.run([os.path.join(self.args.work, "ptyprobe"), "-s", "120x40", "-q", QUIET, *steps,
                               "--", *argv], env=self.env(), stdout=subprocess.PIPE, timeout=300, check=True)
        return json.loads(done.stdout.decode("utf-8", "replace"))["steps"]

    def typed(self, program, argv, begin):
        """Types each word letter by letter; a key's time is when the last byte of its answer came."""
        for word in WORDS:
            calm(limit=.5)
            # A step is one key, so that each has its own time.
            steps = self.probe(begin + [f"key={letter}*1" for letter in word], argv)
            for place, step in enumerate(s for s in steps if s["step"] == "key"):
                taken = step["last_us"]["max"] / 1e3
                self.keys.setdefault(program, []).append((place, taken))
                self.log.write(json.dumps({"program": program, "word": word, "letter": place, "ms": taken}) + "\n")
        self.log.flush()

    def prepare(self):
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        for vault in self.vaults.values():
            subprocess.run([self.args.binary, "--vault", vault, "doctor", "--repair"], env=self.env(),
                           stdout=subprocess.DEVNULL, check=True)

    def run(self):
        self.prepare()
        names = {name: self.names(name) for name in self.vaults}
        for i in range(self.args.n):
            for name, vault in self.vaults.items():
                self.typed(f"notes-tui {name}", [self.args.binary, "--vault", vault],
                           ["settle=300", "send=s"])
                place, count = names[name]
                self.typed(f"fzf {name} names", ["sh", "-c", f"exec fzf < {shlex.quote(place)}"],
                           [f"wait={count}/{count}", "settle=200"])
            print(f"\rrun {i + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    # ---- the report ----

    def times(self, program, isShort=False):
        return [ms for place, ms in self.keys.get(program, []) if not isShort or place < 2]

    def lines(self):
        yield f"Measured on {common.machine()}."
        yield f"{self.args.n} runs of {len(WORDS)} words, letter by letter; milliseconds from the key to its answer."
        yield ""
        yield row("program", "p50", "slowest", "p50 of the first two letters")
        yield "|---|---|---|---|"
        for program in self.keys:
            times, short = self.times(program), self.times(program, True)
            yield row(program, *[shown(v, "{:.2f}") for v in
                                 (statistics.median(times), max(times), statistics.median(short))])
        yield ""
        yield row("bar", "limit", "measured", "")
        yield "|---|---|---|---|"
        for what, limit, value in self.bars():
            yield row(what, f"{limit:g}", f"{value:.2f}", "met" if value <= limit else "**missed**")

    def bars(self):
        largest = max(self.vaults, key=lambda name: SIZES[name])
        ours, theirs = self.times(f"notes-tui {largest}"), self.times(f"fzf {largest} names")
        yield "key to results, p50, to fzf's", .5, statistics.median(ours) / statistics.median(theirs)
        yield "key to results, slowest, to fzf's", .5, max(ours) / max(theirs)
        if len(self.vaults) > 1:
            smallest = min(self.vaults, key=lambda name: SIZES[name])
            small = statistics.median(self.times(f"notes-tui {smallest}"))
            yield f"p50 at {largest} to {smallest}", 1.5, statistics.median(ours) / small


def main():
    parser = common.options(__doc__, 5)
    parser.add_argument("--corpora", help="where n10k and n100k are already, which are only read")
    parser.add_argument("--sizes", default="10k,100k", help="vaults (10k,100k)")
    args = common.read(parser, fzf="fzf")
    common.begin()
    search = Search(args)
    search.run()
    common.tell(args, "search.md", search.lines())


main()
