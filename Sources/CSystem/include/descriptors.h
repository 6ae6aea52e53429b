#ifndef CSYSTEM_DESCRIPTORS_H
#define CSYSTEM_DESCRIPTORS_H

#include <stddef.h>

/* Descriptors that no started program inherits. They are made so in one step: another thread may start
 * a program between two. */

/* A pipe, the end to read from first. Returns 0, or -1. */
int csystem_make_pipe(int ends[2]);

/* A pseudo-terminal of this size: the end that a terminal has, and the end that a program has, whose
 * name is put into `name`. Returns 0, or -1. */
int csystem_make_terminal(int ends[2], char *name, size_t room, int rows, int columns);

#endif
