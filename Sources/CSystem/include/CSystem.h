#ifndef CSYSTEM_H
#define CSYSTEM_H

#include <stddef.h>
#include <stdint.h>

/* From here on Swift gives the main actor's jobs to this serial executor. Before the first task. */
void csystem_use_main_executor(void *object, uintptr_t kind);

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
