#!/usr/bin/env python3
"""Measure a letter and a motion in each keymap beside vim and neovim, in the middle of a note of 1 MB.

All programs take turns in one run: compare ratios of one run. The table goes to standard output and to keys.md
in the work folder, every single result to keys.jsonl beside it.

  letter   typed where the keymap types, key to screen; with the default keys also with spelling on
  motions  a row down, a word on, a paragraph on
"""
import os
import shutil
import sys

import common

PROSE = "the quick brown fox jumps over a lazy dog and then "
KEYMAPS = ("default", "vim", "emacs")
# How each goes to line 5,000, begins to type, and moves.
KEYS = {
    "default": {"go": "\\x075000\\r", "down": "\\e[B", "word": "\\e[1;5C"},
    "vim": {"go": "5000G", "insert": "i", "down": "j", "word": "w", "paragraph": "}"},
    "emacs": {"go": "\\egg5000\\r", "down": "\\x0e", "word": "\\ef", "paragraph": "\\e}"},
    "vim itself": {"go": "5000G", "insert": "i", "down": "j", "word": "w", "paragraph": "}"},
    "neovim": {"go": "5000G", "insert": "i", "down": "j", "word": "w", "paragraph": "}"},
}
PEERS = {"vim itself": ["vim.tiny", "-u", "DEFAULTS"], "neovim": ["nvim"]}


class Keys(common.Screens):
    def __init__(self, args):
        super().__init__(args, "keys")

    def make_notes(self):
        source = os.path.join(self.args.work, "editor-1M.md")
        if not os.path.exists(source):
            common.corpus("big", source, "1M")
        self.note = os.path.join(self.vault, "note.md")
        shutil.copyfile(source, self.note)

    def command(self, program):
        if program in PEERS:
            return [*PEERS[program], self.note]
        return self.ours("--keymap", program, "notes://editor/note.md")

    def measure(self, program, what, step, spelling=False):
        keys = KEYS[program]
        insert = [f"send={keys['insert']}"] if what == "letter" and "insert" in keys else []
        # What the run before typed is unsaved in its home, and would be offered in the next.
        shutil.rmtree(self.home, ignore_errors=True)
        config = os.path.join(self.home, ".config", "notes-tui")
        os.makedirs(config)
        with open(os.path.join(config, "config"), "w") as file:
            file.write("spelling = on\n" if spelling else "spelling = off\n")
        shutil.copyfile(os.path.join(self.args.work, "editor-1M.md"), self.note)
        common.calm()
        found = self.probe(["settle=700", f"send={keys['go']}", "settle=300", *insert, step], self.command(program))
        name = next(name for name in ("type", "key") if name in found)
        shown = f"{program}, spelling on" if spelling else program
        self.keep(what, shown, found[name]["last_us"]["p50"] / 1000)
        self.keep(f"{what}, slowest of twenty", shown, found[name]["last_us"]["p95"] / 1000)

    def turn(self):
        for program, keys in KEYS.items():
            self.measure(program, "letter", f"type={PROSE}*{self.args.keys}")
            for motion in ("down", "word", "paragraph"):
                if motion in keys:
                    self.measure(program, motion, f"key={keys[motion]}*{self.args.keys}")
        self.measure("default", "letter", f"type={PROSE}*{self.args.keys}", spelling=True)

    def bars(self):
        for keymap in ("vim", "emacs"):
            yield f"a letter with {keymap}'s keys, to the default ones", 1, self.ratio("letter", keymap, "default")
        yield "j to Down of the default keys", 1.3, self.ratio("down", "vim", "default")
        for motion in ("down", "word", "paragraph"):
            for keymap in KEYMAPS:
                if motion in KEYS[keymap]:
                    yield f"{motion} with {keymap}'s keys, ms", 1, self.median(motion, keymap)
        yield "a letter with spelling, to one without", 1.15, self.ratio("letter", "default, spelling on", "default")


def main():
    parser = common.options(__doc__, 15)
    parser.add_argument("--keys", type=int, default=100, help="keys in a run (100)")
    args = common.read(parser, **{"vim.tiny": "vim-tiny", "nvim": "neovim"})
    keys = Keys(args)
    keys.make()
    common.begin()
    keys.repeat(keys.turn, args.n)
    common.tell(args, "keys.md", keys.report(f"{args.n} runs of {args.keys} keys"))


if __name__ == "__main__":
    main()
