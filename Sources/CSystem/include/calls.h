#ifndef CSYSTEM_CALLS_H
#define CSYSTEM_CALLS_H

/* Headers that Swift's module of the C library leaves out. None that it has: its types would be told twice. */
#include <gnu/libc-version.h>
#include <linux/falloc.h>
#include <linux/openat2.h>
#include <malloc.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/vfs.h>

/* What the library declares for _GNU_SOURCE alone, which that module is made without. */
#define F_OFD_SETLK 37
#define O_DIRECT __O_DIRECT
#define O_PATH __O_PATH
#define RENAME_NOREPLACE (1 << 0)
#define RENAME_EXCHANGE (1 << 1)
#define SYNC_FILE_RANGE_WRITE 2
int fallocate(int file, int mode, long start, long count);
int grantpt(int terminal);
void *memmem(const void *text, size_t length, const void *part, size_t part_length);
int pipe2(int ends[2], int flags);
int posix_openpt(int flags);
int ptsname_r(int terminal, char *name, size_t room);
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags);
int sync_file_range(int file, long start, long count, unsigned flags);
int syncfs(int file);
int unlockpt(int terminal);

/* Of headers that bring others of that module with them. */
ptrdiff_t fgetxattr(int file, const char *name, void *value, size_t room);
ptrdiff_t flistxattr(int file, char *names, size_t room);
int fsetxattr(int file, const char *name, const void *value, size_t count, int flags);
long syscall(long number, ...);

/* Calls that take any number of arguments, which Swift cannot make. */

static inline int csystem_openat2(int folder, const char *path, struct open_how how) {
  return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}

/* A file that becomes readable when this child of ours has ended. Below zero before Linux 5.3. */
static inline int csystem_watch_process(int process) {
  return (int)syscall(SYS_pidfd_open, process, 0);
}

static inline int csystem_prctl(int option, unsigned long value) {
  return prctl(option, value, 0, 0, 0);
}

#endif
