#!/usr/bin/env python3
"""Measure a note that 10,000 others link to: its links on the screen, and another name for it.

All take turns in one run: compare ratios of one run. The table goes to standard output and to links.md
in the work folder, every single result to links.jsonl beside it.

  list     from exec to the first rows of the list
  links    from the key L to the first rows of the links; from exec to them, by their address
  walk     a screenful down in the links, as in the list
  rename   the note with its 10,000 links, beside `sed -i` over the same files, and beside sed with one
           sync of the disk at its end: ours is on the disk when it says that it is done
"""
import os
import subprocess
import sys

import common
from common import calm

WORDS = "the quick brown fox jumps over a lazy dog and then rests in green grass by the old river".split()
OURS = "notes-tui"


class Links(common.Screens):
    def __init__(self, args):
        super().__init__(args, "links")
        self.name = "Hub"

    def make_notes(self):
        for number in range(self.args.notes):
            folder = os.path.join(self.vault, f"f{number % 20}")
            os.makedirs(folder, exist_ok=True)
            lines = [" ".join(WORDS[(number * 7 + line * 3 + word) % len(WORDS)] for word in range(12))
                     for line in range(8)]
            lines[4] += " [[Hub]] " + WORDS[number % len(WORDS)]
            with open(os.path.join(folder, f"note {number}.md"), "w") as out:
                out.write(f"# Note {number}\n" + "\n".join(lines) + "\n")
        with open(os.path.join(self.vault, "Hub.md"), "w") as out:
            out.write("# Hub\n\nThe middle of all.\n")

    # ---- the measures ----

    def frames(self):
        wanted = f"Backlinks {self.args.notes}"
        calm(crowded=True)
        steps = self.probe(["wait=> Hub", "settle=300", f"until=L>{wanted}", "settle=300", "key=\\e[6~*20"],
                           self.ours())
        self.keep("first frame", "list, from exec", steps["wait"]["at_ms"])
        self.keep("first frame", "links, from L", steps["until"]["ms"])
        self.keep("a screenful down", "links", steps["key"]["first_us"]["p50"] / 1e3)
        calm(crowded=True)
        steps = self.probe([f"wait={wanted}"], self.ours("notes://links/Hub"))
        self.keep("first frame", "links by address, from exec", steps["wait"]["at_ms"])
        calm()
        steps = self.probe(["wait=> Hub", "settle=300", "key=\\e[6~*20"], self.ours())
        self.keep("a screenful down", "list", steps["key"]["first_us"]["p50"] / 1e3)

    def renames(self):
        other = "Hub" if self.name != "Hub" else "Middle"
        for program, ending in (("sed -i", ""), ("sed -i, then sync", " && sync")):
            subprocess.run(["sync"], check=True)
            calm()
            ms = self.once(["sh", "-c", f"sed -i 's/\\[\\[{self.name}\\]\\]/[[{other}]]/' '{self.vault}'/f*/*.md{ending}"])
            self.keep("rename", program, ms)
            # And back, unmeasured, so that both do the same work.
            self.once(["sh", "-c", f"sed -i 's/\\[\\[{other}\\]\\]/[[{self.name}]]/' '{self.vault}'/f*/*.md"])
        subprocess.run(["sync"], check=True)
        self.once(self.ours("list", "--limit", "1"))
        calm()
        self.keep("rename", OURS, self.once(self.ours("rename", self.name, other)))
        self.check(other)
        # The next run takes it from here to the name before.
        self.name = other

    def check(self, name):
        done = subprocess.run(["grep", "-rlF", f"[[{name}]]", self.vault], stdout=subprocess.PIPE)
        found = len(done.stdout.splitlines())
        if found != self.args.notes:
            sys.exit(f"{found} of {self.args.notes} notes were rewritten")

    def run(self):
        self.make()
        # The frames first: a rename makes other notes the newest, and gives the hub another name.
        if "frames" in self.args.parts:
            self.repeat(self.frames, self.args.n)
        if "rename" in self.args.parts:
            self.repeat(self.renames, self.args.renames)

    # ---- the report ----

    def lines(self):
        return self.report(f"{self.args.n} runs, {self.args.renames} of renames; one note with {self.args.notes:,} links to it")

    def bars(self):
        yield ("links of the hub to the list's first frame", 1.5,
               self.ratio("first frame", "links, from L", "list, from exec"))
        yield ("links of the hub by their address to the list's first frame", 1.5,
               self.ratio("first frame", "links by address, from exec", "list, from exec"))
        yield "rename of the hub to sed -i", 2.0, self.ratio("rename", OURS, "sed -i")


def main():
    parser = common.options(__doc__, 15)
    parser.add_argument("--renames", type=int, default=5, help="runs of what takes seconds (5)")
    parser.add_argument("--notes", type=int, default=10_000, help="notes that link to one (10,000)")
    parser.add_argument("--parts", default="frames,rename", help="frames, rename, or both")
    args = common.read(parser)
    args.parts = args.parts.split(",")
    common.begin()
    links = Links(args)
    links.run()
    common.tell(args, "links.md", links.lines())


main()
