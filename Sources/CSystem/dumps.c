#include "dumps.h"

#include <sys/prctl.h>
#include <sys/resource.h>

static struct rlimit original;
static int is_forbidden;

static void set_core_limit(rlim_t limit) {
  const struct rlimit changed = {limit, original.rlim_max};
  setrlimit(RLIMIT_CORE, &changed);
}

void csystem_forbid_dumps(void) {
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  if (__atomic_exchange_n(&is_forbidden, 1, __ATOMIC_SEQ_CST)) return;
  if (getrlimit(RLIMIT_CORE, &original) == 0) set_core_limit(0);
}

void csystem_children_may_dump(int may) {
  if (!__atomic_load_n(&is_forbidden, __ATOMIC_SEQ_CST)) return;
  set_core_limit(may ? original.rlim_cur : 0);
}

int csystem_may_be_dumped(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0); }
