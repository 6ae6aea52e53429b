#include "CSQLite.h"

#include <errno.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  /* Without bytes it would bind NULL. */
  const void *text = bytes == NULL ? "" : bytes;
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int csqlite_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  const void *blob = bytes == NULL ? "" : bytes;
  return sqlite3_bind_blob64(statement, index, blob, count, SQLITE_TRANSIENT);
}

void csqlite_answer_blob(sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes == NULL ? "" : bytes, count, SQLITE_TRANSIENT);
}

fts5_api *csqlite_fts5(sqlite3 *database) {
  fts5_api *api = NULL;
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(database, "SELECT fts5(?1)", -1, &statement, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_bind_pointer(statement, 1, &api, "fts5_api_ptr", NULL);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
  return api;
}

/* What several processes share of a log lies in a file beside it. The first one to come cuts that to
   three bytes, lest anybody believe what it says, and makes it as long again, page by page: for the
   file system that is more work than the whole opening besides. It does as well to wipe out the words
   at its beginning. Where they say nothing the log is read, and what follows is made from that. */
enum { CUT = 3, SHARED = 32 << 10, WORDS = 136 };

static int cut(int file, off_t size) {
  static const char nothing[WORDS];
  struct stat facts;
  if (size != CUT || fstat(file, &facts) != 0 || facts.st_size < SHARED)
    return ftruncate(file, size);
  ssize_t count = pwrite(file, nothing, sizeof nothing, 0);
  if (count == (ssize_t)sizeof nothing) return 0;
  if (count >= 0) errno = EIO;
  return -1;
}

static void prepare(void) {
  /* Nobody asks how much memory it has: without counting no block of memory waits for a lock. */
  sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
  sqlite3_vfs *files = sqlite3_vfs_find(NULL);
  if (files && files->iVersion >= 3 && files->xSetSystemCall)
    files->xSetSystemCall(files, "ftruncate", (sqlite3_syscall_ptr)cut);
}

void csqlite_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
}

void csqlite_distrust_schema(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
}

void csqlite_defend(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
}

void csqlite_leave_log(sqlite3 *database) {
  int keep = 1;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_PERSIST_WAL, &keep);
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
}

void csqlite_empty_log_at_end(sqlite3 *database) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
  /* Without a limit the file would keep its length, and whoever opens it alone reads it all. */
  sqlite3_exec(database, "PRAGMA journal_size_limit = 0", NULL, NULL, NULL);
}

sqlite3_int64 csqlite_log_size(sqlite3 *database) {
  struct stat facts;
  const char *name = sqlite3_db_filename(database, "main");
  if (name == NULL || stat(sqlite3_filename_wal(name), &facts) != 0) return 0;
  return facts.st_size;
}
