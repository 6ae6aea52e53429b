#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* From here on Swift gives the main actor's jobs to this serial executor. Before the first task. */
void csystem_use_main_executor(void *object, uintptr_t kind);

/* What wcwidth answers in the locale C.UTF-8 for each of the values 0..<count. Returns 0, or -1 if
 * the system lacks that locale. */
int csystem_wcwidths(int8_t *widths, size_t count);

#include "confined.h"
#include "crash_guard.h"
#include "descriptors.h"
#include "dumps.h"
#include "files.h"
#include "signals.h"
#include "terminal_output.h"
#include "text.h"
#include "threads.h"
#include "versions.h"
#include "watching.h"
#include "wipe.h"

#endif
