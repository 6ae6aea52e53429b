#ifndef CSYSTEM_H
#define CSYSTEM_H

#include "files.h"

/* The main dispatch queue as a descriptor to poll and a call that runs what is queued, so that one
 * thread can wait for keys and for the main actor's work together. */
int csystem_main_queue_descriptor(void);
void csystem_main_queue_drain(void);

#endif
