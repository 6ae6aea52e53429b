#!/usr/bin/env python3
"""Measure how long an encrypted vault takes to show its list, beside the same notes in plain.

Both have an index. The plain one is measured from exec to the newest note on the screen, the encrypted
one from Enter after the passphrase, in turns. Scrypt is left out, which alone takes most of a second and
is measured by vault.py: the key is closed here with a work factor of 1. The table goes to standard output
and to sealed.md in the work folder, every single result to sealed.jsonl beside it.
"""
import base64
import datetime
import fcntl
import hashlib
import hmac
import json
import os
import platform
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

PASSWORD = "a horse that measures"
LIMIT = 1.5


# ---- an age file with a passphrase and next to no work ----

def chacha(key, counter, nonce):
    """A block of ChaCha20."""
    first = list(struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", counter) + nonce))
    state = list(first)

    def quarter(a, b, c, d):
        for x, y, z, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            state[x] = (state[x] + state[y]) & 0xffffffff
            mixed = state[z] ^ state[x]
            state[z] = (mixed << turn | mixed >> (32 - turn)) & 0xffffffff

    for _ in range(10):
        for column in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                       (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
            quarter(*column)
    return struct.pack("<16I", *((a + b) & 0xffffffff for a, b in zip(first, state)))


def seal(key, nonce, text):
    """ChaCha20-Poly1305 without associated data."""
    blocks = b"".join(chacha(key, 1 + i, nonce) for i in range(len(text) // 64 + 1))
    closed = bytes(a ^ b for a, b in zip(text, blocks))
    once = chacha(key, 0, nonce)
    factor = int.from_bytes(once[:16], "little") & 0x0ffffffc0ffffffc0ffffffc0fffffff
    padded = closed + bytes(-len(closed) % 16) + struct.pack("<QQ", 0, len(closed))
    total = 0
    for i in range(0, len(padded), 16):
        total = (total + int.from_bytes(padded[i:i + 16] + b"\1", "little")) * factor % ((1 << 130) - 5)
    tag = (total + int.from_bytes(once[16:32], "little")) & ((1 << 128) - 1)
    return closed + tag.to_bytes(16, "little")


def derived(secret, salt, label):
    """A key of HKDF with SHA-256."""
    key = hmac.digest(salt or bytes(32), secret, "sha256")
    return hmac.digest(key, label + b"\1", "sha256")


def bare(data):
    return base64.b64encode(data).rstrip(b"=")


def weakly_closed(text):
    """An age file for the passphrase with scrypt's smallest work factor."""
    salt, file_key, nonce = os.urandom(16), os.urandom(16), os.urandom(16)
    wrapping = hashlib.scrypt(PASSWORD.encode(), salt=b"age-encryption.org/v1/scrypt" + salt, n=2, r=8, p=1, dklen=32)
    head = (b"age-encryption.org/v1\n-> scrypt " + bare(salt) + b" 1\n"
            + bare(seal(wrapping, bytes(12), file_key)) + b"\n---")
    mac = hmac.digest(derived(file_key, b"", b"header"), head, "sha256")
    last = bytes(11) + b"\1"
    return head + b" " + bare(mac) + b"\n" + nonce + seal(derived(file_key, nonce, b"payload"), last, text)


# ---- what is measured ----

class Sealed:
    def __init__(self, args):
        self.args = args
        self.home = os.path.join(args.work, "sealed-home")
        shutil.rmtree(self.home, ignore_errors=True)
        os.makedirs(self.home)
        self.environment = common.environment(self.home, TERM="xterm-256color", LC_ALL="C.UTF-8")
        self.plain = common.corpus("notes", os.path.join(args.work, f"sealed-plain-{args.notes}"), args.notes)
        self.title = common.newest_title(self.plain).encode()
        self.closed = os.path.join(args.work, "sealed-vault")
        self.values = {}
        self.log = open(os.path.join(args.work, "sealed.jsonl"), "w")

    def command(self, *words, passphrase=False):
        command = [self.args.binary, *words]
        if not passphrase:
            return subprocess.run(command, env=self.environment, check=True, stdout=subprocess.PIPE).stdout
        read, write = os.pipe()
        os.write(write, PASSWORD.encode() + b"\n")
        os.close(write)
        try:
            return subprocess.run(command + ["--passphrase-fd", str(read)], env=self.environment, check=True,
                                  stdout=subprocess.PIPE, pass_fds=[read]).stdout
        finally:
            os.close(read)

    def prepare(self):
        shutil.rmtree(self.closed, ignore_errors=True)
        shutil.copytree(self.plain, self.closed, copy_function=shutil.copy2)
        begun = time.perf_counter()
        recovery = self.command("encrypt", "--vault", self.closed, passphrase=True)
        print(f"encrypted in {time.perf_counter() - begun:.1f} s", file=sys.stderr)
        # The key, opened with the recovery key, is closed again for next to no work.
        keys = os.path.join(self.args.work, "sealed-recovery.txt")
        with open(keys, "wb") as f:
            f.write(recovery)
        place = os.path.join(self.closed, ".notes-tui")
        key = subprocess.run(["age", "-d", "-i", keys, os.path.join(place, "recovery.age")], check=True,
                             stdout=subprocess.PIPE).stdout
        with open(os.path.join(place, "identity.age"), "wb") as f:
            f.write(weakly_closed(key))
        for vault, is_closed in ((self.plain, False), (self.closed, True)):
            self.command("doctor", "--repair", "--vault", vault, passphrase=is_closed)

    def run(self):
        self.prepare()
        for i in range(self.args.n):
            common.calm()
            for vault, name in ((self.plain, "plain"), (self.closed, "encrypted"))[::1 if i % 2 else -1]:
                seconds = self.shown(vault, name == "encrypted")
                self.values.setdefault(name, []).append(seconds)
                self.log.write(json.dumps({"vault": name, "s": seconds}) + "\n")
            print(f"\rrun {i + 1} of {self.args.n}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)

    def shown(self, vault, is_closed):
        """Seconds until the newest note stands in the list."""
        begun = time.perf_counter()
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(self.args.binary, [self.args.binary, "--vault", vault], self.environment)
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        if is_closed:
            self.read(terminal, b"assphrase of")
            # It goes on to draw, and listens then.
            time.sleep(.2)
            os.write(terminal, PASSWORD.encode())
            self.read(terminal, "•••".encode())
            time.sleep(.2)
            begun = time.perf_counter()
            os.write(terminal, b"\r")
        self.read(terminal, self.title)
        seconds = time.perf_counter() - begun
        os.write(terminal, b"q")
        end = time.time() + 5
        while time.time() < end and os.waitpid(pid, os.WNOHANG)[0] == 0:
            if select.select([terminal], [], [], .02)[0]:
                try:
                    os.read(terminal, 65536)
                except OSError:
                    pass
        else:
            if time.time() >= end:
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)
        os.close(terminal)
        return seconds

    @staticmethod
    def read(terminal, wanted):
        got, end = b"", time.time() + 20
        while wanted not in got:
            if not select.select([terminal], [], [], max(0, end - time.time()))[0]:
                sys.exit(f"{wanted!r} never came to the screen: {got[-600:]!r}")
            got += os.read(terminal, 65536)

    def lines(self):
        plain, closed = (statistics.median(self.values[name]) for name in ("plain", "encrypted"))
        yield (f"Measured {datetime.date.today()} on {common.processor()}, {os.cpu_count()} cores, "
               f"Linux {platform.release()}; {self.args.notes:,} notes; medians of {self.args.n} runs.")
        yield ""
        yield "| measure | encrypted | plain | ratio | limit | |"
        yield "|---|---|---|---|---|---|"
        yield row("first list, index warm", f"{closed * 1e3:.2f} ms", f"{plain * 1e3:.2f} ms", f"{closed / plain:.2f}",
                  f"{LIMIT:.2f}", "met" if closed / plain <= LIMIT else "**missed**")


def main():
    parser = common.options(__doc__, 15)
    parser.add_argument("--notes", type=int, default=10_000, help="notes in the vault (10000)")
    args = common.read(parser, age="age")
    common.begin(priority=False)
    sealed = Sealed(args)
    sealed.run()
    common.tell(args, "sealed.md", sealed.lines())


main()
