#include "CSystem.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

static int is_stalled;

static int takes_more(int terminal, int milliseconds) {
  struct pollfd request = {.fd = terminal, .events = POLLOUT};
  return poll(&request, 1, milliseconds) > 0;
}

void csystem_terminal_write(int terminal, const char *bytes, size_t count) {
  while (count > 0 && !is_stalled) {
    ssize_t written = write(terminal, bytes, count);
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    } else if (errno == EINTR) {
      if (csystem_signals_is_ending() && !takes_more(terminal, 0)) is_stalled = 1;
    } else if (errno == EAGAIN) {
      if (!takes_more(terminal, 1000)) return;
    } else {
      return;
    }
  }
}

int csystem_terminal_is_stalled(void) { return is_stalled; }
