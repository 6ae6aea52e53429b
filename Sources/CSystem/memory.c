#include "CSystem.h"

#include <malloc.h>

void csystem_use_two_heaps(void) { mallopt(M_ARENA_MAX, 2); }
