#!/usr/bin/env python3
"""Measure an agenda of 100,000 tasks: its first frame beside the note list's, and a task that is done.

All take turns in one run: compare ratios of one run. The table goes to standard output and to agenda.md
in the work folder, every single result to agenda.jsonl beside it.

  frames   from exec to the first rows of the list; to those of the agenda, by its address; from the
           key A in the list to the agenda
  keys     from x to the frame that shows the task as done; a screenful down; j, as in the list
"""
import datetime
import os

import common
from common import calm

WORDS = "call write mend ask send read bring paint sort plan cook weigh count visit wash clean".split()
FIRST = datetime.date(2026, 3, 2)


class Agenda(common.Screens):
    def make_notes(self):
        each = self.args.tasks // self.args.notes
        for number in range(self.args.notes):
            folder = os.path.join(self.vault, f"f{number % 20}")
            os.makedirs(folder, exist_ok=True)
            lines = []
            for task in range(each):
                place = number * each + task
                words = " ".join(WORDS[(place * 7 + word * 5) % len(WORDS)] for word in range(4))
                # A fifth has no day; the others lie within two years.
                day = FIRST + datetime.timedelta(days=place * 37 % 730)
                due = "" if place % 5 == 0 else f" 📅 {day}"
                sign = " ⏫" if place % 11 == 0 else ""
                lines.append(f"- [ ] {words} {place}{sign}{due}")
            with open(os.path.join(folder, f"note {number}.md"), "w") as out:
                out.write(f"# Note {number}\n\n" + "\n".join(lines) + "\n")
        with open(os.path.join(self.vault, "first.md"), "w") as out:
            out.write("# First\n\n- [ ] Overdue one 📅 2020-01-01\n- [ ] Overdue two 📅 2020-01-02\n")
        with open(os.path.join(self.vault, "hub.md"), "w") as out:
            out.write("# Hub\n\nThe newest of all.\n")

    # ---- the measures ----

    def frames(self):
        calm(crowded=True)
        steps = self.probe(["wait=> Hub", "settle=300", "until=A>> [ ]"], self.ours())
        self.keep("first frame", "list, from exec", steps["wait"]["at_ms"])
        self.keep("first frame", "agenda, from A in the list", steps["until"]["ms"])
        calm(crowded=True)
        steps = self.probe(["wait=Overdue one"], self.ours("notes://agenda"))
        self.keep("first frame", "agenda by its address, from exec", steps["wait"]["at_ms"])

    def keys(self):
        calm()
        steps = self.probe(["wait=Overdue one", "settle=500", "key=j*10", "settle=300", "key=\\e[6~*10"],
                           self.ours("notes://agenda"))
        self.keep("key to screen", "agenda, a screenful down", steps["key"]["first_us"]["p50"] / 1e3)
        calm()
        steps = self.probe(["wait=> Hub", "settle=500", "key=\\e[6~*10"], self.ours())
        self.keep("key to screen", "list, a screenful down", steps["key"]["first_us"]["p50"] / 1e3)
        calm()
        steps = self.probe(["wait=Overdue one", "settle=500", "until=x>[x]", "settle=500", "send=u", "settle=500"],
                           self.ours("notes://agenda"))
        self.keep("key to screen", "agenda, x until the task shows as done", steps["until"]["ms"])
        # The hub is the newest again, and the index knows.
        os.utime(os.path.join(self.vault, "hub.md"))
        self.once(self.ours("list", "--limit", "1"))

    def run(self):
        self.make()
        self.repeat(self.turn, self.args.n)

    def turn(self):
        for part in self.args.parts:
            {"frames": self.frames, "keys": self.keys}[part]()

    # ---- the report ----

    def lines(self):
        return self.report(f"{self.args.n} runs; {self.args.tasks:,} open tasks in {self.args.notes:,} notes")

    def bars(self):
        frame = "first frame"
        yield ("agenda by its address to the list's first frame", 1.5,
               self.ratio(frame, "agenda by its address, from exec", "list, from exec"))
        yield ("agenda from the list to the list's first frame", 1.5,
               self.ratio(frame, "agenda, from A in the list", "list, from exec"))
        yield "a task done, in frames of 16.7 ms", 1.0, self.frames_until_done()

    def frames_until_done(self):
        value = self.median("key to screen", "agenda, x until the task shows as done")
        return None if value is None else value / 16.7


def main():
    parser = common.options(__doc__, 15)
    parser.add_argument("--notes", type=int, default=2_000, help="notes that hold them (2,000)")
    parser.add_argument("--tasks", type=int, default=100_000, help="open tasks in all (100,000)")
    parser.add_argument("--parts", default="frames,keys", help="frames, keys, or both")
    args = common.read(parser)
    args.parts = args.parts.split(",")
    common.begin()
    agenda = Agenda(args, "agenda")
    agenda.run()
    common.tell(args, "agenda.md", agenda.lines())


main()
