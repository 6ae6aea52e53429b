#ifndef CSYSTEM_SIGNALS_H
#define CSYSTEM_SIGNALS_H

#include <signal.h>

/* From here on a signal becomes a byte in this pipe. Answers in `before` with who had it. */
void csystem_take_signal(int number, int pipe, struct sigaction *before);

/* Which process an answer of waitid is about: it is a macro. Zero where there is none. */
static inline int csystem_ended_process(const siginfo_t *facts) { return facts->si_pid; }

/* Whether the window's size may have changed since the last call. */
int csystem_take_window_change(void);

/* Whether a signal came that ends the program. From then on the calls of the main thread that wait for
 * something fail with EINTR once a second, until this is forgotten. */
int csystem_is_ending(void);
void csystem_forget_ending(void);

#endif
