#define _GNU_SOURCE
#include <sched.h>
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
