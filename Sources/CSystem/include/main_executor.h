#ifndef CSYSTEM_MAIN_EXECUTOR_H
#define CSYSTEM_MAIN_EXECUTOR_H

#include <stdint.h>

/* From here on Swift gives the main actor's jobs to this serial executor. Before the first task. */
void csystem_use_main_executor(void *object, uintptr_t kind);

#endif
