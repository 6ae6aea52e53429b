#include "dumps.h"

#include <sys/prctl.h>
#include <sys/resource.h>

void csystem_forbid_dumps(void) {
  const struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int csystem_may_be_dumped(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }
