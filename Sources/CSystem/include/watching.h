#ifndef CSYSTEM_WATCHING_H
#define CSYSTEM_WATCHING_H

#include <stdbool.h>
#include <stdint.h>

/* A descriptor that can be rung from any thread and polled, or -1. Writing eight bytes rings it,
 * reading eight silences it; neither waits. */
int csystem_bell(void);

/* The number that the system gives the kind of file system a folder lies on, or 0. */
uint32_t csystem_file_system_kind(const char *folder);

/* Whether the system knows, without reading it, that no folder stands in this open one. Not every
 * file system tells; then it is false. */
bool csystem_has_no_subfolders(int folder);

#endif
