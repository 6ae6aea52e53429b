#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* All that can be taken over and would end or stop the program, but for crashes, which have a guard
 * of their own, and for the two that stop whoever uses the terminal from the background. */
static const int hub_signals[] = {
    SIGTERM, SIGHUP,  SIGINT,    SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1,
    SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU, SIGIO,   SIGPWR,   SIGSTKFLT,
};
/* A call that fails tells more: EPIPE, EFBIG. */
static const int ignored_signals[] = {SIGPIPE, SIGXFSZ};
enum {
  NAMED_COUNT = sizeof hub_signals / sizeof hub_signals[0],
  IGNORED_COUNT = sizeof ignored_signals / sizeof ignored_signals[0],
};

static struct sigaction before[NSIG];
static struct sigaction ignored_before[IGNORED_COUNT];
static int ends[2] = {-1, -1};
static int is_installed;
static volatile sig_atomic_t window_changed, is_ending;

static int ends_the_program(int number) {
  return number != SIGWINCH && number != SIGCONT && number != SIGTSTP;
}

static void note(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  if (number == SIGWINCH) window_changed = 1;
  if (ends_the_program(number)) {
    int is_reminder = number == SIGALRM && is_ending;
    is_ending = 1;
    /* Whoever waits in a call of the system meanwhile, for a terminal that takes nothing any more, is
     * called out of it each second until the program has ended. */
    alarm(1);
    if (is_reminder) return;
  }
  /* A full pipe holds thousands of signals that nobody has read yet: one more tells nothing new. */
  if (write(ends[1], &byte, 1) < 0) errno = saved;
  errno = saved;
}

/* The real-time ones have no names, and their number is known when the program runs. */
static int hub_count(void) { return NAMED_COUNT + SIGRTMAX - SIGRTMIN + 1; }

static int hub_signal(int index) {
  return index < NAMED_COUNT ? hub_signals[index] : SIGRTMIN + index - NAMED_COUNT;
}

int csystem_signals_install(void) {
  if (is_installed) return ends[0];
  if (ends[0] < 0 && pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) {
    ends[0] = ends[1] = -1;
    return -1;
  }
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  for (int index = 0; index < hub_count(); index++) {
    action.sa_flags = hub_signal(index) == SIGALRM ? 0 : SA_RESTART;
    sigaction(hub_signal(index), &action, &before[hub_signal(index)]);
  }
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  for (int index = 0; index < IGNORED_COUNT; index++)
    sigaction(ignored_signals[index], &ignore, &ignored_before[index]);
  is_installed = 1;
  return ends[0];
}

void csystem_signals_restore(void) {
  if (!is_installed) return;
  is_installed = 0;
  if (is_ending) alarm(0);
  is_ending = 0;
  for (int index = 0; index < hub_count(); index++)
    sigaction(hub_signal(index), &before[hub_signal(index)], NULL);
  for (int index = 0; index < IGNORED_COUNT; index++)
    sigaction(ignored_signals[index], &ignored_before[index], NULL);
}

int csystem_signals_next(void) {
  unsigned char byte;
  ssize_t count;
  do count = read(ends[0], &byte, 1);
  while (count < 0 && errno == EINTR);
  return count == 1 ? byte : 0;
}

int csystem_signals_take_window_change(void) {
  if (!window_changed) return 0;
  /* Cleared before the size is read: a change in between is told again, never lost. */
  window_changed = 0;
  return 1;
}

int csystem_signals_is_ending(void) { return is_ending; }

void csystem_stop_self(void) {
  struct sigaction old, continued, action = {.sa_handler = SIG_IGN};
  sigset_t stop, mask;
  /* The others of the group first, ourselves left out: a stop of our own that is still on its way
   * would stop us a second time after the first continue. */
  sigaction(SIGTSTP, &action, &old);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  /* Whoever stopped itself knows that it goes on; the hub tells of other stops. */
  sigaction(SIGCONT, &action, &continued);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  /* To this thread, so that it does not run on until another one has taken the signal. */
  pthread_kill(pthread_self(), SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGCONT, &continued, NULL);
  sigaction(SIGTSTP, &old, NULL);
  window_changed = 1;
}
