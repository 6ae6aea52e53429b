#ifndef CSYSTEM_WIPE_H
#define CSYSTEM_WIPE_H

/* From here on memory that is freed is written over, but for the smallest blocks: those of up to about
 * 1,000 bytes that the C library keeps for the next who asks, a few of each size and thread. */
void csystem_wipe_freed(void);

/* Writes over those, of this thread, and gives what is free to the system, which hands it out as zeros. */
void csystem_wipe_small_blocks(void);

#endif
