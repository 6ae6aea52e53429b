#include "wipe.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>

enum {
  /* Freed memory is filled with this, and new memory with its inverse: zeros. */
  FILL = 0xff,
  /* The sizes that the C library keeps in lists of a thread, and more of each than it keeps. */
  SMALLEST = 24,
  LARGEST = 1032,
  STEP = 16,
  BLOCKS = 32
};

void csystem_wipe_freed(void) {
  static int is_set;
  if (!__atomic_exchange_n(&is_set, 1, __ATOMIC_SEQ_CST)) mallopt(M_PERTURB, FILL);
}

void csystem_wipe_small_blocks(void) {
  void *blocks[BLOCKS];
  for (size_t size = SMALLEST; size <= LARGEST; size += STEP) {
    int count = 0;
    while (count < BLOCKS && (blocks[count] = malloc(size)) != NULL)
      explicit_bzero(blocks[count++], size);
    while (count > 0) free(blocks[--count]);
  }
  malloc_trim(0);
}
