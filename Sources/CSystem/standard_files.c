#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* What is opened first takes the number of a standard file that is closed, and would be read as what was
 * typed, or get the results. Opened the wrong way round, reading and writing fail as they do without. */
__attribute__((constructor)) static void hold_standard_files(void) {
  for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++) {
    if (fcntl(file, F_GETFD) >= 0 || errno != EBADF) continue;
    open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}
