#!/usr/bin/env python3
"""Put a folder of notes into a plain FTS5 table: the yardstick for our index.

  fts.py DIR DATABASE

The text goes in as (path, time, title, body) with the tokenizer unicode61, on one thread, in one
transaction. Prints seconds for the insertion (reading not counted), bytes of the texts, and bytes of
the database.
"""
import os
import sqlite3
import sys
import time

source, place = sys.argv[1:3]
rows, total = [], 0
for folder, _, names in os.walk(source):
    for name in names:
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as note:
            text = note.read()
        total += len(text.encode())
        title = next((l[7:].strip('" ') for l in text.splitlines()[:5] if l.startswith("title:")), name)
        rows.append((os.path.relpath(path, source), os.stat(path).st_mtime, title, text))
for end in ("", "-wal", "-shm"):
    if os.path.exists(place + end):
        os.remove(place + end)
database = sqlite3.connect(place)
database.executescript(
    "pragma journal_mode=wal; pragma synchronous=normal;"
    "create table note(id integer primary key, path text unique, mtime real, title text);"
    "create index note_mtime on note(mtime);"
    "create virtual table fts using fts5(title, body, tokenize='unicode61')")
start = time.perf_counter()
with database:
    for number, (path, moment, title, text) in enumerate(rows):
        database.execute("insert into note values(?,?,?,?)", (number, path, moment, title))
        database.execute("insert into fts(rowid,title,body) values(?,?,?)", (number, title, text))
took = time.perf_counter() - start
database.execute("pragma wal_checkpoint(truncate)")
database.close()
print(f"{took:.3f} {total} {os.path.getsize(place)}")
