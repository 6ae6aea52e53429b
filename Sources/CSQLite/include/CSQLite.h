#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

/* Binds a copy: SQLITE_TRANSIENT is a cast that Swift cannot make. */
int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);
int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

/* Binds no copy: the bytes must stay until the statement has run. */
int csqlite_lend_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

/* Answers an SQL function with a copy. */
void csqlite_answer_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count);

/* FTS5's own interface of this connection, or NULL where the library lacks FTS5. */
fts5_api *csqlite_fts5(sqlite3 *database);

/* Leaves the write-ahead log where it is when the last connection closes. */
void csqlite_keep_log(sqlite3 *database);

#endif
