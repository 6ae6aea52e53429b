#define _GNU_SOURCE
#include "text.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

ptrdiff_t csystem_find(const void *text, size_t length, const void *part, size_t partLength) {
  if (text == NULL || part == NULL || partLength == 0) {
    return -1;
  }
  const char *found = memmem(text, length, part, partLength);
  return found == NULL ? -1 : found - (const char *)text;
}

static unsigned int bit_of(uint8_t letter) {
  if (letter >= 'a' && letter <= 'z') return letter - 'a';
  if (letter >= '0' && letter <= '9') return 26 + letter - '0';
  return 36 + letter % 28;
}

int csystem_has_own_bit(uint8_t letter) { return bit_of(letter) < 36; }

uint64_t csystem_letters(const void *text, size_t length) {
  const uint8_t *bytes = text;
  uint64_t letters = 0;
  for (size_t index = 0; index < length; index++) letters |= 1ull << bit_of(bytes[index]);
  return letters;
}

size_t csystem_rows_with_letters(
    const uint64_t *rows, uint64_t letters, const uint32_t *among, size_t count, uint32_t *found) {
  size_t matches = 0;
  for (size_t index = 0; index < count; index++) {
    uint32_t row = among ? among[index] : (uint32_t)index;
    found[matches] = row;
    matches += (rows[row] & letters) == letters;
  }
  return matches;
}

/* Looks for the first and the last byte of the part at once, sixteen places in a step: rows are too
 * short for a search that has to prepare itself. `behind` is where the text ends. */
static int stands_in(
    const char *row, size_t length, const char *behind, const char *part, size_t partLength) {
  if (length < partLength) return 0;
  if (partLength == 1) return memchr(row, part[0], length) != NULL;
#if defined(__SSE2__)
  const __m128i first = _mm_set1_epi8(part[0]), last = _mm_set1_epi8(part[partLength - 1]);
  size_t places = length - partLength + 1;
  while (behind - row >= (ptrdiff_t)(partLength + 15)) {
    __m128i starts = _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)row), first);
    __m128i ends = _mm_cmpeq_epi8(
        _mm_loadu_si128((const __m128i *)(row + partLength - 1)), last);
    unsigned int hits = (unsigned int)_mm_movemask_epi8(_mm_and_si128(starts, ends));
    if (places < 16) hits &= (1u << places) - 1;
    for (; hits != 0; hits &= hits - 1)
      if (memcmp(row + __builtin_ctz(hits) + 1, part + 1, partLength - 2) == 0) return 1;
    if (places <= 16) return 0;
    row += 16;
    length -= 16;
    places -= 16;
  }
#endif
  return memmem(row, length, part, partLength) != NULL;
}

size_t csystem_rows_with(
    const void *text, const intptr_t *starts, const void *part, size_t partLength,
    const uint32_t *among, size_t count, uint32_t *found) {
  const char *bytes = text;
  size_t matches = 0;
  if (count == 0 || partLength == 0) return 0;
  /* All that is named lies before the end of the last row, and so does what is read. */
  const char *behind = bytes + starts[(among ? among[count - 1] : count - 1) + 1];
  for (size_t index = 0; index < count; index++) {
    uint32_t row = among ? among[index] : (uint32_t)index;
    const char *start = bytes + starts[row];
    found[matches] = row;
    matches += stands_in(start, (size_t)(starts[row + 1] - starts[row]), behind, part, partLength);
  }
  return matches;
}
