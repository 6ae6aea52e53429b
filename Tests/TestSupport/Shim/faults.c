/* Preloaded into a program, it counts the calls that change what is on the disk, or open it, and
 * does something at one of them: see `FAULT_KIND`. Counting begins with `fault_arm`, and goes over
 * all threads. Of several programs the calls are counted in the file `FAULT_SHARED`, from their start
 * on: it has room for two numbers. The second is 1 once the power is off, which ends them all. Files
 * that are given the text `FAULT_WORD` are named in `FAULT_HIT`, whatever becomes of them later.
 * With `FAULT_SERVER` the program runs once for each request on its standard input: see `serve`. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a call may do to the disk. */
enum effect { READS, FLUSHES, CHANGES };

static int armed;
/* Since the last call that `kill` counted: before the first, all is new. What is written into a file that
 * is mapped makes no calls: from then on anything may have changed at any moment. */
static int changed = 1, mapped;
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

static int take(void *bytes, size_t length) {
  for (char *next = bytes; length > 0;) {
    ssize_t got = read(0, next, length);
    if (got <= 0) return 0;
    next += got;
    length -= (size_t)got;
  }
  return 1;
}

/* Loading and linking the program takes longer than most of what it is to do: a fork for each request
 * has that behind it. A request is a length and as many bytes: texts that end with 0, of which the
 * first is where the program's words go, and the others are added to the environment. The answer is the
 * status that `waitpid` gives. No thread has been started yet. */
static void serve(void) {
  unsigned length;
  while (take(&length, sizeof length)) {
    char *texts = malloc(length);
    if (texts == NULL || !take(texts, length)) break;
    pid_t child = fork();
    if (child == 0) {
      int none = open("/dev/null", O_RDONLY), said = open(texts, O_WRONLY | O_CREAT | O_TRUNC, 0644);
      if (none < 0 || said < 0 || dup2(none, 0) < 0 || dup2(said, 1) < 0 || dup2(said, 2) < 0) _exit(3);
      close(none);
      close(said);
      for (char *next = texts + strlen(texts) + 1; next < texts + length; next += strlen(next) + 1)
        putenv(next);
      return;
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) break;
    if (write(1, &status, sizeof status) != sizeof status) break;
    free(texts);
  }
  _exit(0);
}

__attribute__((constructor)) static void start(void) {
  if (getenv("FAULT_SERVER") != NULL) serve();
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

/* Whether the fault can make a difference at such a call. A run that is killed where nothing changed since
 * the call before leaves what that left; no system says of a file that is read that the disk is full, and
 * only what is written can be cut. Of several programs each call counts: they differ in more. */
static int counts(enum effect effect, const size_t *length) {
  if (shared != NULL) return 1;
  if (strcmp(kind, "kill") == 0)
    return __atomic_exchange_n(&changed, 0, __ATOMIC_SEQ_CST) || __atomic_load_n(&mapped, __ATOMIC_SEQ_CST);
  if (strcmp(kind, "ENOSPC") == 0) return effect != READS;
  if (strcmp(kind, "short") == 0) return length != NULL && *length > 1;
  return 1;
}

/* Whether this is the chosen call and is to fail; errno says how then. `length`: what may be cut. */
static int fails(
    const char *call, int file, const char *path, size_t *length, enum effect effect) {
  if (!armed) return 0;
  /* The runtime watches its own threads there, and has no answer to a failure. */
  if (strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0) return 0;
  if (strcmp(kind, "trace") == 0) trace(call, file, path);
  if (shared != NULL && __atomic_load_n(&shared[1], __ATOMIC_SEQ_CST) != 0) end();
  if (!counts(effect, length)) return 0;
  long *counter = shared != NULL ? &shared[0] : &calls;
  if (__atomic_fetch_add(counter, 1, __ATOMIC_SEQ_CST) != chosen) return 0;
  append("FAULT_HIT", call);
  if (strcmp(kind, "power") == 0 && shared != NULL) {
    __atomic_store_n(&shared[1], 1, __ATOMIC_SEQ_CST);
    end();
  }
  if (strcmp(kind, "kill") == 0 || strcmp(kind, "kill anywhere") == 0) end();
  if (strcmp(kind, "meddle") == 0) meddle();
  if (strcmp(kind, "short") == 0 && length != NULL && *length > 1) *length /= 2;
  if (strcmp(kind, "EIO") == 0) errno = EIO;
  else if (strcmp(kind, "ENOSPC") == 0) errno = ENOSPC;
  else if (strcmp(kind, "EINTR") == 0) errno = EINTR;
  else return 0;
  return 1;
}

/* What a call answered that has changed something, or may have. */
static long after(enum effect effect, long answer) {
  if (effect == CHANGES) __atomic_store_n(&changed, 1, __ATOMIC_SEQ_CST);
  return answer;
}

static enum effect opening(unsigned long long flags) {
  return flags & (O_CREAT | O_TRUNC) ? CHANGES : READS;
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
  if (file > 2 && fails("write", file, "", &length, CHANGES)) return -1;
  if (file > 2) look(file, bytes, length);
  return after(CHANGES, real(file, bytes, length));
}

#define WRITE_AT(name) \
  ssize_t name(int file, const void *bytes, size_t length, off_t offset) { \
    REAL(ssize_t, #name, int, const void *, size_t, off_t); \
    if (fails(#name, file, "", &length, CHANGES)) return -1; \
    look(file, bytes, length); \
    return after(CHANGES, real(file, bytes, length, offset)); \
  }
WRITE_AT(pwrite)
WRITE_AT(pwrite64)

#define ON_FILE(name) \
  int name(int file) { \
    REAL(int, #name, int); \
    return fails(#name, file, "", NULL, FLUSHES) ? -1 : real(file); \
  }
ON_FILE(fsync)
ON_FILE(fdatasync)
ON_FILE(syncfs)

#define CUT(name) \
  int name(int file, off_t size) { \
    REAL(int, #name, int, off_t); \
    return fails(#name, file, "", NULL, CHANGES) ? -1 : (int)after(CHANGES, real(file, size)); \
  }
CUT(ftruncate)
CUT(ftruncate64)

int fallocate(int file, int mode, off_t offset, off_t length) {
  REAL(int, "fallocate", int, int, off_t, off_t);
  return fails("fallocate", file, "", NULL, CHANGES)
             ? -1 : (int)after(CHANGES, real(file, mode, offset, length));
}

/* It answers with the error. */
int posix_fallocate(int file, off_t offset, off_t length) {
  REAL(int, "posix_fallocate", int, off_t, off_t);
  return fails("posix_fallocate", file, "", NULL, CHANGES)
             ? errno : (int)after(CHANGES, real(file, offset, length));
}

/* Of files alone: memory is no matter of the disk. */
#define MAP(name) \
  void *name(void *at, size_t length, int protection, int flags, int file, off_t offset) { \
    REAL(void *, #name, void *, size_t, int, int, int, off_t); \
    if (file >= 0 && fails(#name, file, "", NULL, CHANGES)) return MAP_FAILED; \
    if (file >= 0 && flags & MAP_SHARED && protection & PROT_WRITE) \
      __atomic_store_n(&mapped, 1, __ATOMIC_SEQ_CST); \
    return real(at, length, protection, flags, file, offset); \
  }
MAP(mmap)
MAP(mmap64)

#define ON_PATH(name, type, passed) \
  int name(const char *path type) { \
    REAL(int, #name, const char *type); \
    return fails(#name, -1, path, NULL, CHANGES) ? -1 : (int)after(CHANGES, real(path passed)); \
  }
#define COMMA ,
ON_PATH(unlink, , )
ON_PATH(rmdir, , )
ON_PATH(mkdir, COMMA mode_t mode, COMMA mode)
ON_PATH(rename, COMMA const char *other, COMMA other)
ON_PATH(link, COMMA const char *other, COMMA other)

int fchmod(int file, mode_t mode) {
  REAL(int, "fchmod", int, mode_t);
  return fails("fchmod", file, "", NULL, CHANGES) ? -1 : (int)after(CHANGES, real(file, mode));
}

int futimens(int file, const struct timespec times[2]) {
  REAL(int, "futimens", int, const struct timespec *);
  return fails("futimens", file, "", NULL, CHANGES) ? -1 : (int)after(CHANGES, real(file, times));
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(int, "mkdirat", int, const char *, mode_t);
  return fails("mkdirat", folder, path, NULL, CHANGES)
             ? -1 : (int)after(CHANGES, real(folder, path, mode));
}

int unlinkat(int folder, const char *path, int flags) {
  REAL(int, "unlinkat", int, const char *, int);
  return fails("unlinkat", folder, path, NULL, CHANGES)
             ? -1 : (int)after(CHANGES, real(folder, path, flags));
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
  REAL(int, "linkat", int, const char *, int, const char *, int);
  return fails("linkat", to, new, NULL, CHANGES)
             ? -1 : (int)after(CHANGES, real(from, old, to, new, flags));
}

int renameat(int from, const char *old, int to, const char *new) {
  REAL(int, "renameat", int, const char *, int, const char *);
  return fails("renameat", to, new, NULL, CHANGES)
             ? -1 : (int)after(CHANGES, real(from, old, to, new));
}

int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  REAL(int, "renameat2", int, const char *, int, const char *, unsigned);
  return fails("renameat2", to, new, NULL, CHANGES)
             ? -1 : (int)after(CHANGES, real(from, old, to, new, flags));
}

/* It has no faults of its own. */
int symlinkat(const char *target, int folder, const char *path) {
  REAL(int, "symlinkat", const char *, int, const char *);
  return (int)after(CHANGES, real(target, folder, path));
}

#define OPEN(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list rest; \
    va_start(rest, flags); \
    mode_t mode = va_arg(rest, mode_t); \
    va_end(rest); \
    enum effect effect = opening((unsigned)flags); \
    if (fails(#name, -1, path, NULL, effect)) return -1; \
    return (int)after(effect, real(path, flags, mode)); \
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
    enum effect effect = opening((unsigned)flags); \
    if (fails(#name, folder, path, NULL, effect)) return -1; \
    return (int)after(effect, real(folder, path, flags, mode)); \
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
  if (number != SYS_openat2) return real(number, a, b, c, d, e, f);
  enum effect effect = opening(((const struct open_how *)c)->flags);
  if (fails("openat2", (int)a, (const char *)b, NULL, effect)) return -1;
  return after(effect, real(number, a, b, c, d, e, f));
}
