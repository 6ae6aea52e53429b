#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static const int hub_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH};
enum { HUB_COUNT = sizeof hub_signals / sizeof hub_signals[0] };

static struct sigaction before[HUB_COUNT];
static struct sigaction pipe_before;
static int ends[2] = {-1, -1};
static int is_installed;
static volatile sig_atomic_t window_changed;

static void note(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  if (number == SIGWINCH) window_changed = 1;
  /* A full pipe holds thousands of signals that nobody has read yet: one more tells nothing new. */
  if (write(ends[1], &byte, 1) < 0) errno = saved;
  errno = saved;
}

static void handle(int number, struct sigaction *old) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(number, &action, old);
}

int csystem_signals_install(void) {
  if (is_installed) return ends[0];
  if (ends[0] < 0 && pipe2(ends, O_NONBLOCK | O_CLOEXEC) != 0) {
    ends[0] = ends[1] = -1;
    return -1;
  }
  for (int index = 0; index < HUB_COUNT; index++) handle(hub_signals[index], &before[index]);
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  sigaction(SIGPIPE, &ignore, &pipe_before);
  is_installed = 1;
  return ends[0];
}

void csystem_signals_restore(void) {
  if (!is_installed) return;
  is_installed = 0;
  for (int index = 0; index < HUB_COUNT; index++)
    sigaction(hub_signals[index], &before[index], NULL);
  sigaction(SIGPIPE, &pipe_before, NULL);
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

void csystem_stop_self(void) {
  struct sigaction old, action = {.sa_handler = SIG_IGN};
  sigset_t stop, mask;
  /* The others of the group first, ourselves left out: a stop of our own that is still on its way
   * would stop us a second time after the first continue. */
  sigaction(SIGTSTP, &action, &old);
  kill(0, SIGTSTP);
  action.sa_handler = SIG_DFL;
  sigaction(SIGTSTP, &action, NULL);
  sigemptyset(&stop);
  sigaddset(&stop, SIGTSTP);
  pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
  /* To this thread, so that it does not run on until another one has taken the signal. */
  pthread_kill(pthread_self(), SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &mask, NULL);
  sigaction(SIGTSTP, &old, NULL);
  window_changed = 1;
}
