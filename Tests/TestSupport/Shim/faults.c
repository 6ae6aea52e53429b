/* Preloaded into a program, it counts the calls that change what is on the disk, or open it, and
 * does something at one of them: see `FAULT_KIND`. Counting begins with `fault_arm`, and goes over
 * all threads. Of several programs the calls are counted in the file `FAULT_SHARED`, from their start
 * on: it has room for two numbers. The second is 1 once the power is off, which ends them all. Files
 * that are given the text `FAULT_WORD` are named in `FAULT_HIT`, whatever becomes of them later. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int armed;
static long calls;
static long chosen = -1;
static const char *kind = "";

static long *shared;

void fault_arm(void) {
  const char *at = getenv("FAULT_AT");
  kind = getenv("FAULT_KIND");
  chosen = at == NULL ? -1 : atol(at);
  if (kind == NULL) kind = "";
  armed = 1;
}

__attribute__((constructor)) static void share(void) {
  const char *path = getenv("FAULT_SHARED");
  if (path == NULL) return;
  long file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
  if (file < 0) return;
  long at = syscall(SYS_mmap, 0, 2 * sizeof(long), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0L);
  syscall(SYS_close, file);
  if (at < 0 && at > -4096) return;
  shared = (long *)at;
  fault_arm();
}

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static void append(const char *name, const char *text) {
  const char *path = getenv(name);
  if (path == NULL) return;
  long file = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND, 0600);
  if (file < 0) return;
  syscall(SYS_write, file, text, strlen(text));
  syscall(SYS_close, file);
}

/* Another program puts a text of its own in a file's place. */
static void meddle(void) {
  const char *path = getenv("FAULT_MEDDLE");
  char beside[PATH_MAX];
  if (path == NULL) return;
  snprintf(beside, sizeof beside, "%s.theirs", path);
  long file = syscall(SYS_openat, AT_FDCWD, beside, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) return;
  syscall(SYS_write, file, "theirs", 6);
  syscall(SYS_close, file);
  syscall(SYS_renameat, AT_FDCWD, beside, AT_FDCWD, path);
}

static void trace(const char *call, int file, const char *path) {
  char name[64], place[PATH_MAX] = "", line[2 * PATH_MAX + 64];
  if (file >= 0) {
    snprintf(name, sizeof name, "/proc/self/fd/%d", file);
    long length = syscall(SYS_readlink, name, place, sizeof place - 1);
    place[length < 0 ? 0 : length] = '\0';
  }
  snprintf(line, sizeof line, "%s %s%s%s\n", call, place, path[0] != '\0' ? "/" : "", path);
  append("FAULT_TRACE", line);
}

/* Whether this is the chosen call and is to fail; errno says how then. `length`: what may be cut. */
static int fails(const char *call, int file, const char *path, size_t *length) {
  if (!armed) return 0;
  /* The runtime watches its own threads there, and has no answer to a failure. */
  if (strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0) return 0;
  if (strcmp(kind, "trace") == 0) trace(call, file, path);
  if (shared != NULL && __atomic_load_n(&shared[1], __ATOMIC_SEQ_CST) != 0) end();
  long *counter = shared != NULL ? &shared[0] : &calls;
  if (__atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST) != chosen) return 0;
  append("FAULT_HIT", call);
  if (strcmp(kind, "power") == 0 && shared != NULL) {
    __atomic_store_n(&shared[1], 1, __ATOMIC_SEQ_CST);
    end();
  }
  if (strcmp(kind, "kill") == 0) end();
  if (strcmp(kind, "meddle") == 0) meddle();
  if (strcmp(kind, "short") == 0 && length != NULL && *length > 1) *length /= 2;
  if (strcmp(kind, "EIO") == 0) errno = EIO;
  else if (strcmp(kind, "ENOSPC") == 0) errno = ENOSPC;
  else if (strcmp(kind, "EINTR") == 0) errno = EINTR;
  else return 0;
  return 1;
}

/* The frame on the screen and a note in an editor of the person's own are in memory alone. */
static void look(int file, const void *bytes, size_t length) {
  const char *word = getenv("FAULT_WORD");
  char name[64], line[PATH_MAX + 1];
  struct stat facts;
  if (word == NULL || memmem(bytes, length, word, strlen(word)) == NULL) return;
  if (strcmp(program_invocation_short_name, "notes-tui") != 0) return;
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) return;
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  long end = syscall(SYS_readlink, name, line, sizeof line - 2);
  if (end < 0) return;
  line[end] = '\n';
  line[end + 1] = '\0';
  if (strncmp(line, "/memfd:frame", 12) == 0) return;
  if (strstr(line, "/notes-tui-memory-") != NULL) return;
  append("FAULT_HIT", line);
}

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (real == NULL) real = (result(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

ssize_t write(int file, const void *bytes, size_t length) {
  REAL(ssize_t, "write", int, const void *, size_t);
  if (file > 2 && fails("write", file, "", &length)) return -1;
  if (file > 2) look(file, bytes, length);
  return real(file, bytes, length);
}

#define WRITE_AT(name) \
  ssize_t name(int file, const void *bytes, size_t length, off_t offset) { \
    REAL(ssize_t, #name, int, const void *, size_t, off_t); \
    if (fails(#name, file, "", &length)) return -1; \
    look(file, bytes, length); \
    return real(file, bytes, length, offset); \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

#define ON_FILE(name) \
  int name(int file) { \
    REAL(int, #name, int); \
    return fails(#name, file, "", NULL) ? -1 : real(file); \
  }
ON_FILE(fsync)
ON_FILE(fdatasync)
ON_FILE(syncfs)

#define CUT(name) \
  int name(int file, off_t size) { \
    REAL(int, #name, int, off_t); \
    return fails(#name, file, "", NULL) ? -1 : real(file, size); \
  }
CUT(ftruncate)
CUT(ftruncate64)

int fallocate(int file, int mode, off_t offset, off_t length) {
  REAL(int, "fallocate", int, int, off_t, off_t);
  return fails("fallocate", file, "", NULL) ? -1 : real(file, mode, offset, length);
}

/* It answers with the error. */
int posix_fallocate(int file, off_t offset, off_t length) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  return fails("posix_fallocate", file, "", NULL) ? errno : real(file, offset, length);
}

/* Of files alone: memory is no matter of the disk. */
#define MAP(name) \
  void *name(void *at, size_t length, int protection, int flags, int file, off_t offset) { \
    REAL(void *, #name, void *, size_t, int, int, int, off_t); \
    if (file >= 0 && fails(#name, file, "", NULL)) return MAP_FAILED; \
    return real(at, length, protection, flags, file, offset); \
  }
MAP(mmap)
MAP(mmap64)

#define ON_PATH(name, type, passed) \
  int name(const char *path type) { \
    REAL(int, #name, const char *type); \
    return fails(#name, -1, path, NULL) ? -1 : real(path passed); \
  }
#define COMMA ,
ON_PATH(unlink, , )
ON_PATH(rmdir, , )
ON_PATH(mkdir, COMMA mode_t mode, COMMA mode)
ON_PATH(rename, COMMA const char *other, COMMA other)
ON_PATH(link, COMMA const char *other, COMMA other)

int fchmod(int file, mode_t mode) {
  REAL(int, "fchmod", int, mode_t);
  return fails("fchmod", file, "", NULL) ? -1 : real(file, mode);
}

int futimens(int file, const struct timespec times[2]) {
  REAL(int, "futimens", int, const struct timespec *);
  return fails("futimens", file, "", NULL) ? -1 : real(file, times);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(int, "mkdirat", int, const char *, mode_t);
  return fails("mkdirat", folder, path, NULL) ? -1 : real(folder, path, mode);
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  return fails("unlinkat", folder, path, NULL) ? -1 : real(folder, path, flags);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  REAL(int, "linkat", int, const char *, int, const char *, int);
  return fails("linkat", to, new, NULL) ? -1 : real(from, old, to, new, flags);
}

int renameat(int from, const char *old, int to, const char *new) {
  REAL(int, "renameat", int, const char *, int, const char *);
  return fails("renameat", to, new, NULL) ? -1 : real(from, old, to, new);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
  return fails("renameat2", to, new, NULL) ? -1 : real(from, old, to, new, flags);
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    return fails(#name, -1, path, NULL) ? -1 : real(path, flags, mode); \
  }
OPEN(open)
OPEN(open64)

#define OPEN_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(int, #name, int, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    return fails(#name, folder, path, NULL) ? -1 : real(folder, path, flags, mode); \
  }
OPEN_AT(openat)
OPEN_AT(openat64)

/* The way to calls that the C library has no name for: `openat2`. */
long syscall(long number, ...) {
  REAL(long, "syscall", long, ...);
  va_list rest;
  va_start(rest, number);
  long a = va_arg(rest, long), b = va_arg(rest, long), c = va_arg(rest, long);
  long d = va_arg(rest, long), e = va_arg(rest, long), f = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_openat2 && fails("openat2", (int)a, (const char *)b, NULL)) return -1;
  return real(number, a, b, c, d, e, f);
}
