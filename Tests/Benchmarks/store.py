#!/usr/bin/env python3
"""Measure how notes-tui lists, finds and writes in vaults of 1,000 to 100,000 notes, beside nano, fzf,
nnn, ripgrep and sqlite3.

As in bench.py all programs take turns in one run: compare ratios of one run. The table goes to standard
output and to store.md in the work folder, every single result to store.jsonl beside it.

  start     from exec to the first list on the screen, with an index that is there; memory
  build     no index: the list, the slowest key while all is read, the whole reading, its size; beside
            a plain FTS5 insertion of the same texts
  watch     a file changed by another program: until the screen shows it
  search    whole commands: a word in 1, 100 and a tenth of all notes, with and without an index, with
            cold caches (as root)
  write     list, show and new
"""
import json
import os
import pty
import select
import shlex
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import fcntl
import time

import common
from common import calm, row, shown

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = {"1k": 1_000, "10k": 10_000, "100k": 100_000}
NEEDLES = {"1 note": "qzneedleone", "100 notes": "qzneedlehundred", "a tenth": "qzneedletenth"}
PACKAGES = {"nano": "nano", "fzf": "fzf", "nnn": "nnn", "rg": "ripgrep", "sqlite3": "sqlite3"}


class Store:
    def __init__(self, args):
        self.args = args
        self.vaults, self.titles = {}, {}
        for name in args.sizes.split(","):
            self.vaults[name] = self.corpus(name)
            self.titles[name] = common.newest_title(self.vaults[name])
        self.largest = max(self.vaults, key=lambda name: SIZES[name])
        self.values = {}
        self.log = open(os.path.join(args.work, "store.jsonl"), "w")
        self.home = os.path.join(args.work, "store-home")
        self.fts = None

    def corpus(self, name):
        return common.corpus("notes", os.path.join(self.args.work, f"notes-{name}"), SIZES[name])

    # ---- running things ----

    def env(self, home=None):
        return common.environment(home or self.home)

    def tool(self, name):
        return os.path.join(self.args.work, name)

    def command(self, argv, home=None, cwd=None):
        """Wall milliseconds and peak memory of one command; it must succeed."""
        done = subprocess.run([self.tool("once")] + argv, env=self.env(home), cwd=cwd,
                              stdout=subprocess.PIPE, check=True)
        wall, _, memory, status, lines = done.stdout.split()
        if int(status) != 0:
            sys.exit(f"{shlex.join(argv)} ended with status {int(status)}")
        return {"ms": float(wall), "kb": int(memory), "lines": int(lines)}

    def ours(self, vault, *words):
        return [self.args.binary, "--vault", vault, *words]

    def probe(self, steps, argv, home=None, cwd=None):
        done = subprocess.run([self.tool("ptyprobe"), "-s", "120x40", "-q", "15", *steps, "--", *argv],
                              env=self.env(home), cwd=cwd, stdout=subprocess.PIPE, timeout=300, check=True)
        found = json.loads(done.stdout.decode("utf-8", "replace"))
        return {step["step"]: step for step in found["steps"]}

    def keep(self, measure, program, **numbers):
        self.log.write(json.dumps({"measure": measure, "program": program, **numbers}) + "\n")
        self.log.flush()
        for number, value in numbers.items():
            self.values.setdefault((measure, program, number), []).append(value)

    def median(self, measure, program, number="ms"):
        found = self.values.get((measure, program, number))
        return statistics.median(found) if found else None

    def ratio(self, measure, program, base, number="ms", base_measure=None, base_number=None):
        value = self.median(measure, program, number)
        ground = self.median(base_measure or measure, base, base_number or number)
        return value / ground if value is not None and ground else None

    # ---- the measures ----

    def prepare(self):
        """An index for each vault, and a plain FTS5 table of the largest."""
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        for vault in self.vaults.values():
            self.command(self.ours(vault, "doctor", "--repair"))
        self.fts = os.path.join(self.args.work, f"plain-{self.largest}.db")
        took = []
        for _ in range(self.args.builds):
            done = subprocess.run([sys.executable, os.path.join(HERE, "fts.py"), self.vaults[self.largest], self.fts],
                                  stdout=subprocess.PIPE, check=True)
            seconds, text, size = done.stdout.split()
            self.keep("build", "plain FTS5", ms=float(seconds) * 1e3, text=int(text), size=int(size))
            took.append(float(seconds))
        print(f"plain FTS5: {statistics.median(took):.1f} s", file=sys.stderr)

    def builds(self):
        vault = self.vaults[self.largest]
        title = self.titles[self.largest]
        for _ in range(self.args.builds):
            with tempfile.TemporaryDirectory(prefix="home-", dir=self.args.work) as home:
                calm()
                done = self.command(self.ours(vault, "doctor", "--repair"), home)
                size = sum(os.path.getsize(os.path.join(folder, name))
                           for folder, _, names in os.walk(os.path.join(home, ".cache")) for name in names)
                self.keep("build", "notes-tui", ms=done["ms"], kb=done["kb"], size=size)
            with tempfile.TemporaryDirectory(prefix="home-", dir=self.args.work) as home:
                calm(crowded=True)
                steps = self.probe([f"wait={title}", "key=\\eOB*100", "mem"], self.ours(vault), home)
                if not steps["wait"]["ok"]:
                    sys.exit("the list never came to the screen")
                self.keep("no index", "notes-tui", ms=steps["wait"]["at_ms"], kb=steps["mem"]["hwm_kb"],
                          key_p50=steps["key"]["last_us"]["p50"] / 1e3, key_max=steps["key"]["last_us"]["max"] / 1e3)

    def starts(self):
        for name, vault in self.vaults.items():
            calm(crowded=True)
            steps = self.probe([f"wait={self.titles[name]}", "settle=200", "mem"], self.ours(vault))
            self.keep("start", f"notes-tui {name}", ms=steps["wait"]["at_ms"], kb=steps["mem"]["hwm_kb"],
                      frame=steps["start"]["first_paint_ms"])
        note = common.corpus("big", os.path.join(self.args.work, "eight-kilobytes.md"), "8K")
        calm(crowded=True)
        steps = self.probe(["settle=100", "mem"], ["nano", note])
        self.keep("start", "nano, 8 KB", ms=steps["start"]["first_paint_ms"], kb=steps["mem"]["hwm_kb"])

    def rivals(self):
        """Slow ones: a few runs are enough."""
        vault = self.vaults[self.largest]
        names = self.tool("names.txt")
        files = sorted(os.path.relpath(os.path.join(r, f), vault) for r, _, fs in os.walk(vault) for f in fs)
        with open(names, "w") as out:
            out.write("\n".join(files) + "\n")
        calm(crowded=True)
        steps = self.probe([f"wait={len(files)}/{len(files)}", "mem"], ["sh", "-c", f"exec fzf < {shlex.quote(names)}"])
        self.keep("start", f"fzf {self.largest} names", ms=steps["wait"]["at_ms"], kb=steps["mem"]["hwm_kb"])
        flat = self.tool(f"flat-{self.largest}")
        if not os.path.isdir(flat):
            os.makedirs(flat + ".new")
            for number, file in enumerate(files):
                os.link(os.path.join(vault, file), os.path.join(flat + ".new", f"{number:06}.md"))
            os.rename(flat + ".new", flat)
        calm(crowded=True)
        steps = self.probe(["wait=000000.md", "mem"], ["nnn", flat])
        self.keep("start", f"nnn {self.largest} in a folder", ms=steps["wait"]["at_ms"], kb=steps["mem"]["hwm_kb"])

    def searches(self):
        vault = self.vaults[self.largest]
        for label, word in NEEDLES.items():
            query = ("select n.path from fts join note n on n.id=fts.rowid where fts match "
                     f"'{word}' order by n.mtime desc limit 50")
            for program, argv in (
                ("notes-tui", self.ours(vault, "search", word, "--limit", "50", "--paths")),
                ("sqlite3", ["sqlite3", self.fts, query]),
                ("rg -l", ["rg", "-l", word, vault]),
            ):
                calm(limit=.5)
                self.keep(f"search: {label}", program, **self.command(argv))
        with tempfile.TemporaryDirectory(prefix="home-", dir=self.args.work) as home:
            # A cache folder that nobody can write: no index.
            open(os.path.join(home, ".cache"), "w").close()
            calm(limit=.5)
            found = self.command(self.ours(vault, "search", "qzneedlehundred", "--paths"), home)
            self.keep("search: 100 notes", "notes-tui without an index", **found)
        found = self.command(self.ours(vault, "search", "針山", "--limit", "1000", "--paths"))
        self.keep("search: 針山", "notes-tui", **found)

    def cold(self):
        vault = self.vaults[self.largest]
        for program, argv in (
            ("notes-tui", self.ours(vault, "search", "qzneedlehundred", "--limit", "50", "--paths")),
            ("rg -l", ["rg", "-l", "qzneedlehundred", vault]),
        ):
            os.sync()
            with open("/proc/sys/vm/drop_caches", "w") as drop:
                drop.write("3\n")
            self.keep("search, cold", program, **self.command(argv))

    def writes(self):
        vault = self.vaults[self.largest]
        some = next(os.path.relpath(os.path.join(r, f), vault)
                    for r, _, fs in os.walk(vault) for f in sorted(fs) if f.endswith(".md"))
        for program, argv in (
            ("list --limit 50", self.ours(vault, "list", "--limit", "50")),
            ("show", self.ours(vault, "show", some)),
            ("sqlite3, one query", ["sqlite3", self.fts, "select path from note order by mtime desc limit 50"]),
        ):
            calm(limit=.5)
            self.keep("command", program, **self.command(argv))
        for name, vault in self.vaults.items():
            with tempfile.TemporaryDirectory(prefix="new-", dir=self.args.work) as folder:
                # The new note goes into a vault of the same size; it is taken away again.
                calm(limit=.5)
                before = set(os.listdir(vault))
                self.keep("command", f"new, {name}", **self.command(self.ours(vault, "new", "Benchmark", "--body", "x")))
                for fresh in set(os.listdir(vault)) - before:
                    os.remove(os.path.join(vault, fresh))
                calm(limit=.5)
                self.keep("command", "sh -c 'echo > file'",
                          **self.command(["sh", "-c", "echo > file"], cwd=folder))

    def reconciles(self):
        """From the first rows until the list says that all was looked at: with one note gone since the
        last look, which leaves that folder's notes to be compared, and with nothing changed."""
        vault = self.vaults[self.largest]
        for program in ("notes-tui, one note gone", "notes-tui"):
            calm()
            with common.untouched():
                steps = self.probe([f"wait={self.titles[self.largest]}", "gone=reading"], self.ours(vault))
            self.keep("reconcile", program, ms=steps["gone"]["at_ms"] - steps["wait"]["at_ms"])
        with common.untouched():
            done = subprocess.run([self.tool("walk"), vault, "3"], stdout=subprocess.PIPE, check=True)
        self.keep("reconcile", "walk with stat", ms=float(done.stdout.split()[0]))

    def watches(self):
        """Another program writes a note: until its new title comes out of the terminal."""
        vault = self.vaults[self.largest]
        note = os.path.join(vault, "Written outside.md")
        child, master = pty.fork()
        if child == 0:
            os.execve(self.args.binary, self.ours(vault), dict(self.env(), TERM="xterm-256color"))
        fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        try:
            read_until(master, self.titles[self.largest].encode(), 30)
            read_until(master, None, 1)
            for number in range(self.args.n):
                # Letters that share nothing with those before: the whole of it is drawn.
                title = "".join(chr(65 + (number * 7 + i * 11) % 26) for i in range(12))
                start = time.perf_counter()
                with open(note, "w") as out:
                    out.write(f"# {title}\n")
                if not read_until(master, title.encode(), 5):
                    sys.exit("a note that was written outside never came to the screen")
                self.keep("outside", "notes-tui", ms=(time.perf_counter() - start) * 1e3)
                read_until(master, None, .2)
        finally:
            os.kill(child, 15)
            os.waitpid(child, 0)
            os.close(master)
            os.path.exists(note) and os.remove(note)

    def run(self):
        self.prepare()
        self.builds()
        for i in range(self.args.n):
            for measure in (self.starts, self.searches, self.writes, self.reconciles):
                measure()
            if i < self.args.slow_runs:
                self.rivals()
                if os.geteuid() == 0 and os.access("/proc/sys/vm/drop_caches", os.W_OK):
                    self.cold()
            print(f"\rrun {i + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        self.watches()

    # ---- the report ----

    def lines(self):
        yield f"Measured {common.today()} on {common.machine()}."
        yield f"Medians of {self.args.n} runs ({self.args.builds} of what takes seconds); {self.largest} notes unless said."
        measures = dict.fromkeys(measure for measure, _, _ in self.values)
        for measure in measures:
            programs = dict.fromkeys(p for m, p, _ in self.values if m == measure)
            numbers = [n for n in dict.fromkeys(n for m, _, n in self.values if m == measure) if n != "lines"]
            yield ""
            yield row(measure, *[UNITS.get(number, number) for number in numbers])
            yield "|" + "---|" * (len(numbers) + 1)
            for program in programs:
                yield row(program, *[shown(self.median(measure, program, number), FORMS.get(number, "{:,.2f}"))
                                     for number in numbers])
        yield ""
        yield row("bar", "limit", "measured", "")
        yield "|---|---|---|---|"
        for what, limit, value in self.bars():
            if value is not None:
                yield row(what, f"{limit:g}", f"{value:.2f}", "met" if value <= limit else "**missed**")

    def bars(self):
        big, small = f"notes-tui {self.largest}", "notes-tui 1k"
        yield "first list to nano's first frame", 1.6, self.ratio("start", big, "nano, 8 KB")
        yield "first list, 100k to 1k", 1.3, self.ratio("start", big, small)
        yield "first list to fzf's", .2, self.ratio("start", big, f"fzf {self.largest} names")
        yield "no index: first list, ms", 200, self.median("no index", "notes-tui")
        yield "no index: slowest key while reading, ms", 16, self.median("no index", "notes-tui", "key_max")
        yield "build to plain FTS5", .6, self.ratio("build", "notes-tui", "plain FTS5")
        yield "index to text, bytes", .9, self.ratio("build", "notes-tui", "plain FTS5", "size", base_number="text")
        yield "reconcile to a walk with stat", 1.3, self.ratio("reconcile", "notes-tui", "walk with stat")
        yield "changed outside, on the screen, ms", 100, self.median("outside", "notes-tui")
        for label in NEEDLES:
            yield f"search, {label}: to sqlite3", 2, self.ratio(f"search: {label}", "notes-tui", "sqlite3")
        for label in list(NEEDLES)[:2]:
            yield f"search, {label}: to rg", .02, self.ratio(f"search: {label}", "notes-tui", "rg -l")
        yield "search, cold: to rg", .02, self.ratio("search, cold", "notes-tui", "rg -l")
        yield ("search without an index: to rg", 1.2,
               self.ratio("search: 100 notes", "notes-tui without an index", "rg -l"))
        for what in ("list --limit 50", "show"):
            yield f"{what}: to sqlite3", 2, self.ratio("command", what, "sqlite3, one query")
        yield f"new: to echo", 4, self.ratio("command", f"new, {self.largest}", "sh -c 'echo > file'")
        yield "new, 100k to 1k", 1.2, self.ratio("command", f"new, {self.largest}", "new, 1k")


UNITS = {"ms": "ms", "kb": "peak memory, KB", "size": "bytes", "text": "bytes of text", "frame": "first frame, ms",
         "key_p50": "key p50, ms", "key_max": "slowest key, ms"}
FORMS = {"kb": "{:,.0f}", "size": "{:,.0f}", "text": "{:,.0f}"}


def read_until(master, wanted, seconds):
    """Read the terminal until the text came; for nothing, until it is silent so long."""
    got, end = b"", time.time() + seconds
    while time.time() < end:
        if select.select([master], [], [], max(0, end - time.time()))[0]:
            got += os.read(master, 65536)
            if wanted is None:
                end = time.time() + seconds
            elif wanted in got:
                return True
    return False


def main():
    parser = common.options(__doc__, 15)
    parser.add_argument("--builds", type=int, default=3, help="runs of the whole reading (3)")
    parser.add_argument("--slow-runs", type=int, default=3, help="runs of fzf, nnn and cold caches (3)")
    parser.add_argument("--sizes", default="1k,10k,100k", help="vaults (1k,10k,100k)")
    args = common.read(parser, **PACKAGES)
    common.begin()
    store = Store(args)
    store.run()
    common.tell(args, "store.md", store.lines())


main()
