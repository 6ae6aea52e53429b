#ifndef CWIDTHS_H
#define CWIDTHS_H

#include <stddef.h>
#include <stdint.h>

/* What wcwidth answers in the locale C.UTF-8 for each of the values 0..<count. Returns 0, or -1 if
 * the system lacks that locale. */
int cwidths_of_all(int8_t *widths, size_t count);

#endif
