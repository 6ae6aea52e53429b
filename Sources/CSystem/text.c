#define _GNU_SOURCE
#include "text.h"

#include <string.h>

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

size_t csystem_rows_with(
    const void *text, const intptr_t *starts, const void *part, size_t partLength,
    const uint32_t *among, size_t count, uint32_t *found) {
  const char *bytes = text;
  size_t matches = 0;
  if (partLength == 0) return 0;
  for (size_t index = 0; index < count; index++) {
    uint32_t row = among ? among[index] : (uint32_t)index;
    size_t length = (size_t)(starts[row + 1] - starts[row]);
    found[matches] = row;
    matches += memmem(bytes + starts[row], length, part, partLength) != NULL;
  }
  return matches;
}
