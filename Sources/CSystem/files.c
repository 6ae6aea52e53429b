#define _GNU_SOURCE
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
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

void csystem_copy_attributes(int from, int to) {
  ssize_t length = flistxattr(from, NULL, 0);
  if (length <= 0) {
    return;
  }
  char *names = malloc((size_t)length);
  if (names == NULL) {
    return;
  }
  length = flistxattr(from, names, (size_t)length);
  for (const char *name = names; length > 0 && name < names + length; name += strlen(name) + 1) {
    ssize_t size = fgetxattr(from, name, NULL, 0);
    char *value = size < 0 ? NULL : malloc((size_t)size + 1);
    if (value == NULL) {
      continue;
    }
    size = fgetxattr(from, name, value, (size_t)size);
    if (size >= 0 && fsetxattr(to, name, value, (size_t)size, 0) < 0) {
      /* Some belong to the system or have no place on this disk; the text matters more. */
    }
    free(value);
  }
  free(names);
}
