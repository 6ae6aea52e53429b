#define _GNU_SOURCE
#include "CSystem.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* What the libraries in the binary ask the system for before `main`, answered with less. Only those that
 * are linked into it see these: where Swift's library is shared, it has its own. */

#define FOR_US_ALONE __attribute__((visibility("hidden")))

/* ---- How many processors ---- */

extern long __sysconf(int name);

/* The C library reads a file of the system for each of these two, and Swift's asks for both at each start:
 * 2 % of a command. Those that this process may run on are as many, or are what matters. */
FOR_US_ALONE long sysconf(int name) {
  cpu_set_t own;
  int is_count = name == _SC_NPROCESSORS_ONLN || name == _SC_NPROCESSORS_CONF;
  if (is_count && sched_getaffinity(0, sizeof own, &own) == 0) return CPU_COUNT(&own);
  return __sysconf(name);
}

/* ---- The words of the command line ---- */

static int word_count;
static char **words;

__attribute__((constructor)) static void keep_words(int count, char **first) {
  word_count = count;
  words = first;
}

/* Swift's own looks for them in memory, by the list of all parts of that, which the system writes out for
 * it: as long again. The C library tells them. */
FOR_US_ALONE char **_swift_stdlib_getUnsafeArgvArgc(int *count) {
  *count = word_count;
  return words;
}

FOR_US_ALONE void _swift_stdlib_overrideUnsafeArgvArgc(char **first, int count) {
  keep_words(count, first);
}

/* ---- Where a program stands that draws what was called when another crashed ---- */

/* Swift's library looks for it at nine places with each start. There is none beside this program, and what
 * it could say of one without names is nothing; a crash is told of by our own guard. */
FOR_US_ALONE const char *swift_copyAuxiliaryExecutablePath(const char *name) {
  (void)name;
  return 0;
}

/* ---- The variables that a start writes ---- */

/* They stand together, between these: the linker puts them so, by the list that `make-link-order.py`
 * writes. */
#define AT(place) __attribute__((section(place), visibility("hidden"), used))
AT(".data.csystem_written_from") char csystem_written_from = 1;
AT(".data.csystem_written_to") char csystem_written_to = 1;
AT(".bss.csystem_empty_from") char csystem_empty_from;
AT(".bss.csystem_empty_to") char csystem_empty_to;

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

/* More than there can be: without the list they stand anywhere. */
enum { MOST_WRITTEN = 512 * 1024 };

static void take_pages(char *from, char *to) {
  uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)from & ~(page - 1);
  if (to > from && to - from < MOST_WRITTEN)
    madvise((void *)start, (uintptr_t)to - start, MADV_POPULATE_WRITE);
}

/* One by one each page costs a fault, and two where it is read first; and once there are threads the other
 * processors are interrupted for each. An older system says no, and they come one by one. */
__attribute__((constructor(101))) static void take_written_pages(void) {
  take_pages(&csystem_written_from, &csystem_written_to);
  take_pages(&csystem_empty_from, &csystem_empty_to);
}

/* ---- What a quick command needs, got by another processor ---- */

/* As much of a heap as such a command fills, and no more than a new one has. */
enum { HEAP = 128 << 10, WORDS_LOOKED_AT = 8 };

/* Where the main thread's heap begins. */
static char *heap;

/* While the main thread finds its words and its settings, the other one takes the pages of both heaps. */
static void take_heaps(void) {
  take_pages(heap, heap + HEAP);
  char *own = malloc(1);
  if (own) take_pages(own, own + HEAP);
  free(own);
}

/* Those that open the index, and are over in some milliseconds. Any word may be a title: a thread too many
 * does no harm. */
static int is_quick(int count, char **words) {
  static const char *const names[] = {"list", "search", "new"};
  for (int word = 1; word < count && word <= WORDS_LOOKED_AT; word++)
    for (size_t name = 0; name < sizeof names / sizeof *names; name++)
      if (strcmp(words[word], names[name]) == 0) return 1;
  return 0;
}

__attribute__((constructor(102))) static void begin_quick_command(int count, char **words) {
  if (!is_quick(count, words)) return;
  csystem_use_two_heaps();
  heap = malloc(1);
  free(heap);
  csystem_start_early_thread(take_heaps);
}
