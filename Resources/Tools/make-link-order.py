#!/usr/bin/env python3
"""Writes Resources/link-order.txt: which functions the linker puts together in the release binary.

    NOTES_TUI_SYMBOLS=1 swift build -c release --product notes-tui
    Resources/Tools/make-link-order.py .build/release/notes-tui > Resources/link-order.txt

It plays two short sessions under valgrind (Debian: valgrind, binutils) and lists what the main
thread ran: first what each key brings about, then the rest, then what quick commands ran besides,
each in the order it had before. Do it again where a measured start, key or command has become slower;
names that are no more do no harm, functions that are not named stand behind those that are.
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
# What runs as often as this after the start belongs to the keys, of which there are 45 of each kind.
OFTEN = 22
CORPUS = os.path.join(HERE, "../../Tests/Benchmarks/mkcorpus.py")
DOWN, PAGE, BACK = b"\x1bOB", b"\x1b[6~", b"\x1b"
TEXT = b"the quick brown fox jumps over the lazy dog "
# Walking a list with its preview, filtering, writing, and going back.
KEYS = ([DOWN] * 45 + [PAGE] * 3 + [b"/"] + [bytes([c]) for c in b"the"] + [BACK, b"\r"]
        + [bytes([c]) for c in TEXT] + [PAGE] * 3 + [b"\r", b"\x7f", b"\x13", BACK])

# So many that a command looks at folders and the newest notes, and not at all.
MANY = 2500
# Each is over in some milliseconds, of which loading pages of the program is a good part.
COMMANDS = (["list", "--limit", "50"], ["list", "--limit", "50"], ["search", "the", "--limit", "50"],
            ["search", "the", "--limit", "50", "--paths"], ["new", "Written", "--body", "text"],
            ["show", "Written"])


def play(binary, folder, notes, keys):
    """Runs the program in a pseudo-terminal; answers with the profile of its main thread, of the
    keys alone where there are some."""
    profile = os.path.join(folder, f"profile-{len(keys)}")
    command = ["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--separate-threads=yes",
               "--log-file=/dev/null", f"--callgrind-out-file={profile}", binary, "--vault", notes]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(HOME=folder, TERM="xterm-256color", LC_ALL="C.UTF-8")
        time.sleep(.2)
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    read_until_quiet(terminal, 8)
    if keys:
        subprocess.run(["callgrind_control", "-z", str(child)], check=True, stdout=sys.stderr)
    for key in keys + [b"q"]:
        os.write(terminal, key)
        read_until_quiet(terminal, .3)
    read_until_quiet(terminal, 5)
    os.waitpid(child, 0)
    return profile + "-01"


def command(binary, folder, notes, words):
    """Runs one command; answers with the profiles of its threads."""
    profile = os.path.join(folder, "profile")
    subprocess.run(["valgrind", "-q", "--tool=callgrind", "--dump-instr=yes", "--separate-threads=yes",
                    "--log-file=/dev/null", f"--callgrind-out-file={profile}", binary, "--vault", notes, *words],
                   check=True, env=dict(os.environ, HOME=folder), stdout=subprocess.DEVNULL)
    found = glob.glob(profile + "-*")
    for file in found:
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


def symbols(binary):
    """The functions by their addresses, in order; several names may stand at one."""
    listing = subprocess.run(["nm", "-n", "--defined-only", binary], check=True, capture_output=True, text=True)
    rows = [line.split() for line in listing.stdout.splitlines()]
    return [(int(row[0], 16), row[2]) for row in rows if len(row) == 3 and row[1] in "tTwWiuV"]


def main():
    with tempfile.TemporaryDirectory() as folder:
        # valgrind does not know the newest form of debugging data.
        binary = os.path.join(folder, "notes-tui")
        subprocess.run(["strip", "--strip-debug", sys.argv[1], "-o", binary], check=True)
        table = symbols(binary)
        starts = [start for start, _ in table]
        notes = os.path.join(folder, "notes")
        subprocess.run([sys.executable, CORPUS, "notes", notes, "200"], check=True, stdout=sys.stderr)
        often, seldom, commands = set(), set(), set()

        def name(places, address):
            at = bisect.bisect_right(starts, address) - 1
            if at >= 0:
                places.add(starts[at])

        for keys in [], KEYS:
            for address, count in counts(play(binary, folder, notes, keys)).items():
                name(often if keys and count >= OFTEN else seldom, address)
        many = os.path.join(folder, "many")
        subprocess.run([sys.executable, CORPUS, "notes", many, str(MANY)], check=True, stdout=sys.stderr)
        subprocess.run([binary, "--vault", many, "doctor", "--repair"], check=True,
                       env=dict(os.environ, HOME=folder), stdout=subprocess.DEVNULL)
        for words in COMMANDS:
            for profile in command(binary, folder, many, words):
                for address in counts(profile):
                    name(commands, address)
    print("# Written by Resources/Tools/make-link-order.py.")
    for start in sorted(often) + sorted(seldom - often) + sorted(commands - often - seldom):
        at = bisect.bisect_left(starts, start)
        while at < len(table) and table[at][0] == start:
            print(table[at][1])
            at += 1


main()
