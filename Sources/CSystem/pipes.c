#include "include/pipes.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

ptrdiff_t csystem_write_to_pipe(int file, const void *bytes, size_t count) {
  sigset_t pipe_signal, before, waiting;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  sigpending(&waiting);
  bool waited_before = sigismember(&waiting, SIGPIPE) == 1;
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  ptrdiff_t written = write(file, bytes, count);
  int failure = errno;
  if (written < 0 && failure == EPIPE && !waited_before) {
    /* The signal is this thread's own and waits by now, unless it is ignored. */
    struct timespec now = {0, 0};
    while (sigtimedwait(&pipe_signal, NULL, &now) < 0 && errno == EINTR) continue;
  }
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = failure;
  return written;
}
