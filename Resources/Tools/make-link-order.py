#!/usr/bin/env python3
"""Writes Resources/link-order.txt: what the linker puts together in the release binary.

    NOTES_TUI_SYMBOLS=1 swift build -c release --product notes-tui
    Resources/Tools/make-link-order.py .build/release/notes-tui > Resources/link-order.txt

It plays short sessions and quick commands under valgrind (Debian: valgrind, binutils). Functions come
first: those that the first command runs, then the rest of the next one's, and so on to what the app runs at
its start, with a first letter, with each key, and seldom. Among those of one command it goes on in the same
way, by who else runs them. So each finds its code in few pages. valgrind does not know the newest
processors: what the C library takes on those stands beside what it took here. Then come the variables that
a start, a first letter or a quick command writes, between the marks by which `Sources/CSystem/startup.c`
takes their pages at once, and those that it reads, in the order of the functions. Do it again where a
measured start, key or command has become slower; names that are no more do no harm, and what is not named
stands behind what is.
"""
import bisect
import fcntl
import glob
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# Threads take turns, as if there were two processors: commands do other things then.
VALGRIND = ["valgrind", "-q", "--fair-sched=yes", "--log-file=/dev/null"]
# What runs as often as this after the start belongs to the keys, of which there are 45 of each kind.
OFTEN = 22
CORPUS = os.path.join(HERE, "../../Tests/Benchmarks/mkcorpus.py")
DOWN, PAGE, BACK = b"\x1bOB", b"\x1b[6~", b"\x1b"
TEXT = b"the quick brown fox jumps over the lazy dog "
# The C library's functions for one kind of processor, and the names for a newer one.
FOR_PROCESSOR = re.compile(r"(__\w+?)_(?:avx2?|sse2)(?:_\w+)?$")
NEWER = ("_evex", "_evex_movbe", "_evex_unaligned", "_evex_unaligned_erms", "_avx512", "_avx512_unaligned",
         "_avx512_unaligned_erms")
# What the C library does at each start, and not under valgrind.
UNSEEN = ("_dl_new_object", "_dl_setup_hash")
# It asks for large pages, and must not stand in one of them.
ALONE = "csystem_begin"
# Walking a list with its preview, filtering, writing, and going back.
KEYS = ([DOWN] * 45 + [PAGE] * 3 + [b"/"] + [bytes([c]) for c in b"the"] + [BACK, b"\r"]
        + [bytes([c]) for c in TEXT] + [PAGE] * 3 + [b"\r", b"\x7f", b"\x13", BACK])

# So many that a command looks at folders and the newest notes, and not at all.
MANY = 2500
# Each is over in some milliseconds, of which loading pages of the program is a good part.
COMMANDS = (["list", "--limit", "50"], ["search", "the", "--limit", "50"],
            ["search", "the", "--limit", "50", "--paths"], ["new", "Written", "--body", "text"],
            ["show", "Written"])


def profiled(folder):
    """How valgrind counts the instructions, and into which file for each thread."""
    profile = os.path.join(folder, "profile")
    return [*VALGRIND, "--tool=callgrind", "--dump-instr=yes", "--separate-threads=yes",
            f"--callgrind-out-file={profile}"], profile + "-*"


def watched(folder):
    """How valgrind tells what is read and written, and into which file."""
    trace = os.path.join(folder, "trace")
    return [*VALGRIND, "--tool=lackey", "--trace-mem=yes", f"--log-file={trace}"], trace


def play(tool, folder, command, keys):
    """Runs the program in a pseudo-terminal; of a session with keys, these alone are counted."""
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        time.sleep(.2)
        os.execvp(tool[0], tool + command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    read_until_quiet(terminal, 8)
    if keys and "--tool=callgrind" in tool:
        subprocess.run(["callgrind_control", "-z", str(child)], check=True, stdout=sys.stderr)
    for key in keys:
        os.write(terminal, key)
        read_until_quiet(terminal, .3)
    # As slow as it is here, it may take Esc and what comes next for one key.
    while os.waitpid(child, os.WNOHANG)[0] == 0:
        for key in BACK, b"q":
            os.write(terminal, key)
            read_until_quiet(terminal, 3)


def run(tool, folder, command):
    subprocess.run(tool + command, check=True, env=dict(os.environ, HOME=folder), stdout=subprocess.DEVNULL)


def taken(pattern):
    """The files of a run, which are removed after each was looked at."""
    for file in glob.glob(pattern):
        yield file
        os.remove(file)


def read_until_quiet(terminal, seconds):
    while select.select([terminal], [], [], seconds)[0]:
        try:
            if not os.read(terminal, 65536):
                return
        except OSError:
            return


def counts(profile):
    """How often each instruction ran, by its address."""
    found, address, is_call = {}, 0, False
    with open(profile, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("calls="):
                is_call = True
            elif re.match(r"[+*-]|0x", line):
                place, *numbers = line.split()
                if place[0] in "+-":
                    address += int(place, 0)
                elif place != "*":
                    address = int(place, 16)
                if not is_call and len(numbers) == 2:
                    found[address] = found.get(address, 0) + int(numbers[1])
                is_call = False
    return found


def touched(trace, how):
    """The addresses that were read (" L ") or written (" S ", " M ")."""
    with open(trace, encoding="utf-8", errors="replace") as lines:
        return {int(line[3:].split(",")[0], 16) for line in lines if line[:3] in how}


class Symbols:
    """What stands where in a binary; several names may stand at one address."""

    def __init__(self, binary, kinds):
        listing = subprocess.run(["nm", "-n", "-S", "--defined-only", binary], check=True, capture_output=True,
                                 text=True)
        rows = [line.split() for line in listing.stdout.splitlines()]
        self.rows = [(int(row[0], 16), row[-1]) for row in rows if len(row) >= 3 and row[-2] in kinds]
        self.kinds = {int(row[0], 16): row[-2] for row in rows if len(row) >= 3 and row[-2] in kinds}
        self.ends = {int(row[0], 16): int(row[0], 16) + int(row[1], 16) for row in rows if len(row) == 4}
        self.starts = [start for start, _ in self.rows]
        self.all = {name for _, name in self.rows}

    def start(self, address):
        """Where what has the address begins; nil where it is nobody's."""
        at = bisect.bisect_right(self.starts, address) - 1
        return self.starts[at] if at >= 0 else None

    def holder(self, address):
        """The same, for what has a size."""
        start = self.start(address)
        return start if start is not None and address < self.ends.get(start, start) else None

    def newer(self, name):
        """What stands for a function on a newer processor."""
        known = FOR_PROCESSOR.match(name)
        return [known[1] + ending for ending in NEWER if known[1] + ending in self.all] if known else []

    def is_small(self, start):
        return self.ends.get(start, start) - start <= 4096

    def names(self, start):
        at = bisect.bisect_left(self.starts, start)
        while at < len(self.rows) and self.rows[at][0] == start:
            yield self.rows[at][1]
            at += 1


class Runs:
    """Sessions and commands in two vaults, one of them with so many notes that commands do not read all."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.few, self.many = os.path.join(folder, "few"), os.path.join(folder, "many")
        for notes, count in (self.few, 200), (self.many, MANY):
            subprocess.run([sys.executable, CORPUS, "notes", notes, str(count)], check=True, stdout=sys.stderr)
            run([], folder, [binary, "--vault", notes, "doctor", "--repair"])
        run([], folder, self.command("list"))
        self.note = next(name for name in sorted(os.listdir(self.few)) if name.endswith(".md"))

    def command(self, *words):
        return [self.binary, "--vault", self.many, *words]

    def session(self, *place):
        return [self.binary, "--vault", self.few, *place]

    def starts(self):
        return [self.session(), self.session("notes://editor/" + self.note)]


def by_use(uses):
    """What the first one uses, the rest of what the next one does, and so on; and in the same way among
    those of one, by who else uses them."""
    return sorted(set().union(*uses), key=lambda begin: ([begin not in use for use in uses], begin))


def main():
    with tempfile.TemporaryDirectory() as folder:
        # valgrind does not know the newest form of debugging data.
        binary = os.path.join(folder, "notes-tui")
        subprocess.run(["strip", "--strip-debug", sys.argv[1], "-o", binary], check=True)
        runs = Runs(binary, folder)
        code, data = Symbols(binary, "tTwWiuV"), Symbols(binary, "bBdDrR")
        written, often, seldom = set(), set(), set()
        # The functions that each of them runs, in the order in which they are to stand; what each reads.
        uses, reads = [], []
        tool, profiles = profiled(folder)

        def functions():
            return {code.start(address) for file in taken(profiles) for address in counts(file)} - {None}

        for words in COMMANDS:
            run(tool, folder, runs.command(*words))
            uses.append(functions())
        for command in runs.starts():
            play(tool, folder, command, [])
            uses.append(functions())
        # Somebody waits for the first letter, and all of it runs for the first time.
        play(tool, folder, runs.starts()[-1], [b"a"])
        uses.append(functions())
        play(tool, folder, runs.session(), KEYS)
        for file in taken(profiles):
            for address, count in counts(file).items():
                (often if file.endswith("-01") and count >= OFTEN else seldom).add(code.start(address))
        uses += [often - {None}, seldom - {None}]
        tool, trace = watched(folder)
        for command in [runs.command(*words) for words in COMMANDS] + runs.starts():
            if command in runs.starts():
                play(tool, folder, command, [b"a", b"b"])
            else:
                run(tool, folder, command)
            reads.append({data.holder(address) for address in touched(trace, (" L ",))} - {None})
            written.update(data.holder(address) for address in touched(trace, (" S ", " M ")))
    print("# Written by Resources/Tools/make-link-order.py.")
    print("csystem_large_from", "csystem_fixed_from", *UNSEEN, sep="\n")
    for begin in by_use(uses):
        names = list(code.names(begin))
        for name in names if ALONE not in names else []:
            print(name, *code.newer(name), sep="\n")
    small = {begin for begin in written - {None} if data.is_small(begin)}
    for kinds, name in ("dD", "written"), ("bB", "empty"):
        print(f"csystem_{name}_from")
        for begin in sorted(begin for begin in small if data.kinds[begin] in kinds):
            print(*data.names(begin), sep="\n")
        print(f"csystem_{name}_to")
    reads.append(written - {None})
    for begin in by_use(reads):
        if begin not in small:
            print(*data.names(begin), sep="\n")


main()
