#ifndef CSQLITE_SEALED_H
#define CSQLITE_SEALED_H

#include <sqlite3.h>

/* How the blocks of a file are closed and opened. Both answer 0, or another number where they could
   not. `name` is the file's, without its folder; with `block` it says where the bytes belong, so that
   none is taken for another. A closed block is CSQLITE_SEALED_EXTRA bytes longer than it was. */
typedef int (*csqlite_close_block)(
    void *owner, const char *name, sqlite3_uint64 block, const unsigned char *bytes, int count,
    unsigned char *closed);
typedef int (*csqlite_open_block)(
    void *owner, const char *name, sqlite3_uint64 block, const unsigned char *closed, int count,
    unsigned char *bytes);

enum { CSQLITE_SEALED_BLOCK = 4096, CSQLITE_SEALED_EXTRA = 40 };

/* Lets SQLite keep its files, its logs and its temporary files in closed blocks, under a name for
   sqlite3_open_v2. `owner` must live as long as any connection. NULL where memory is short. */
sqlite3_vfs *csqlite_sealed_make(
    const char *name, void *owner, csqlite_close_block close, csqlite_open_block open);

/* No connection may be open through it. */
void csqlite_sealed_remove(sqlite3_vfs *vfs);

#endif
