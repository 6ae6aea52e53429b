#include "CSystem.h"

#include <malloc.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

/* Since Linux 5.14; older systems refuse it, and the pages come one by one. */
static const int populate = 23;

void csystem_make_pages(void) {
  extern char __bss_start[], _end[];
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)__bss_start & ~(size - 1);
  madvise((void *)first, (uintptr_t)_end - first, populate);
}

void csystem_use_two_heaps(void) { mallopt(M_ARENA_MAX, 2); }
