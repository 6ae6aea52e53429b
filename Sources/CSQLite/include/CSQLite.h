#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>
#include <stddef.h>

#include "CSQLiteSealed.h"

/* Binds a copy: SQLITE_TRANSIENT is a cast that Swift cannot make. */
int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);
int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

/* Answers an SQL function with a copy. */
void csqlite_answer_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count);

/* FTS5's own interface of this connection, or NULL where the library lacks FTS5. */
fts5_api *csqlite_fts5(sqlite3 *database);

/* To be called before anything else, from whichever thread and as often as one likes. The first connection
   to open leaves the file beside the log as long as it is, and memory is not counted. */
void csqlite_prepare(void);

/* What stands in the file's own schema may call no function and no table that could do harm there. */
void csqlite_distrust_schema(sqlite3 *database);

/* No statement may write to the schema, nor past the full-text index to what that keeps. */
void csqlite_defend(sqlite3 *database);

/* The last connection to close leaves the write-ahead log as it is, and where it is. */
void csqlite_leave_log(sqlite3 *database);

/* The last one brings what stands in the log into the database after all, and empties the log. */
void csqlite_empty_log_at_end(sqlite3 *database);

/* How many bytes the log's file has; 0 where there is none. */
sqlite3_int64 csqlite_log_size(sqlite3 *database);

#endif
