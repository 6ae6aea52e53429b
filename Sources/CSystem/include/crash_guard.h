#ifndef CSYSTEM_CRASH_GUARD_H
#define CSYSTEM_CRASH_GUARD_H

#include <stddef.h>

/* Gives the terminal back when this process crashes: a trap of Swift's leaves no other chance.
 * Remembers the terminal's settings as they are now and a copy of `reset`, which is cut at 512
 * bytes. Then, on a crash: `reset` is written, the settings are restored, one line goes to the
 * standard error, and the process dies of the same signal. Armed again, it takes the new `reset` and
 * keeps the settings it has. */
void csystem_crash_guard_arm(int fd, const unsigned char *reset, size_t length);

/* The terminal is given back already, or about to be. */
void csystem_crash_guard_disarm(void);

/* A stack on which this thread can crash when its own has run out. Each thread needs one; a new one has
 * none. Returns NULL where there is no memory for it; then only such a crash leaves the terminal as it
 * is. It ends on the same thread. */
void *csystem_crash_stack_make(void);
void csystem_crash_stack_end(void *stack);

#endif
