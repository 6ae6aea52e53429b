#ifndef CSYSTEM_PIPES_H
#define CSYSTEM_PIPES_H

#include <stddef.h>

/*
 * Writes as `write` does, but a pipe that nothing reads any longer is an error (EPIPE) and no signal, whatever
 * the process does with SIGPIPE.
 */
ptrdiff_t csystem_write_to_pipe(int file, const void *bytes, size_t count);

#endif
