"""What the benchmarks share: how they begin and end, what they measure on, a calm machine, tables."""
import argparse
import atexit
import contextlib
import ctypes
import datetime
import json
import os
import platform
import random
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time


HERE = os.path.dirname(os.path.abspath(__file__))


def options(doc, runs):
    """The options that every benchmark has; each adds its own."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", required=True, help="the notes-tui to measure")
    parser.add_argument("--work", required=True, help="where the built tools are and the results go")
    parser.add_argument("-n", type=int, default=runs, help=f"runs of each ({runs})")
    return parser


def read(parser, **needs):
    """The options as they were given. `needs`: programs that must be there, with their packages."""
    args = parser.parse_args()
    os.makedirs(args.work, exist_ok=True)
    args.binary = installed(args.binary, args.work)
    missing = [f"{name} is missing: apt-get install {package}" for name, package in needs.items()
               if not shutil.which(name)]
    if missing:
        sys.exit("\n".join(missing))
    return args


def begin(priority=True):
    """From here on nothing else on the machine should be measured along."""
    keep_awake()
    if priority:
        take_priority()


def tell(args, name, lines):
    """Writes the report to standard output, and to a file in the work folder."""
    text = "\n".join(lines) + "\n"
    with open(os.path.join(args.work, name), "w") as out:
        out.write(text)
    print(text, end="")


def machine():
    return f"{processor()}, {os.cpu_count()} cores, Linux {platform.release()}"


def today():
    return datetime.date.today()


def environment(home, *others, **more):
    """Without what would lead to a person's own files. `others`: beginnings of more names to leave out."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG_", "NOTES_TUI_", *others))}
    return dict(kept, HOME=home, **more)


def corpus(kind, place, size):
    """What mkcorpus makes, made once: it always gives the same bytes."""
    if not os.path.exists(place):
        fresh = place + ".new"
        shutil.rmtree(fresh, ignore_errors=True)
        subprocess.run([sys.executable, os.path.join(HERE, "mkcorpus.py"), kind, fresh, str(size)],
                       check=True, stdout=sys.stderr)
        os.rename(fresh, place)
    return place


def installed(binary, work):
    """The binary as `make install` leaves it, by the command that it uses: written in large pieces, of which
    the system maps many pages at once. Fresh from the linker its pages lie in the cache one by one, and each
    start takes some 0.4 ms longer; after a restart some 0.1."""
    if not os.path.isfile(binary):
        sys.exit(f"{binary} is missing: make build")
    place = os.path.join(work, "installed", "notes-tui")
    shutil.rmtree(os.path.dirname(place), ignore_errors=True)
    os.makedirs(os.path.dirname(place))
    subprocess.run(["install", "-m", "755", binary, place], check=True)
    return place


def calm(limit=2, share=.25, crowded=False):
    """Wait a little until other processes leave the cores alone. What runs at low priority, as what
    keeps the cores awake, does not count. `crowded`: what is measured next may take all cores.

    What comes then begins at a chance moment. The kernel has work of its own at fixed times (here its watch
    over memory, each 512 ms and for up to 9 ms, with nobody let in before), and turns of one length would
    lay it on the same program's keys each time."""
    end = time.time() + limit
    while True:
        busy, total = cpu_times()
        time.sleep(.15)
        busy2, total2 = cpu_times()
        if (busy2 - busy) / max(1, total2 - total) < share or time.time() > end:
            break
    time.sleep(random.random() * .512)
    if os.sched_getscheduler(0) == os.SCHED_RR:
        if crowded:
            let_bytes_pass(os.SCHED_RR, 1)
        else:
            let_bytes_pass(os.SCHED_OTHER, 0)


def cpu_times():
    with open("/proc/stat") as f:
        user, nice, system, idle, wait, *rest = (int(x) for x in f.readline().split()[1:9])
    return user + system + sum(rest), user + nice + system + idle + wait + sum(rest)


def newest_title(vault):
    """The beginning of the newest note's title: the first row of a list."""
    files = [os.path.join(r, f) for r, _, names in os.walk(vault) for f in names if f.endswith(".md")]
    newest = max(files, key=lambda f: os.stat(f).st_mtime)
    with open(newest, encoding="utf-8") as text:
        return next(line[2:].strip() for line in text if line.startswith("# "))[:12].strip()


def take_priority():
    """Real-time round robin: other processes cannot hold a core for a slice of 4 ms."""
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
        # A runaway must not starve the machine.
        resource.setrlimit(resource.RLIMIT_RTTIME, (90_000_000, 90_000_000))
        atexit.register(let_bytes_pass, os.SCHED_OTHER, 0)
    except OSError:
        print("not root: measured at normal priority, with more noise", file=sys.stderr)


def let_bytes_pass(policy, priority):
    """The kernel's own threads carry what a program writes to the other end of its pseudo-terminal, at
    normal priority: beside a program with real-time priority and threads on all cores they would wait
    until those are done, for milliseconds, which happens in a measurement alone. Where a core is free
    they must not go before the program, as they would then."""
    for process in os.listdir("/proc"):
        try:
            with open(f"/proc/{process}/comm") as name:
                if name.read().startswith("kworker/u"):
                    os.sched_setscheduler(int(process), policy, os.sched_param(priority))
        except (OSError, ValueError):
            continue


spinning = []


def keep_awake():
    """Spin in the idle class on every core: a virtual processor that sleeps takes some 100 us to wake,
    which would be measured with every key. Whatever else wants to run goes before it."""
    parent = os.getpid()
    for _ in range(os.cpu_count()):
        spinning.append(os.fork())
        if spinning[-1] == 0:
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)          # ends with its parent
            os.nice(19)
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            stand_behind_all()
            while True:
                pass
    atexit.register(end_spinning, parent)


# Where the system keeps groups of processes, in its older and in its newer way.
GROUPS = [os.path.join(root, "notes-tui-benchmark") for root in ("/sys/fs/cgroup/cpu", "/sys/fs/cgroup")]


def stand_behind_all():
    """The idle class counts within a process's group alone. Among groups the scheduler lets what runs finish
    its 3 ms: a thread of the kernel that carries a key to a program waited for that now and then, where
    the program's work had sent it to the other core. A group of its own is told to stand behind all others."""
    for group in GROUPS:
        try:
            if not os.path.isdir(group):
                os.mkdir(group)
            for name, value in ("cpu.idle", "1"), ("cgroup.procs", str(os.getpid())):
                with open(os.path.join(group, name), "w") as file:
                    file.write(value)
            return
        except OSError:
            continue


def end_spinning(parent):
    if os.getpid() != parent:
        return
    for process in spinning:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
    for group in GROUPS:
        try:
            os.rmdir(group)
        except OSError:
            continue


@contextlib.contextmanager
def untouched():
    """Nothing spins meanwhile. Where a program keeps all cores busy for long none of them sleeps anyway, and
    what spins gets more than nothing then: on a machine with two cores it made 220 ms of 120."""
    for process in spinning:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in spinning:
            os.kill(process, signal.SIGCONT)


class Measured:
    """Results by what was measured and of which program, each kept in a file as it comes, and their report."""

    def __init__(self, args, name):
        self.args = args
        self.values = {}
        self.log = open(os.path.join(args.work, f"{name}.jsonl"), "w")

    def keep(self, measure, program, ms):
        self.log.write(json.dumps({"measure": measure, "program": program, "ms": ms}) + "\n")
        self.log.flush()
        self.values.setdefault((measure, program), []).append(ms)

    def median(self, measure, program):
        found = self.values.get((measure, program))
        return statistics.median(found) if found else None

    def ratio(self, measure, program, base):
        value, ground = self.median(measure, program), self.median(measure, base)
        return value / ground if value is not None and ground else None

    def report(self, of):
        """`of`: of what these are the medians. `bars` tells what should hold: words, limit, value."""
        yield f"Measured {today()} on {machine()}."
        yield f"Medians of {of}."
        for measure in dict.fromkeys(m for m, _ in self.values):
            yield ""
            yield row(measure, "ms")
            yield "|---|---|"
            for program in [p for m, p in self.values if m == measure]:
                yield row(program, shown(self.median(measure, program), "{:,.2f}"))
        yield ""
        yield row("bar", "limit", "measured", "")
        yield "|---|---|---|---|"
        for what, limit, value in self.bars():
            if value is not None:
                yield row(what, f"{limit:g}", f"{value:.2f}", "met" if value <= limit else "**missed**")


class Screens(Measured):
    """What is measured on the screen, in a vault and a home of its own that `make_notes` fills."""

    def __init__(self, args, name):
        super().__init__(args, name)
        self.home = os.path.join(args.work, f"{name}-home")
        self.vault = os.path.join(args.work, f"{name}-vault")

    def make(self):
        for folder in (self.home, self.vault):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
        self.make_notes()
        self.once(self.ours("doctor", "--repair"))
        subprocess.run(["sync"], check=True)

    def ours(self, *words):
        return [self.args.binary, "--vault", self.vault, *words]

    def once(self, argv):
        """Milliseconds."""
        done = subprocess.run([os.path.join(self.args.work, "once"), *argv], env=environment(self.home),
                              stdout=subprocess.PIPE, check=True)
        wall, _, _, status, _ = done.stdout.split()
        if int(status) != 0:
            sys.exit(f"{argv} ended with status {int(status)}")
        return float(wall)

    def probe(self, steps, argv):
        """What came of each step; of several of one name, of the last."""
        done = subprocess.run(
            [os.path.join(self.args.work, "ptyprobe"), "-s", "120x40", "-q", "15", *steps, "--", *argv],
            env=environment(self.home), stdout=subprocess.PIPE, timeout=300, check=True)
        steps = json.loads(done.stdout.decode("utf-8", "replace"))["steps"]
        failed = [step["step"] for step in steps if step.get("ok") is False]
        if failed:
            sys.exit(f"{failed} did not come")
        return {step["step"]: step for step in steps}

    def repeat(self, step, runs):
        for i in range(runs):
            step()
            print(f"\r{step.__name__} {i + 1} of {runs}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)


def shown(value, form):
    return "" if value is None else form.format(value)


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def processor():
    with open("/proc/cpuinfo") as f:
        names = [line.split(":", 1)[1].strip() for line in f if line.startswith("model name")]
    return names[0] if names else platform.machine()
