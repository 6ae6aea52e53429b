#ifndef CSYSTEM_TERMINAL_OUTPUT_H
#define CSYSTEM_TERMINAL_OUTPUT_H

#include <stddef.h>

/* Writes all of it to a terminal, however long that takes, and gives up where the terminal is gone. One
 * that takes nothing is waited for until a signal ends the program; after that it counts as stalled. */
void csystem_terminal_write(int terminal, const char *bytes, size_t count);

/* Whether the program is ending and its terminal took nothing: nothing is written to it any more. */
int csystem_terminal_is_stalled(void);

#endif
