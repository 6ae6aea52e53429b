#!/usr/bin/env python3
"""Write Vim's table of digraphs as Swift: which two letters make which character.

    make-digraph-table.py > Sources/Vim/VimDigraphTable.swift

The digraphs are those of RFC 1345 and the additions of vim. An installed vim is asked for them.
"""

import json
import os
import subprocess
import sys
import tempfile

WIDTH = 96


def digraphs():
    """Return pairs and the characters that they make, in vim's order."""
    with tempfile.TemporaryDirectory() as folder:
        answer = os.path.join(folder, "answer")
        ask = f"call writefile([json_encode(digraph_getlist(1))], '{answer}')"
        subprocess.run(
            ["vim", "-u", "NONE", "-N", "-es", "-c", "set encoding=utf-8", "-c", ask, "-c", "qa!"],
            check=True)
        with open(answer, encoding="utf-8") as file:
            listed = json.load(file)
    # A NUL cannot be listed: vim has it as a line end.
    return [(pair, ord(made) if made else 0x0A) for pair, made in listed]


def words(pairs):
    """Return a word for each pair. The character of the first pair of a run is before it."""
    expected = None
    for pair, value in pairs:
        if value != expected:
            yield f"{value:04x}="
        yield pair.replace(" ", "␠")
        expected = value + 1


def rows(pairs):
    row = ""
    for word in words(pairs):
        if row and len(row) + 1 + len(word) > WIDTH:
            yield row
            row = ""
        row = f"{row} {word}" if row else word
    if row:
        yield row


def main():
    pairs = digraphs()
    out = sys.stdout
    out.write("// Made by Resources/Tools/make-digraph-table.py. Do not edit.\n\n")
    out.write("/// Pairs of letters in the order of the characters that they make.\n")
    out.write("/// `00c0=` is the character of the pair after it, and each later pair makes the next one.\n")
    out.write("enum VimDigraphTable {\n")
    out.write('  static let words = #"""\n')
    for row in rows(pairs):
        out.write(f"    {row}\n")
    out.write('    """#\n}\n')


main()
