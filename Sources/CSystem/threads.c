#define _GNU_SOURCE
#include "threads.h"

#include "crash_guard.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

struct start {
  void (*body)(void *);
  void *context;
  int niceness;
};

static void perform(struct start start) {
  /* On Linux these are the thread's own. Not even a program that was given a real-time class does
   * its work in the background in it. */
  if (start.niceness > 0) {
    sched_setscheduler(0, SCHED_OTHER, &(struct sched_param){.sched_priority = 0});
    setpriority(PRIO_PROCESS, 0, start.niceness);
  }
  start.body(start.context);
}

static void *run(void *argument) {
  struct start start = *(struct start *)argument;
  free(argument);
  void *crash_stack = csystem_crash_stack_make();
  perform(start);
  csystem_crash_stack_end(crash_stack);
  return NULL;
}

static int start_thread(void *(*body)(void *), void *argument) {
  static const int crashes[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  sigset_t blocked, before;
  sigfillset(&blocked);
  for (size_t index = 0; index < sizeof crashes / sizeof crashes[0]; index++)
    sigdelset(&blocked, crashes[index]);
  /* A new thread takes over which signals are blocked; after it starts would be too late. */
  pthread_sigmask(SIG_SETMASK, &blocked, &before);
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, body, argument);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure == 0) pthread_detach(thread);
  return failure;
}

int csystem_start_thread(void (*body)(void *), void *context, int niceness) {
  struct start work = {body, context, niceness};
  struct start *start = malloc(sizeof *start);
  if (!start) return ENOMEM;
  *start = work;
  int failure = start_thread(run, start);
  if (failure) free(start);
  return failure;
}

int csystem_bell_make(void) { return eventfd(0, EFD_CLOEXEC); }

void csystem_bell_ring(int bell) {
  uint64_t once = 1;
  while (write(bell, &once, sizeof once) < 0 && errno == EINTR) continue;
}

void csystem_bell_wait(int bell) {
  uint64_t times;
  while (read(bell, &times, sizeof times) < 0 && errno == EINTR) continue;
}

int csystem_processors(void) {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof processors, &processors) == 0) return CPU_COUNT(&processors);
  /* There are more than the set has room for. */
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}
