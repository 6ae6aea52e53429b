#!/usr/bin/env python3
"""Measure the editor on small and very large files, beside other editors and a bare ncurses program.

As in bench.py all programs take turns in one run: compare ratios of one run. The table goes to standard
output and to editor.md in the work folder, every single result to editor.jsonl beside it.

  open     from exec to the first text on the screen: 8 KB, 100 MB, 1 GB; memory once all is read
  type     key to screen: in the middle of 1 MB, at the top of 100 MB, inside a line of 10 MB
  move     page down; 2,000 held Down keys
  paste    1 MB, bracketed and as it is typed
  search   a word at the end of 100 MB; 100,000 matches replaced
  save     100 MB, beside a copy that is synced
  calm     100 resizes

How each editor is driven stands in editors.json: `goto` goes to {line}, `insert` starts to insert, `find`
looks for {word}, `replace` puts {other} in its place, `save` saves and shows `saved`.
"""
import datetime
import json
import mmap
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import common
from common import calm, row, shown

HERE = os.path.dirname(os.path.abspath(__file__))
PROSE = "the quick brown fox jumps over a lazy dog and then "
FAR = "qzfarword"                     # stands once, at the end of the large file
MANY, OTHER = "qzmany", "other"       # stands 100,000 times in the file of matches
OURS = "notes-tui"

FILES = {
    "8K": ("big", "8K"), "1M": ("big", "1M"), "100M": ("big", "100M"), "1G": ("big", "1G"),
    "line": ("line", "10M"), "paste": ("paste", "1M"),
}
OPENED = {"8K": [OURS, "nano", "vim", "vis", "kakoune"], "100M": [OURS, "vis", "vim", "dte"],
          "1G": [OURS, "vis"]}
TYPED = {
    "1M": ["hello", OURS, "nano", "vim", "neovim", "micro", "kakoune", "ne"],
    "100M": ["hello", OURS, "dte", "vis"],
    "line": ["hello", OURS, "vis"],
}
MOVED = [OURS, "vim", "kakoune", "nano"]
PASTED = [OURS, "neovim", "nano"]
SEARCHED = [OURS, "vim", "vis"]
REPLACED = [OURS, "vim"]
RESIZED = ["hello", OURS, "nano"]


class Editors:
    def __init__(self, args):
        self.args = args
        with open(os.path.join(HERE, "editors.json")) as f:
            self.peers = json.load(f)
        for extra in args.peers:
            with open(extra) as f:
                self.peers.update(json.load(f))
        self.values = {}
        self.log = open(os.path.join(args.work, "editor.jsonl"), "w")
        self.files = {name: self.corpus(name, *what) for name, what in FILES.items() if name != "1G" or args.huge}
        self.files["matches"] = self.matches()
        self.files["empty"] = self.written("empty.md", b"")

    # ---- what is measured on ----

    def corpus(self, name, kind, size):
        path = os.path.join(self.args.work, f"editor-{name}.md")
        if not os.path.exists(path):
            make = os.path.join(HERE, "mkcorpus.py")
            subprocess.run([sys.executable, make, kind, path + ".new", size], check=True, stdout=sys.stderr)
            if name == "100M":
                with open(path + ".new", "ab") as f:
                    f.write(f"\nThe end: {FAR} stands here.\n".encode())
            os.rename(path + ".new", path)
        return path

    def matches(self):
        line = f"Some words before {MANY} and some words behind it, as a line has them.\n"
        return self.written("matches.md", line.encode() * 100_000)

    def written(self, name, content):
        path = os.path.join(self.args.work, f"editor-{name}")
        with open(path, "wb") as f:
            f.write(content)
        return path

    def missing(self):
        fill = {"binary": self.args.binary, "tools": self.args.work, "file": "", "folder": "", "name": ""}
        for name, peer in self.peers.items():
            command = shlex.split(peer["cmd"].format(**fill))[0]
            if not shutil.which(command):
                hint = f"apt-get install {peer['package']}" if "package" in peer else "make build"
                yield f"{name} is missing ({command}): {hint}"

    # ---- one run of one program ----

    def drive(self, program, file, steps, timeout=30, crowded=False):
        """Run an editor under the probe, in a home and on a copy of the file of its own."""
        peer = self.peers[program]
        with tempfile.TemporaryDirectory(prefix="home-", dir=self.args.work) as home:
            folder = os.path.join(home, "notes")
            os.mkdir(folder)
            copy = os.path.join(folder, "note.md")
            # A link costs nothing; what saves replaces it, and what writes in place gets a copy.
            (shutil.copyfile if program != OURS or "save" in str(steps) else os.link)(self.files[file], copy)
            command = shlex.split(peer["cmd"].format(
                binary=self.args.binary, tools=self.args.work, file=copy, folder=folder, name="note.md"))
            env = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "NOTES_TUI_"))}
            calm(crowded=crowded)
            done = subprocess.run(
                [os.path.join(self.args.work, "ptyprobe"), "-s", "120x40", "-q", str(peer.get("quiet", 15)),
                 "-k", str(timeout * 1000), *steps, "--", *command],
                cwd=home, env=dict(env, HOME=home), stdout=subprocess.PIPE, timeout=300)
        result = json.loads(done.stdout.decode("utf-8", "replace"))
        if any(step.get("dead") for step in result["steps"]):
            sys.exit(f"{program} ended by itself with status {result['status']}: {shlex.join(command)}")
        return {step["step"]: step for step in result["steps"]}

    def keep(self, measure, program, **numbers):
        self.log.write(json.dumps({"measure": measure, "program": program, **numbers}) + "\n")
        self.log.flush()
        for number, value in numbers.items():
            self.values.setdefault((measure, program, number), []).append(value)

    def reached(self, measure, program, step):
        """A text that never came is no number."""
        if step["ok"]:
            self.keep(measure, program, ms=step["ms"])
        else:
            print(f"{program}: {measure} never came to its end", file=sys.stderr)

    def keys(self, program, name, **fill):
        written = self.peers[program].get(name)
        return written.format(**fill) if written else None

    def first_words(self, file):
        with open(self.files[file], "rb") as f:
            return f.readline(200).decode("utf-8", "replace").strip("\n# ")[:16]

    # ---- the measures ----

    def opening(self, size, program):
        steps = [f"wait={self.first_words(size)}"] + (["settle=1500", "mem"] if program == OURS else [])
        found = self.drive(program, size, steps, crowded=True)
        numbers = {"ms": found["wait"]["at_ms"]}
        if "mem" in found:
            numbers["kb"] = found["mem"]["hwm_kb"]
        self.keep(f"open {size}", program, **numbers)

    def typing(self, file, program):
        steps = ["settle=500"]
        if file == "1M" and (go := self.keys(program, "goto", line=5000)):
            steps.append(f"send={go}")
        if file == "line":
            # Somewhere inside: three screens down from its start.
            steps.append("send=" + "\\e[6~" * 3)
        if insert := self.peers[program].get("insert"):
            steps.append(f"send={insert}")
        steps.append(f"type={PROSE}*{self.args.keys}")
        found = self.drive(program, file, steps)
        typed = found["type"]
        self.keep(f"type {file}", program, p50=typed["last_us"]["p50"], p95=typed["last_us"]["p95"],
                  max=typed["last_us"]["max"], bytes=typed["bytes_mean"])

    def moving(self, program):
        found = self.drive(program, "1M", ["settle=500", "key=\\e[6~*100"])
        self.keep("page down", program, p50=found["key"]["last_us"]["p50"])
        found = self.drive(program, "1M", ["settle=500", "burst=\\eOB*2000"])
        self.keep("hold down", program, ms=found["burst"]["last_ms"])

    def pasting(self, program):
        insert = self.peers[program].get("insert")
        first = ["settle=500"] + ([f"send={insert}"] if insert else [])
        for kind in ("bpaste", "paste"):
            found = self.drive(program, "empty", first + [f"{kind}={self.files['paste']}"])
            self.keep(kind, program, ms=found[kind]["last_ms"])

    def searching(self, program):
        find = self.keys(program, "find", word=FAR)
        found = self.drive(program, "100M", ["settle=1500", f"until={find}>{FAR} stands here"])
        self.reached("search", program, found["until"])

    def replacing(self, program):
        peer = self.peers[program]
        if "replace" not in peer:
            return
        keys = self.keys(program, "replace", word=MANY, other=OTHER)
        found = self.drive(program, "matches", ["settle=1000", f"until={keys}>{peer['replaced']}"])
        self.reached("replace", program, found["until"])

    def plain_search(self):
        with open(self.files["100M"], "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as text:
            text.find(b"no such word at all")
            begun = time.perf_counter()
            text.find(FAR.encode())
            self.keep("search", "memmem", ms=(time.perf_counter() - begun) * 1000)

    def saving(self):
        peer = self.peers[OURS]
        found = self.drive(OURS, "100M", ["settle=1500", "send=x", f"until={peer['save']}>{peer['saved']}"])
        self.reached("save", OURS, found["until"])
        with tempfile.TemporaryDirectory(dir=self.args.work) as folder:
            target = os.path.join(folder, "copy")
            begun = time.perf_counter()
            shutil.copyfile(self.files["100M"], target)
            with open(target, "rb") as f:
                os.fsync(f.fileno())
            self.keep("save", "copy and fsync", ms=(time.perf_counter() - begun) * 1000)

    def resizing(self, program):
        found = self.drive(program, "1M", ["settle=500", "resize=100,2"])
        self.keep("resize", program, ms=found["resize"]["cpu_ms"])

    def run(self):
        for i in range(self.args.n):
            for size, programs in OPENED.items():
                for program in programs:
                    if size in self.files:
                        self.opening(size, program)
            for file, programs in TYPED.items():
                for program in programs:
                    self.typing(file, program)
            for program in MOVED:
                self.moving(program)
            for program in PASTED:
                self.pasting(program)
            self.plain_search()
            for program in SEARCHED:
                self.searching(program)
            for program in REPLACED:
                self.replacing(program)
            self.saving()
            for program in RESIZED:
                self.resizing(program)
            print(f"\rrun {i + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    # ---- the report ----

    def median(self, measure, program, number="ms"):
        found = self.values.get((measure, program, number))
        return statistics.median(found) if found else None

    def ratio(self, measure, base, number="ms", program=OURS):
        value, ground = self.median(measure, program, number), self.median(measure, base, number)
        return value / ground if value is not None and ground else None

    def lines(self):
        yield (f"Measured {datetime.date.today()} on {common.processor()}, {os.cpu_count()} cores, "
               f"Linux {platform.release()}; 120x40; medians of {self.args.n} runs.")
        yield ""
        yield "| measure | program | median |"
        yield "|---|---|---|"
        for (measure, program, number), found in self.values.items():
            form, unit = FORMS[number]
            yield row(measure, program, form.format(statistics.median(found)) + unit)
        yield ""
        yield "| bar | limit | measured | |"
        yield "|---|---|---|---|"
        for what, limit, value in self.bars():
            if value is not None:
                yield row(what, f"{limit:g}", shown(value, "{:.2f}"), "met" if value <= limit else "**missed**")

    def bars(self):
        size = {name: os.path.getsize(path) / 1024 for name, path in self.files.items()}
        yield "open 8 KB, to nano", 1.6, self.ratio("open 8K", "nano")
        for name in ("100M", "1G"):
            yield f"open {name}, to vis", 2, self.ratio(f"open {name}", "vis")
            if memory := self.median(f"open {name}", OURS, "kb"):
                yield f"memory for {name}, to the file", 1.3, memory / size[name]
        yield "type in 1 MB, p50 to hello", 2, self.ratio("type 1M", "hello", "p50")
        middle = self.median("type 1M", OURS, "p50")
        for name, limit in (("100M", 2), ("line", 2)):
            typed = self.median(f"type {name}", OURS, "p50")
            yield f"type in {name}, p50 to 1 MB", limit, typed / middle if typed and middle else None
        yield "bytes a key, to nano's", 1, self.ratio("type 1M", "nano", "bytes")
        yield "page down, to vim", 1, self.ratio("page down", "vim", "p50")
        yield "2,000 held Down keys, to kakoune", 1, self.ratio("hold down", "kakoune")
        yield "bracketed paste of 1 MB, to neovim", 1, self.ratio("bpaste", "neovim")
        yield "plain paste of 1 MB, to neovim", 1, self.ratio("paste", "neovim")
        yield "search in 100 MB, to memmem", 2, self.ratio("search", "memmem")
        yield "100,000 replaced, to vim", .5, self.ratio("replace", "vim")
        yield "save of 100 MB, to a copy", 1.3, self.ratio("save", "copy and fsync")
        yield "100 resizes, to nano", 1, self.ratio("resize", "nano")


FORMS = {"ms": ("{:.2f}", " ms"), "kb": ("{:,.0f}", " KB"), "p50": ("{:.0f}", " µs, p50"),
         "p95": ("{:.0f}", " µs, p95"), "max": ("{:.0f}", " µs, slowest"), "bytes": ("{:.0f}", " bytes a key")}


def main():
    parser = common.options(__doc__, 15)
    parser.add_argument("--keys", type=int, default=100, help="keys in a run (100)")
    parser.add_argument("--no-huge", dest="huge", action="store_false", help="leave the file of 1 GB out")
    parser.add_argument("--peers", action="append", default=[], metavar="FILE", help="more or other editors")
    args = common.read(parser)

    editors = Editors(args)
    missing = list(editors.missing())
    if missing:
        sys.exit("\n".join(missing))
    common.begin()
    editors.run()
    common.tell(args, "editor.md", editors.lines())


main()
