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

#endif
