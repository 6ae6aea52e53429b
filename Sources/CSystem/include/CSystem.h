#ifndef CSYSTEM_H
#define CSYSTEM_H

#include "calls.h"
#include "confined.h"
#include "crash_guard.h"
#include "main_executor.h"
#include "pipes.h"
#include "signals.h"
#include "sockets.h"

#endif
