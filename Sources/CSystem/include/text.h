#ifndef CSYSTEM_TEXT_H
#define CSYSTEM_TEXT_H

#include <stddef.h>

/* Where the part first stands in the text, or -1. An empty part stands nowhere. */
ptrdiff_t csystem_find(const void *text, size_t length, const void *part, size_t partLength);

#endif
