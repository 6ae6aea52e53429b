#!/usr/bin/env python3
"""Measure how long a note of 1 MB takes to be shown as it is meant to be read, beside cmark-gfm.

The list stands on a small note; End goes to the large one, far from it, so that nothing of that was read in
advance. Measured is from that key to the first quote of the note on the screen: reading the file, parsing,
laying out, drawing. The peer is the time that cmark-gfm's library takes to parse the same bytes in memory,
with the same extensions. `rich`, where Python has it, renders the note once as a whole. The table goes to
standard output and to preview.md in the work folder. Where Python has no `rich`, pip puts it into the work
folder; where that fails, its row says so.

Then a row down in that note's preview, once all of it is laid out, beside the list and over all of the
screen: from writing the key to the last byte that it brought, beside `hello`, a bare ncurses program that
echoes a key.
"""
import fcntl
import os
import pty
import select
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import termios
import time

import common
from common import row

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 2.0
ECHO = 3
MARK = "a quote of"                             # too far from the start to stand in the list


def large_note(size):
    """Markdown of every kind, as people write it."""
    parts = ["# Large\n\n"]
    count = 0
    while count < size:
        number = len(parts)
        part = (f"## Section {number}\n\nSome *words* of the [[note {number}]] that **follow** each other, "
                f"with `code`, a [link](https://example.com/{number}) and #tag{number % 50}, and on they go "
                "until the line is long enough to be wrapped.\n\n"
                f"- one\n- two\n  - [ ] a task {number}\n- three\n\n> a quote of\n> two lines\n\n")
        if number % 5 == 0:
            part += "| name | value |\n|---|--:|\n| a | 1 |\n| b | 22 |\n\n```python\ndef f(x):\n    return x\n```\n\n"
        parts.append(part)
        count += len(part)
    return "".join(parts)


class Screen:
    """The program in a terminal of its own; what it sends is searched, not understood."""

    def __init__(self, command, home):
        pid, self.fd = pty.fork()
        if pid == 0:
            os.environ.update(HOME=home, TERM="xterm-256color", LC_ALL="C.UTF-8")
            os.environ.pop("NOTES_TUI_VAULT", None)
            os.execvp(command[0], command)
        self.pid = pid
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))

    def wait(self, text, seconds=20):
        """When the text has come; None where it does not."""
        got, end = b"", time.perf_counter() + seconds
        while time.perf_counter() < end:
            if select.select([self.fd], [], [], end - time.perf_counter())[0]:
                got += os.read(self.fd, 1 << 16)
                if text.encode() in got:
                    return time.perf_counter()
        return None

    def quiet(self, seconds=.3):
        while select.select([self.fd], [], [], seconds)[0]:
            os.read(self.fd, 1 << 16)

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def shown_in(args, vault, home):
    screen = Screen([args.binary, "--vault", vault], home)
    try:
        if screen.wait("small 59") is None:
            sys.exit("the list did not come")
        screen.quiet()
        start = time.perf_counter()
        os.write(screen.fd, b"\x1b[F")
        end = screen.wait(MARK)
        if end is None:
            sys.exit("the large note was not shown")
        return end - start
    finally:
        screen.close()


def rich_time(path, work):
    """Nil where there is no rich to be had."""
    place = os.path.join(work, "python")
    env = dict(os.environ, PYTHONPATH=place)
    if subprocess.run([sys.executable, "-c", "import rich.markdown"], capture_output=True, env=env).returncode:
        try:
            subprocess.run([sys.executable, "-m", "pip", "install", "-q", "--target", place, "rich"],
                           capture_output=True, timeout=120)
        except subprocess.TimeoutExpired:
            pass
    code = ("import sys,time,io\nfrom rich.console import Console\nfrom rich.markdown import Markdown\n"
            "t=open(sys.argv[1]).read()\ns=time.perf_counter()\n"
            "Console(file=io.StringIO(),width=60).print(Markdown(t))\nprint(time.perf_counter()-s)")
    done = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, env=env)
    return float(done.stdout) if done.returncode == 0 else None


SCROLLED = {"beside the list": "\\t", "over all": "\\tf"}          # the keys that lead there


def scrolled(args, keys=60):
    """{place: [p50 of each run]}, in microseconds, and that of the echo."""
    common.take_priority()
    screens = common.Screens(args, "preview")
    found = {}
    for _ in range(args.n):
        for place, lead in SCROLLED.items():
            common.calm()
            steps = screens.probe(["wait=small 59", "settle=300", f"until=\\e[F>{MARK}", "settle=500",
                                   f"send={lead}", "settle=300", f"key=\\eOB*{keys}"], screens.ours())
            if steps["key"]["n"] < keys * .9:
                sys.exit(f"only {steps['key']['n']} of {keys} keys scrolled the preview")
            found.setdefault(place, []).append(steps["key"]["last_us"]["p50"])
        common.calm()
        steps = screens.probe(["settle=300", f"type=the quick brown fox *{keys}"],
                              [os.path.join(args.work, "hello_curses")])
        found.setdefault("hello", []).append(steps["type"]["last_us"]["p50"])
    return found


def main():
    parser = common.options(__doc__, 15)
    args = common.read(parser)
    peer = os.path.join(args.work, "cmark_parse")
    subprocess.run(["make", "-s", "-C", HERE, f"OUT={os.path.abspath(args.work)}", os.path.abspath(peer)], check=True)
    vault, home = os.path.join(args.work, "preview-vault"), os.path.join(args.work, "preview-home")
    for folder in (vault, home):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
    large = os.path.join(vault, "large.md")
    with open(large, "w") as f:
        f.write(large_note(1 << 20))
    os.utime(large, (1_700_000_000, 1_700_000_000))
    for number in range(60):
        with open(os.path.join(vault, f"small {number}.md"), "w") as f:
            f.write(f"# small {number}\n\nwords\n")
    common.begin(priority=False)
    shown_in(args, vault, home)                                   # the index is made once
    ours, theirs = [], []
    for _ in range(args.n):
        ours.append(shown_in(args, vault, home) * 1e3)
        theirs.append(float(subprocess.run([peer, large], check=True, capture_output=True, text=True).stdout))
    mine, parse = statistics.median(ours), statistics.median(theirs)
    rich = rich_time(large, args.work)
    verdict = "holds" if mine <= LIMIT * parse else "MISSED"
    lines = [row("a note of 1 MB", "ms", "beside its parse"), row("---", "--:", "--:"),
             row("cmark-gfm parses it", f"{parse:.1f}", "1"),
             row("notes-tui, from the key to the first screenful", f"{mine:.1f}",
                 f"{mine / parse:.2f} (at most {LIMIT:g}: {verdict})"),
             row("rich renders it", f"{rich * 1e3:.0f}", f"{rich * 1e3 / parse:.0f}") if rich
             else row("rich renders it", "not at hand, and pip could not install it", "")]
    medians = {place: statistics.median(found) for place, found in scrolled(args).items()}
    lines += ["", row("a row down in it", "us", "beside an echo"), row("---", "--:", "--:"),
              row("hello echoes a key", f"{medians['hello']:.0f}", "1")]
    for place in SCROLLED:
        ratio = medians[place] / medians["hello"]
        verdict = "holds" if ratio <= ECHO else "MISSED"
        lines.append(row(place, f"{medians[place]:.0f}", f"{ratio:.2f} (at most {ECHO:g}: {verdict})"))
    common.tell(args, "preview.md", lines)


main()
