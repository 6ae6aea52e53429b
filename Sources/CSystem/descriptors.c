#define _GNU_SOURCE
#include "descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

int csystem_make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

static int open_program_end(int terminal, char *name, size_t room, int rows, int columns) {
  struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)columns};
  if (grantpt(terminal) != 0 || unlockpt(terminal) != 0) return -1;
  if (ptsname_r(terminal, name, room) != 0 || ioctl(terminal, TIOCSWINSZ, &size) != 0) return -1;
  return open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
}

int csystem_make_terminal(int ends[2], char *name, size_t room, int rows, int columns) {
  int terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return -1;
  int program = open_program_end(terminal, name, room, rows, columns);
  if (program < 0) {
    int failure = errno;
    close(terminal);
    errno = failure;
    return -1;
  }
  ends[0] = terminal;
  ends[1] = program;
  return 0;
}
