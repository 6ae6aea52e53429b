#ifndef CSYSTEM_THREADS_H
#define CSYSTEM_THREADS_H

/* Starts a thread that ends with `body` and that nobody waits for. No signal reaches it but those of
 * its own crashes: signals are the main thread's. A higher niceness leaves the processor to others.
 * Returns 0, or the error's number where the system has no thread to spare; then `body` never runs,
 * and what `context` holds is the caller's still. */
int csystem_start_thread(void (*body)(void *), void *context, int niceness);

/* A bell wakes the one thread that waits for it, or that will. Returns its descriptor, or -1 where the
 * system has none to spare. */
int csystem_bell_make(void);
void csystem_bell_ring(int bell);
void csystem_bell_wait(int bell);

/* How many processors this process may run on. sysconf opens a file of the system for that, a hundred
 * times the cost, and counts those that are for others. */
int csystem_processors(void);

#endif
