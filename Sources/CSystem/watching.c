#include "watching.h"

#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>

int csystem_bell(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

uint32_t csystem_file_system_kind(const char *folder) {
  struct statfs facts;
  return statfs(folder, &facts) == 0 ? (uint32_t)facts.f_type : 0;
}

bool csystem_has_no_subfolders(int folder) {
  struct stat facts;
  struct statfs system;
  /* A link for its name, one for its own dot, one for each subfolder's two dots. */
  if (fstat(folder, &facts) != 0 || facts.st_nlink != 2) return false;
  if (fstatfs(folder, &system) != 0) return false;
  switch ((uint32_t)system.f_type) {
    case 0xef53:      /* ext2 to ext4 */
    case 0x58465342:  /* XFS */
    case 0x01021994:  /* tmpfs */
      return true;
    default:
      return false;
  }
}
