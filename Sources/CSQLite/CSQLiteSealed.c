#include "CSQLite.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* A file is a row of closed blocks; all but the last hold CSQLITE_SEALED_BLOCK bytes. SQLite reads
   and writes what it likes: what is less than a block is read, changed and closed again. */

enum {
  PLAIN = CSQLITE_SEALED_BLOCK,
  EXTRA = CSQLITE_SEALED_EXTRA,
  CLOSED = PLAIN + EXTRA,
  /* Another process may be writing the very block that is read; it is done within microseconds. */
  TRIES = 1000
};

typedef struct {
  sqlite3_vfs vfs;
  sqlite3_vfs *real;
  void *owner;
  csqlite_close_block close;
  csqlite_open_block open;
  char name[];
} sealed_vfs;

typedef struct {
  sqlite3_file file;
  const sealed_vfs *vfs;
  /* What the blocks are bound to. A file without a name is nobody else's. */
  const char *name;
  sqlite3_file *real;
} sealed_file;

static sqlite3_vfs *real_of(sqlite3_vfs *vfs) { return ((sealed_vfs *)vfs)->real; }
static sqlite3_file *under(sqlite3_file *file) { return ((sealed_file *)file)->real; }

/* How many bytes SQLite has put there; a file that no row of blocks can be is damaged. */
static int plain_size(sealed_file *file, sqlite3_int64 *size) {
  sqlite3_int64 closed = 0;
  int answer = file->real->pMethods->xFileSize(file->real, &closed);
  if (answer != SQLITE_OK) return answer;
  sqlite3_int64 rest = closed % CLOSED;
  if (rest != 0 && rest <= EXTRA) return SQLITE_CORRUPT;
  *size = closed / CLOSED * PLAIN + (rest == 0 ? 0 : rest - EXTRA);
  return SQLITE_OK;
}

/* Opens one block: `count` bytes of it are there. */
static int read_block(sealed_file *file, sqlite3_int64 block, int count, unsigned char *plain) {
  unsigned char closed[CLOSED];
  for (int left = TRIES;; left--) {
    int answer = file->real->pMethods->xRead(file->real, closed, count + EXTRA, block * CLOSED);
    if (answer != SQLITE_OK && answer != SQLITE_IOERR_SHORT_READ) return answer;
    if (answer == SQLITE_OK
        && file->vfs->open(file->vfs->owner, file->name, (sqlite3_uint64)block, closed,
                           count + EXTRA, plain) == 0)
      return SQLITE_OK;
    if (left == 0) return SQLITE_CORRUPT;
    /* It may have grown since its length was asked for. */
    sqlite3_int64 size = 0;
    answer = plain_size(file, &size);
    if (answer == SQLITE_OK) {
      sqlite3_int64 there = size - block * PLAIN;
      if (there < count) return SQLITE_CORRUPT;
      count = there < PLAIN ? (int)there : PLAIN;
    } else if (answer != SQLITE_CORRUPT) {
      return answer;
    }
    sched_yield();
  }
}

static int write_block(
    sealed_file *file, sqlite3_int64 block, const unsigned char *plain, int count) {
  unsigned char closed[CLOSED];
  if (file->vfs->close(file->vfs->owner, file->name, (sqlite3_uint64)block, plain, count, closed)
      != 0)
    return SQLITE_IOERR_WRITE;
  return file->real->pMethods->xWrite(file->real, closed, count + EXTRA, block * CLOSED);
}

static int sealed_close(sqlite3_file *base) {
  sqlite3_file *real = under(base);
  int answer = real->pMethods == NULL ? SQLITE_OK : real->pMethods->xClose(real);
  base->pMethods = NULL;
  return answer;
}

static int sealed_read(sqlite3_file *base, void *into, int count, sqlite3_int64 offset) {
  sealed_file *file = (sealed_file *)base;
  unsigned char *bytes = into;
  unsigned char plain[PLAIN];
  sqlite3_int64 size = 0;
  int answer = plain_size(file, &size);
  /* Somebody may be adding to its end; the end is looked at again there. */
  for (int left = TRIES; answer == SQLITE_CORRUPT && left > 0; left--) {
    sched_yield();
    answer = plain_size(file, &size);
  }
  if (answer != SQLITE_OK) return answer;
  while (count > 0) {
    if (offset >= size) {
      memset(bytes, 0, (size_t)count);
      return SQLITE_IOERR_SHORT_READ;
    }
    sqlite3_int64 block = offset / PLAIN;
    int from = (int)(offset % PLAIN);
    int there = size - block * PLAIN < PLAIN ? (int)(size - block * PLAIN) : PLAIN;
    int wanted = there - from < count ? there - from : count;
    int whole = from == 0 && wanted == PLAIN;
    answer = read_block(file, block, there, whole ? bytes : plain);
    if (answer != SQLITE_OK) return answer;
    if (!whole) memcpy(bytes, plain + from, (size_t)wanted);
    bytes += wanted;
    offset += wanted;
    count -= wanted;
  }
  return SQLITE_OK;
}

/* Makes the file at least so long, with zeros: a gap in it could not be told from damage. */
static int fill(sealed_file *file, sqlite3_int64 *size, sqlite3_int64 wanted) {
  unsigned char plain[PLAIN];
  while (*size < wanted) {
    sqlite3_int64 block = *size / PLAIN;
    int there = (int)(*size % PLAIN);
    sqlite3_int64 most = wanted - block * PLAIN;
    int count = most < PLAIN ? (int)most : PLAIN;
    if (there > 0) {
      int answer = read_block(file, block, there, plain);
      if (answer != SQLITE_OK) return answer;
    }
    memset(plain + there, 0, (size_t)(count - there));
    int answer = write_block(file, block, plain, count);
    if (answer != SQLITE_OK) return answer;
    *size = block * PLAIN + count;
  }
  return SQLITE_OK;
}

static int sealed_write(sqlite3_file *base, const void *from, int count, sqlite3_int64 offset) {
  sealed_file *file = (sealed_file *)base;
  const unsigned char *bytes = from;
  unsigned char plain[PLAIN];
  sqlite3_int64 size = 0;
  int answer = plain_size(file, &size);
  if (answer == SQLITE_OK) answer = fill(file, &size, offset);
  while (answer == SQLITE_OK && count > 0) {
    sqlite3_int64 block = offset / PLAIN;
    int start = (int)(offset % PLAIN);
    int piece = PLAIN - start < count ? PLAIN - start : count;
    sqlite3_int64 rest = size - block * PLAIN;
    int there = rest <= 0 ? 0 : rest < PLAIN ? (int)rest : PLAIN;
    int end = there > start + piece ? there : start + piece;
    if (start == 0 && end == piece) {
      answer = write_block(file, block, bytes, piece);
    } else {
      if (there > 0) answer = read_block(file, block, there, plain);
      if (answer != SQLITE_OK) return answer;
      memcpy(plain + start, bytes, (size_t)piece);
      answer = write_block(file, block, plain, end);
    }
    if (block * PLAIN + end > size) size = block * PLAIN + end;
    bytes += piece;
    offset += piece;
    count -= piece;
  }
  return answer;
}

static int sealed_truncate(sqlite3_file *base, sqlite3_int64 wanted) {
  sealed_file *file = (sealed_file *)base;
  sqlite3_int64 size = 0;
  int answer = plain_size(file, &size);
  if (answer != SQLITE_OK) {
    /* What is damaged may still be emptied. */
    if (wanted != 0) return answer;
  } else if (wanted > size) {
    return fill(file, &size, wanted);
  }
  sqlite3_int64 block = wanted / PLAIN;
  int kept = (int)(wanted % PLAIN);
  unsigned char plain[PLAIN];
  if (kept > 0) {
    int there = size - block * PLAIN < PLAIN ? (int)(size - block * PLAIN) : PLAIN;
    answer = read_block(file, block, there, plain);
    if (answer != SQLITE_OK) return answer;
  }
  answer = file->real->pMethods->xTruncate(
      file->real, block * CLOSED + (kept > 0 ? kept + EXTRA : 0));
  if (answer == SQLITE_OK && kept > 0) answer = write_block(file, block, plain, kept);
  return answer;
}

static int sealed_sync(sqlite3_file *base, int flags) {
  return under(base)->pMethods->xSync(under(base), flags);
}

static int sealed_size(sqlite3_file *base, sqlite3_int64 *size) {
  return plain_size((sealed_file *)base, size);
}

static int sealed_lock(sqlite3_file *base, int level) {
  return under(base)->pMethods->xLock(under(base), level);
}

static int sealed_unlock(sqlite3_file *base, int level) {
  return under(base)->pMethods->xUnlock(under(base), level);
}

static int sealed_reserved(sqlite3_file *base, int *answer) {
  return under(base)->pMethods->xCheckReservedLock(under(base), answer);
}

static int sealed_control(sqlite3_file *base, int what, void *value) {
  switch (what) {
  case SQLITE_FCNTL_SIZE_HINT:
  case SQLITE_FCNTL_CHUNK_SIZE:
  case SQLITE_FCNTL_MMAP_SIZE:
    /* These speak of lengths that the file below does not have. */
    return SQLITE_NOTFOUND;
  default:
    return under(base)->pMethods->xFileControl(under(base), what, value);
  }
}

static int sealed_sector(sqlite3_file *base) {
  (void)base;
  return PLAIN;
}

/* A block that is being written may be lost whole with the power: nothing is promised of a part. */
static int sealed_traits(sqlite3_file *base) {
  (void)base;
  return 0;
}

/* What processes share in memory are page numbers and locks alone. */
static int sealed_shm_map(sqlite3_file *base, int page, int size, int grow, void volatile **at) {
  return under(base)->pMethods->xShmMap(under(base), page, size, grow, at);
}

static int sealed_shm_lock(sqlite3_file *base, int offset, int count, int flags) {
  return under(base)->pMethods->xShmLock(under(base), offset, count, flags);
}

static void sealed_shm_barrier(sqlite3_file *base) {
  under(base)->pMethods->xShmBarrier(under(base));
}

static int sealed_shm_unmap(sqlite3_file *base, int remove) {
  return under(base)->pMethods->xShmUnmap(under(base), remove);
}

static const sqlite3_io_methods sealed_methods = {
  .iVersion = 2,
  .xClose = sealed_close,
  .xRead = sealed_read,
  .xWrite = sealed_write,
  .xTruncate = sealed_truncate,
  .xSync = sealed_sync,
  .xFileSize = sealed_size,
  .xLock = sealed_lock,
  .xUnlock = sealed_unlock,
  .xCheckReservedLock = sealed_reserved,
  .xFileControl = sealed_control,
  .xSectorSize = sealed_sector,
  .xDeviceCharacteristics = sealed_traits,
  .xShmMap = sealed_shm_map,
  .xShmLock = sealed_shm_lock,
  .xShmBarrier = sealed_shm_barrier,
  .xShmUnmap = sealed_shm_unmap,
};

static int sealed_open(
    sqlite3_vfs *base, sqlite3_filename path, sqlite3_file *opened, int flags, int *given) {
  sealed_vfs *vfs = (sealed_vfs *)base;
  sealed_file *file = (sealed_file *)opened;
  memset(file, 0, sizeof *file);
  file->vfs = vfs;
  file->real = (sqlite3_file *)(file + 1);
  const char *slash = path == NULL ? NULL : strrchr(path, '/');
  file->name = path == NULL ? "" : slash == NULL ? path : slash + 1;
  int answer = vfs->real->xOpen(vfs->real, path, file->real, flags, given);
  /* SQLite closes what has methods, even where opening it failed. */
  if (file->real->pMethods != NULL) file->file.pMethods = &sealed_methods;
  return answer;
}

static int sealed_delete(sqlite3_vfs *vfs, const char *path, int sync) {
  return real_of(vfs)->xDelete(real_of(vfs), path, sync);
}

static int sealed_access(sqlite3_vfs *vfs, const char *path, int flags, int *answer) {
  return real_of(vfs)->xAccess(real_of(vfs), path, flags, answer);
}

static int sealed_path(sqlite3_vfs *vfs, const char *path, int size, char *full) {
  return real_of(vfs)->xFullPathname(real_of(vfs), path, size, full);
}

static int sealed_random(sqlite3_vfs *vfs, int count, char *bytes) {
  return real_of(vfs)->xRandomness(real_of(vfs), count, bytes);
}

static int sealed_sleep(sqlite3_vfs *vfs, int microseconds) {
  return real_of(vfs)->xSleep(real_of(vfs), microseconds);
}

static int sealed_time(sqlite3_vfs *vfs, double *now) {
  return real_of(vfs)->xCurrentTime(real_of(vfs), now);
}

static int sealed_time64(sqlite3_vfs *vfs, sqlite3_int64 *now) {
  return real_of(vfs)->xCurrentTimeInt64(real_of(vfs), now);
}

static int sealed_error(sqlite3_vfs *vfs, int size, char *text) {
  return real_of(vfs)->xGetLastError(real_of(vfs), size, text);
}

sqlite3_vfs *csqlite_sealed_make(
    const char *name, void *owner, csqlite_close_block close, csqlite_open_block open) {
  csqlite_prepare();
  sqlite3_vfs *real = sqlite3_vfs_find("unix");
  size_t length = strlen(name) + 1;
  sealed_vfs *made = real == NULL ? NULL : malloc(sizeof *made + length);
  if (made == NULL) return NULL;
  memcpy(made->name, name, length);
  made->real = real;
  made->owner = owner;
  made->close = close;
  made->open = open;
  made->vfs = (sqlite3_vfs){
    .iVersion = 2,
    .szOsFile = (int)sizeof(sealed_file) + real->szOsFile,
    .mxPathname = real->mxPathname,
    .zName = made->name,
    .xOpen = sealed_open,
    .xDelete = sealed_delete,
    .xAccess = sealed_access,
    .xFullPathname = sealed_path,
    .xRandomness = sealed_random,
    .xSleep = sealed_sleep,
    .xCurrentTime = sealed_time,
    .xGetLastError = sealed_error,
    .xCurrentTimeInt64 = sealed_time64,
  };
  if (sqlite3_vfs_register(&made->vfs, 0) == SQLITE_OK) return &made->vfs;
  free(made);
  return NULL;
}

void csqlite_sealed_remove(sqlite3_vfs *vfs) {
  sqlite3_vfs_unregister(vfs);
  free(vfs);
}
