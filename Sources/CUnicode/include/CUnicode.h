#ifndef CUNICODE_H
#define CUNICODE_H

#include <stddef.h>
#include <stdint.h>

/* Tables that Resources/Tools makes of Unicode's files. Their numbers are little-endian, as the
   computers are that the program runs on. */

/* What a letter is in a name's key, and what it is searched as where that is not its name without marks
   that go. A run is, from its highest bits: first scalar (21), count (13), step (2), delta (2), value (26).
   The value is a scalar or, with bit 21 set, a place in the pool (`<< 5`) and a count. */
const uint64_t *cunicode_folding_names(size_t *count);
const uint64_t *cunicode_folding_words(size_t *count);

/* Letters that several others become. */
const uint32_t *cunicode_folding_pool(size_t *count);

/* Where each run of scalars of one class of width starts: the first scalar, then four bits of class. */
const uint32_t *cunicode_widths(size_t *count);

#endif
