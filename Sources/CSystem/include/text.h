#ifndef CSYSTEM_TEXT_H
#define CSYSTEM_TEXT_H

#include <stddef.h>
#include <stdint.h>

/* Where the part first stands in the text, or -1. An empty part stands nowhere. */
ptrdiff_t csystem_find(const void *text, size_t length, const void *part, size_t partLength);

/* The letters of a text as bits: one for each of a to z and 0 to 9, the others share the rest. */
uint64_t csystem_letters(const void *text, size_t length);

/* Whether two texts have the same letters only where both have this one: its bit is its own. */
int csystem_has_own_bit(uint8_t letter);

/* Of the rows, `among` those named or of all where that is NULL, the ones in which all these letters
 * stand. Writes their numbers into `found`, which may be `among`, and answers with how many. */
size_t csystem_rows_with_letters(
  const uint64_t *rows, uint64_t letters, const uint32_t *among, size_t count, uint32_t *found);

/* The same with a part of at least one byte. Row n is from `starts[n]` up to `starts[n + 1]`. */
size_t csystem_rows_with(
  const void *text, const intptr_t *starts, const void *part, size_t partLength,
  const uint32_t *among, size_t count, uint32_t *found);

#endif
