#include "CSystem.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Since Linux 5.14; older systems refuse it, and the pages come one by one. */
static const int populate = 23;

static void make_pages(const char *start, const char *end) {
  uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE), first = (uintptr_t)start & ~(size - 1);
  if ((uintptr_t)end > first) madvise((void *)first, (uintptr_t)end - first, populate);
}

void csystem_make_pages(void) {
  extern char __bss_start[], _end[];
  make_pages(__bss_start, _end);
  const char *before = sbrk(0);
  mallopt(M_TOP_PAD, 640 << 10);
  free(malloc(100 << 10));
  make_pages(before, sbrk(0));
}

void csystem_use_two_heaps(void) { mallopt(M_ARENA_MAX, 2); }
