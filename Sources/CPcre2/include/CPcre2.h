#ifndef CPCRE2_H
#define CPCRE2_H

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#include <stdbool.h>
#include <stddef.h>

/* Where a group of a match is in its text. */
struct cpcre2_group {
  bool took_part;
  size_t start;
  size_t end;
};

/* The one way to read a group, or all of a match as group 0. What took no part has the greatest size_t
   in PCRE2's answer, which is -1 in Swift. A look behind may put the start after the end: what matched is
   empty then. */
static inline struct cpcre2_group cpcre2_group(pcre2_match_data *found, size_t group) {
  if (group >= pcre2_get_ovector_count(found)) return (struct cpcre2_group){false, 0, 0};
  const PCRE2_SIZE *bounds = pcre2_get_ovector_pointer(found) + 2 * group;
  if (bounds[0] == PCRE2_UNSET || bounds[1] == PCRE2_UNSET)
    return (struct cpcre2_group){false, 0, 0};
  return (struct cpcre2_group){true, bounds[0] < bounds[1] ? bounds[0] : bounds[1], bounds[1]};
}

#endif
