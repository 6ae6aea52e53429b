#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* The main dispatch queue as a descriptor to poll and a call that runs what is queued, so that one
 * thread can wait for keys and for the main actor's work together. */
int csystem_main_queue_descriptor(void);
void csystem_main_queue_drain(void);

/* What wcwidth answers in the locale C.UTF-8 for each of the values 0..<count. Returns 0, or -1 if
 * the system lacks that locale. */
int csystem_wcwidths(int8_t *widths, size_t count);

/* Two heaps for all threads: a heap for each costs a short run more than sharing does, and two threads
 * that both begin would wait for each other at one. Before the first thread. */
void csystem_use_two_heaps(void);

#include "crash_guard.h"
#include "dumps.h"
#include "files.h"
#include "signals.h"
#include "terminal_output.h"
#include "text.h"
#include "threads.h"
#include "watching.h"

#endif
