#include "watching.h"

#include <sys/eventfd.h>
#include <sys/vfs.h>

int csystem_bell(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

uint32_t csystem_file_system_kind(const char *folder) {
  struct statfs facts;
  return statfs(folder, &facts) == 0 ? (uint32_t)facts.f_type : 0;
}
