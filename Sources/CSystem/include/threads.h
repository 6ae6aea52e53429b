#ifndef CSYSTEM_THREADS_H
#define CSYSTEM_THREADS_H

/* Starts a thread that ends with `body` and that nobody waits for. No signal reaches it but those of
 * its own crashes: signals are the main thread's. A higher niceness leaves the processor to others.
 * Returns 0, or the error's number where the system has no thread to spare; then `body` never runs,
 * and what `context` holds is the caller's still. */
int csystem_start_thread(void (*body)(void *), void *context, int niceness);

/* How many processors this process may run on. sysconf opens a file of the system for that, a hundred
 * times the cost, and counts those that are for others. */
int csystem_processors(void);

#endif
