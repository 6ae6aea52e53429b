#include "versions.h"

#include <gnu/libc-version.h>

const char *csystem_libc_version(void) { return gnu_get_libc_version(); }
