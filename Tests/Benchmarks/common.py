"""What the benchmarks share: a calm machine, priority, tables."""
import ctypes
import os
import platform
import resource
import shutil
import signal
import sys
import time


def installed(binary, work):
    """The binary as `make install` and a restart leave it: in the cache as it was written or read in one
    go. Fresh from the linker its pages lie there one by one, and each start takes some 0.3 ms longer."""
    if not os.path.isfile(binary):
        sys.exit(f"{binary} is missing: make build")
    place = os.path.join(work, "installed", "notes-tui")
    shutil.rmtree(os.path.dirname(place), ignore_errors=True)
    os.makedirs(os.path.dirname(place))
    shutil.copy(binary, place)
    return place


def calm(limit=2, share=.25):
    """Wait a little until other processes leave the cores alone. What runs at low priority, as what
    keeps the cores awake, does not count."""
    end = time.time() + limit
    while True:
        busy, total = cpu_times()
        time.sleep(.15)
        busy2, total2 = cpu_times()
        if (busy2 - busy) / max(1, total2 - total) < share or time.time() > end:
            return


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
    except OSError:
        print("not root: measured at normal priority, with more noise", file=sys.stderr)


def keep_awake():
    """Spin in the idle class on every core: a virtual processor that sleeps takes some 100 us to wake,
    which would be measured with every key. Whatever else wants to run goes before it."""
    for _ in range(os.cpu_count()):
        if os.fork() == 0:
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)          # ends with its parent
            os.nice(19)
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            while True:
                pass


def shown(value, form):
    return "" if value is None else form.format(value)


def row(*cells):
    return "| " + " | ".join(cells) + " |"


def processor():
    with open("/proc/cpuinfo") as f:
        names = [line.split(":", 1)[1].strip() for line in f if line.startswith("model name")]
    return names[0] if names else platform.machine()
