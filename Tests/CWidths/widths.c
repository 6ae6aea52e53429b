#define _GNU_SOURCE
#include "CWidths.h"

#include <locale.h>
#include <wchar.h>

int cwidths_of_all(int8_t *widths, size_t count) {
  locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8 == (locale_t)0) return -1;
  /* For this thread alone: the program's own locale is not touched. */
  locale_t before = uselocale(utf8);
  for (size_t value = 0; value < count; value++) widths[value] = (int8_t)wcwidth((wchar_t)value);
  uselocale(before);
  freelocale(utf8);
  return 0;
}
