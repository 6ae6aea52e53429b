"""The files of Debian's package unicode-data, as the tools that write tables read them."""

import os
import struct

SOURCE = "/usr/share/unicode/"
TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Unicode")


def properties(path, wanted=None):
    """The property of each scalar in a file of lines `0000..0010 ; Value # comment`."""
    found = {}
    for line in open(SOURCE + path, encoding="utf-8"):
        fields = [field.strip() for field in line.split("#")[0].split(";")]
        if len(fields) < 2 or (wanted and fields[1] != wanted):
            continue
        first, _, last = fields[0].partition("..")
        for scalar in range(int(first, 16), int(last or first, 16) + 1):
            found[scalar] = fields[1]
    return found


def write(name, form, numbers):
    """A table of little-endian numbers, which CUnicode embeds."""
    with open(os.path.join(TABLES, name + ".bin"), "wb") as file:
        file.write(struct.pack("<%d%s" % (len(numbers), form), *numbers))
    print("%s: %d numbers" % (name, len(numbers)))
