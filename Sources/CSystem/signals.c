#include "signals.h"

#include <errno.h>
#include <unistd.h>

static int listener = -1;
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
  ssize_t written = write(listener, &byte, 1);
  (void)written;
  errno = saved;
}

void csystem_take_signal(int number, int pipe, struct sigaction *before) {
  struct sigaction action = {.sa_handler = note, .sa_flags = number == SIGALRM ? 0 : SA_RESTART};
  sigfillset(&action.sa_mask);
  listener = pipe;
  sigaction(number, &action, before);
}

int csystem_take_window_change(void) {
  if (!window_changed) return 0;
  /* Cleared before the size is read: a change in between is told again, never lost. */
  window_changed = 0;
  return 1;
}

int csystem_is_ending(void) { return is_ending; }

void csystem_forget_ending(void) {
  if (is_ending) alarm(0);
  is_ending = 0;
}
