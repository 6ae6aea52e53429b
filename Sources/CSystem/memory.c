#include "CSystem.h"

#include <malloc.h>

void csystem_use_one_heap(void) { mallopt(M_ARENA_MAX, 2); }
