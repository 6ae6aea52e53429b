#!/usr/bin/env python3
"""Writes Resources/Unicode/folding-*.bin from Debian's package unicode-data (of Unicode 15.0.0).

Two mappings of scalars, without Hangul, which is arithmetic:

- names: canonical caseless matching, NFD(fold(NFD(c))): case goes, marks stay;
- words: compatibility forms, case and marks go. Marks that are a vowel or a sound of their own
  (India's, Thai, kana voicing) stay, and letters with a stroke lose it.

A test of the Folding target reads the same files and compares every scalar.
"""
from unicode_data import SOURCE, properties, write

# Letters whose stroke or shape Unicode does not take for a mark, and people do.
STROKES = {
    0xE6: "ae", 0xF8: "o", 0x111: "d", 0x127: "h", 0x131: "i", 0x142: "l", 0x153: "oe", 0x167: "t",
}

# Scripts that can be read without their marks.
MARKS_GO = {"Inherited", "Latin", "Greek", "Cyrillic", "Hebrew", "Arabic", "Syriac"}

# They separate words or stand for a letter, although they are "ignorable".
NOT_IGNORED = {0x200B, 0x115F, 0x1160, 0x3164, 0xFFA0}

VOICING = {0x3099, 0x309A}

canonical, compatible, category, combining = {}, {}, {}, {}
for line in open(SOURCE + "UnicodeData.txt", encoding="utf-8"):
    fields = line.split(";")
    scalar = int(fields[0], 16)
    category[scalar] = fields[2]
    combining[scalar] = int(fields[3])
    parts = fields[5].split()
    if parts and parts[0].startswith("<"):
        compatible[scalar] = [int(part, 16) for part in parts[1:]]
    elif parts:
        canonical[scalar] = [int(part, 16) for part in parts]

folding = {}
for line in open(SOURCE + "CaseFolding.txt", encoding="utf-8"):
    fields = [field.strip() for field in line.split("#")[0].split(";")]
    if len(fields) > 2 and fields[1] in "CF":
        folding[int(fields[0], 16)] = [int(part, 16) for part in fields[2].split()]

script = properties("Scripts.txt")
ignorable = properties("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")


def ordered(scalars):
    """Marks in canonical order."""
    result = []
    for scalar in scalars:
        place = len(result)
        own = combining.get(scalar, 0)
        while own and place and combining.get(result[place - 1], 0) > own:
            place -= 1
        result.insert(place, scalar)
    return result


def name_of(scalar):
    def decomposed(each):
        return [deep for part in canonical.get(each, []) for deep in decomposed(part)] or [each]

    folded = [part for each in decomposed(scalar) for part in folding.get(each, [each])]
    return ordered([part for each in folded for part in decomposed(each)])


def is_dropped(scalar):
    if scalar in ignorable:
        return scalar not in NOT_IGNORED
    return category.get(scalar) in ("Mn", "Me") and script.get(scalar) in MARKS_GO


def word_of(scalar):
    def decomposed(each):
        parts = canonical.get(each)
        if parts and parts[-1] in VOICING:
            return [each]
        if not parts:
            parts = compatible.get(each, [])
            # Not a letter but a mark shown on a blank, or a whole phrase.
            if 0x20 in parts:
                return [each]
        return [deep for part in parts for deep in decomposed(part)] or [each]

    now = [scalar]
    while True:
        after = [
            ord(letter) if isinstance(letter, str) else letter
            for each in now
            for part in decomposed(each)
            for folded in folding.get(part, [part])
            for letter in STROKES.get(folded, [folded])
            if not is_dropped(folded)
        ]
        if after == now:
            return now
        now = after


def bare_name_of(scalar):
    """What a word's letter is unless the table of words says otherwise."""
    return [each for each in name_of(scalar) if not is_dropped(each)]


def runs(mapping, default, pool):
    """Runs (first, count, step, value, delta): the next scalar is `step` on, its value `delta`."""
    values = {}
    for scalar in range(0x80, 0x110000):
        if 0xAC00 <= scalar <= 0xD7A3:
            continue
        to = mapping(scalar)
        if to != default(scalar) or (is_dropped(scalar) and mapping == word_of):
            values[scalar] = to[0] if len(to) == 1 else 1 << 21 | pooled(to, pool)
    result, left = [], dict(values)
    for scalar in sorted(values):
        if scalar not in left:
            continue
        best = (1, 1, 0)
        for step in (1, 2):
            if scalar + step not in left:
                continue
            delta = left[scalar + step] - left[scalar]
            if delta not in (0, 1, 2):
                continue
            count = 1
            while left.get(scalar + count * step) == left[scalar] + count * delta:
                count += 1
            best = max(best, (count, step, delta))
        count, step, delta = best
        result.append((scalar, count, step, values[scalar], delta))
        for index in range(count):
            del left[scalar + index * step]
    return result


def pooled(scalars, pool):
    """Where the scalars stand in the pool, and how many they are."""
    for start in range(len(pool) - len(scalars) + 1):
        if pool[start : start + len(scalars)] == scalars:
            break
    else:
        start = len(pool)
        pool.extend(scalars)
    return start << 5 | len(scalars)


def main():
    pool = []
    tables = [runs(name_of, lambda scalar: [scalar], pool), runs(word_of, bare_name_of, pool)]
    for name, table in zip(("names", "words"), tables):
        assert all(value < 1 << 26 and count < 1 << 13 for _, count, _, value, _ in table)
        packed = [
            first << 43 | count << 30 | step << 28 | delta << 26 | value
            for first, count, step, value, delta in table
        ]
        write("folding-" + name, "Q", packed)
    write("folding-pool", "I", pool)


main()
