#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

int csystem_rename_noreplace(int from_folder, const char *from, int to_folder, const char *to) {
  if (renameat2(from_folder, from, to_folder, to, RENAME_NOREPLACE) == 0) {
    return 0;
  }
  if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) {
    return -1;
  }
  /* A link is refused over an existing name too. */
  if (linkat(from_folder, from, to_folder, to, 0) == 0) {
    if (unlinkat(from_folder, from, 0) == 0) {
      return 0;
    }
    int reason = errno;
    unlinkat(to_folder, to, 0);
    errno = reason;
    return -1;
  }
  if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) {
    return -1;
  }
  /* No links either: an empty file of our own holds the name until it is replaced. */
  int holder = openat(to_folder, to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (holder < 0) {
    return -1;
  }
  close(holder);
  if (renameat(from_folder, from, to_folder, to) == 0) {
    return 0;
  }
  int reason = errno;
  unlinkat(to_folder, to, 0);
  errno = reason;
  return -1;
}

int csystem_rename_exchange(int first_folder, const char *first, int second_folder,
                            const char *second) {
  return renameat2(first_folder, first, second_folder, second, RENAME_EXCHANGE);
}

/* Each part in its turn, from the folder before it. */
int csystem_open_by_parts(int folder, const char *path, int flags, unsigned mode) {
  int here = folder;
  char part[256];
  for (;;) {
    size_t length = strcspn(path, "/");
    int is_last = path[length] == '\0';
    if (length >= sizeof part) {
      errno = ENAMETOOLONG;
      break;
    }
    memcpy(part, path, length);
    part[length] = '\0';
    if (length == 0 || strcmp(part, "..") == 0) {
      errno = EXDEV;
      break;
    }
    int next = is_last ? openat(here, part, flags | O_NOFOLLOW, mode)
                       : openat(here, part, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    /* A link on the way is no folder; told apart from a file, which is none either. */
    if (next < 0 && errno == ENOTDIR) {
      char target[1];
      errno = readlinkat(here, part, target, sizeof target) >= 0 ? ELOOP : ENOTDIR;
    }
    int reason = errno;
    if (here != folder) {
      close(here);
    }
    errno = reason;
    if (next < 0 || is_last) {
      return next;
    }
    here = next;
    path += length + 1;
  }
  int reason = errno;
  if (here != folder) {
    close(here);
  }
  errno = reason;
  return -1;
}

int csystem_open_beneath(int folder, const char *path, int flags, unsigned mode) {
  struct open_how how = {
      .flags = (unsigned)flags,
      .mode = (flags & O_CREAT) != 0 ? mode : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS,
  };
  for (int tries = 0;; tries++) {
    int file = (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
    if (file >= 0) {
      return file;
    }
    /* The kernel could not be sure because names changed just then: again. */
    if (errno == EAGAIN && tries < 100) {
      continue;
    }
    /* Old kernels lack the call, and old sandboxes forbid it. */
    if (errno == ENOSYS || errno == EPERM || errno == EAGAIN) {
      return csystem_open_by_parts(folder, path, flags, mode);
    }
    return -1;
  }
}

/* The lists of who may do what: without them a copy might be read by more people than the file. */
static int guards(const char *name) {
  return strcmp(name, "system.posix_acl_access") == 0;
}

int csystem_copy_attributes(int from, int to) {
  ssize_t length = flistxattr(from, NULL, 0);
  if (length <= 0) {
    return 0;
  }
  char *names = malloc((size_t)length);
  if (names == NULL) {
    return -1;
  }
  int answer = 0;
  length = flistxattr(from, names, (size_t)length);
  for (const char *name = names; length > 0 && name < names + length; name += strlen(name) + 1) {
    ssize_t size = fgetxattr(from, name, NULL, 0);
    char *value = size < 0 ? NULL : malloc((size_t)size + 1);
    if (value == NULL) {
      answer = guards(name) ? -1 : answer;
      continue;
    }
    size = fgetxattr(from, name, value, (size_t)size);
    if (size < 0 || fsetxattr(to, name, value, (size_t)size, 0) < 0) {
      /* Others belong to the system or have no place on this disk; the text matters more. */
      answer = guards(name) ? -1 : answer;
    }
    free(value);
  }
  free(names);
  return answer;
}

int csystem_is_local(int file) {
  struct statfs facts;
  if (fstatfs(file, &facts) != 0) {
    return 0;
  }
  switch ((unsigned long)facts.f_type & 0xffffffffUL) {
  case 0x6969:     /* NFS */
  case 0x517b:     /* SMB */
  case 0xff534d42: /* CIFS */
  case 0xfe534d42: /* SMB 2 */
  case 0x65735546: /* FUSE */
  case 0x01021997: /* 9P */
  case 0x00c36400: /* Ceph */
  case 0x5346414f: /* AFS */
    return 0;
  default:
    return 1;
  }
}

int csystem_lock_byte(int file, long long offset) {
  struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = offset, .l_len = 1};
  return fcntl(file, F_OFD_SETLK, &byte);
}

void csystem_begin_writing_back(int file, long long start, long long count) {
  /* Sync_file_range tells of no error that a later fsync would not tell of too. */
  int reason = errno;
  sync_file_range(file, start, count, SYNC_FILE_RANGE_WRITE);
  errno = reason;
}

void csystem_reserve(int file, long long count) {
  /* Many file systems cannot, and a full one says so again when it is written to. */
  int reason = errno;
  fallocate(file, FALLOC_FL_KEEP_SIZE, 0, count);
  errno = reason;
}

int csystem_pass_cache(int file, int does_pass) {
  int flags = fcntl(file, F_GETFL);
  if (flags < 0) return -1;
  return fcntl(file, F_SETFL, does_pass ? flags | O_DIRECT : flags & ~O_DIRECT) < 0 ? -1 : 0;
}

int csystem_sync_all(int file) { return syncfs(file); }
