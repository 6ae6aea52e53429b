#!/usr/bin/env python3
"""Writes Resources/Unicode/widths.bin from Debian's package unicode-data (of Unicode 15.0.0).

Every scalar value gets one class (ScalarClass in Sources/Cells). What a class promises about width
is what the C library's wcwidth says, because ncurses, xterm and tmux all ask it; a test of the
Cells target compares the two for every scalar.
"""
from unicode_data import SOURCE, properties, write

# glibc 2.36, which Debian 12 runs, knows Unicode 14. It answers -1 for what came later, and
# ncurses then draws a blank.
NEWEST_AGE = 14.0

REPLACED, NARROW, WIDE, MARK, JOINER, ESCAPE = range(6)
NARROW_PICTURE, WIDE_PICTURE, SKIN_TONE = 6, 7, 8

# Wide for glibc although EastAsianWidth calls them ambiguous (circled numbers on black squares)
# and neutral (hexagrams): ncurses and the terminals that ask wcwidth would be off by one cell.
WIDE_FOR_GLIBC = set(range(0x3248, 0x3250)) | set(range(0x4DC0, 0x4E00))

# Medial and final Hangul letters are drawn onto the initial letter before them.
JAMO_MARKS = set(range(0x1160, 0x1200)) | set(range(0xD7B0, 0xD7C7)) | set(range(0xD7CB, 0xD7FC))


def categories():
    """The general category of each assigned scalar."""
    found, first = {}, None
    for line in open(SOURCE + "UnicodeData.txt", encoding="utf-8"):
        fields = line.split(";")
        scalar = int(fields[0], 16)
        if fields[1].endswith("First>"):
            first = scalar
            continue
        for each in range(first if fields[1].endswith("Last>") else scalar, scalar + 1):
            found[each] = fields[2]
    return found


def main():
    width = properties("EastAsianWidth.txt")
    age = properties("DerivedAge.txt")
    category = categories()
    ignorable = properties("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
    extend = properties("DerivedCoreProperties.txt", "Grapheme_Extend")
    picture = properties("emoji/emoji-data.txt", "Extended_Pictographic")
    skin_tone = properties("emoji/emoji-data.txt", "Emoji_Modifier")

    def scalar_class(scalar):
        kind = category.get(scalar, "Cn")
        if kind in ("Cc", "Zl", "Zp"):
            return ESCAPE
        if scalar == 0x200D or scalar == 0x200C:
            return JOINER
        if kind == "Cf" or 0xE0000 <= scalar <= 0xE007F:
            return ESCAPE
        if scalar in ignorable:
            return JOINER if scalar in extend and kind != "Cn" else ESCAPE
        if kind in ("Cn", "Co", "Cs") or float(age[scalar]) > NEWEST_AGE:
            return REPLACED
        if kind in ("Mn", "Me") or scalar in JAMO_MARKS:
            return MARK
        if scalar in skin_tone:
            return SKIN_TONE
        is_wide = width.get(scalar) in ("W", "F") or scalar in WIDE_FOR_GLIBC
        if scalar in picture:
            return WIDE_PICTURE if is_wide else NARROW_PICTURE
        return WIDE if is_wide else NARROW

    entries, before = [], None
    for scalar in range(0x110000):
        now = scalar_class(scalar)
        if now != before:
            entries.append(scalar << 4 | now)
        before = now

    write("widths", "I", entries)


main()
