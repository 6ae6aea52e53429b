#ifndef CSYSTEM_SIGNALS_H
#define CSYSTEM_SIGNALS_H

/* Signals as bytes in a pipe, so that the loop which waits for keys hears of them in order and in
 * safety. One hub a process: handlers are the process's own. */

/* Takes over every signal that would end or stop the program and is no crash, SIGCONT and SIGWINCH,
 * and ignores SIGPIPE and SIGXFSZ: what is written then fails with an error.
 * Answers with the descriptor to poll, or -1. Calling it again answers with the same one. */
int csystem_signals_install(void);

/* Gives every signal back to whoever had it before. */
void csystem_signals_restore(void);

/* The next signal that came, or 0. Never waits. */
int csystem_signals_next(void);

/* Whether the window's size may have changed since the last call. */
int csystem_signals_take_window_change(void);

/* Whether one came that ends the program. From then on the calls of the main thread that wait for
 * something fail with EINTR once a second, until the signals are given back. */
int csystem_signals_is_ending(void);

/* Stops this process and those it started, as the shell's Ctrl-Z would; returns when continued. */
void csystem_stop_self(void);

#endif
