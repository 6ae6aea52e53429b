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
