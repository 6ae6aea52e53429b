#include "writer.h"

#include <term.h>

/* Two of term.h's hundreds of macros. */
#undef columns
#undef lines

enum { MOST_LOOKS = 32, LONGEST_LOOK = LONGEST_CHANGE / 2 };

/* What begins and ends a look, where plain cells come before and after. */
struct look {
  attr_t attributes;
  int pair, on_count, off_count;
  /* Whether what begins it ends any other one. */
  int is_whole;
  char on[LONGEST_LOOK], off[LONGEST_LOOK];
};

/* What makes all plain, on nearly every terminal. */
static const char plain[] = "\033[m";
enum { PLAIN_COUNT = sizeof plain - 1 };

struct writer writer;
static int has_columns;
/* Attributes that are added to a look by their number alone. */
static attr_t addable;
static struct look looks[MOST_LOOKS];
static int look_count;
/* What the terminal is drawing in; NULL where that is plain. */
static const struct look *current;

int writer_is(const char *capability, const char *wanted) {
  return capability && capability != (char *)-1 && strcmp(capability, wanted) == 0;
}

void writer_begin(void) {
  has_columns = writer_is(column_address, "\033[%i%p1%dG");
  addable = (writer_is(enter_bold_mode, "\033[1m") ? A_BOLD : 0)
      | (writer_is(enter_dim_mode, "\033[2m") ? A_DIM : 0)
      | (writer_is(enter_italics_mode, "\033[3m") ? A_ITALIC : 0)
      | (writer_is(enter_underline_mode, "\033[4m") ? A_UNDERLINE : 0)
      | (writer_is(enter_reverse_mode, "\033[7m") ? A_REVERSE : 0);
  /* Some attributes have no effect there where colours are. */
  if (no_color_video > 0) addable = 0;
  look_count = 0;
  current = NULL;
  writer.attributes = A_NORMAL;
  writer.pair = 0;
  writer.used = 0;
}

void writer_begin_frame(void) {
  if (look_count == MOST_LOOKS) look_count = 0;
  writer.used = 0;
}

struct writer_mark writer_mark(void) {
  return (struct writer_mark){writer.used, writer.row, writer.column, current};
}

static void draw_in(const struct look *look) {
  current = look;
  writer.attributes = look ? look->attributes : A_NORMAL;
  writer.pair = look ? look->pair : 0;
}

void writer_return(struct writer_mark mark) {
  writer.used = mark.used;
  writer.row = mark.row;
  writer.column = mark.column;
  draw_in(mark.look);
}

static char *number_at(char *to, int number) {
  if (number >= 10) to = number_at(to, number / 10);
  *to++ = (char)('0' + number % 10);
  return to;
}

void writer_add_number(int number) {
  writer.used = (size_t)(number_at(writer.bytes + writer.used, number) - writer.bytes);
}

void writer_go_to(int row, int column) {
  if (row == writer.row && column == writer.column) return;
  char *to = writer.bytes + writer.used;
  *to++ = '\033';
  *to++ = '[';
  if (row == writer.row && has_columns) {
    to = number_at(to, column + 1);
    *to++ = 'G';
  } else {
    to = number_at(to, row + 1);
    *to++ = ';';
    to = number_at(to, column + 1);
    *to++ = 'H';
  }
  writer.used = (size_t)(to - writer.bytes);
  writer.row = row;
  writer.column = column;
}

void writer_add_character(wchar_t character) {
  unsigned int code = (unsigned int)character;
  char *to = writer.bytes + writer.used;
  if (code < 0x80) {
    *to++ = (char)code;
  } else if (code < 0x800) {
    *to++ = (char)(0xc0 | code >> 6);
    *to++ = (char)(0x80 | (code & 0x3f));
  } else {
    if (code < 0x10000) {
      *to++ = (char)(0xe0 | code >> 12);
    } else {
      *to++ = (char)(0xf0 | code >> 18);
      *to++ = (char)(0x80 | (code >> 12 & 0x3f));
    }
    *to++ = (char)(0x80 | (code >> 6 & 0x3f));
    *to++ = (char)(0x80 | (code & 0x3f));
  }
  writer.used = (size_t)(to - writer.bytes);
}

/* ---- Looks ---- */

static char *collected;
static int collected_count;

static int collect(int byte) {
  if (collected_count < LONGEST_LOOK) collected[collected_count] = (char)byte;
  collected_count++;
  return byte;
}

static int change_look(attr_t attributes, int pair, char *into) {
  static const char letters[] = "\033(B", shift_in = '\017';
  const int length = sizeof letters - 1;
  collected = into;
  collected_count = 0;
  vid_puts(attributes, (short)pair, NULL, collect);
  if (collected_count > LONGEST_LOOK) return collected_count;
  /* It goes back to letters each time. We never leave them, and are told of no look that does. */
  int kept = 0;
  for (int index = 0; index < collected_count; index++) {
    if (collected_count - index >= length && memcmp(into + index, letters, length) == 0)
      index += length - 1;
    else if (into[index] != shift_in)
      into[kept++] = into[index];
  }
  return kept;
}

/* ncurses says how, between two frames, when it has left the terminal plain. NULL: too long, or too
 * many for one frame. */
static const struct look *look_of(attr_t attributes, int pair) {
  for (int index = 0; index < look_count; index++)
    if (looks[index].attributes == attributes && looks[index].pair == pair) return &looks[index];
  if (look_count == MOST_LOOKS) return NULL;
  struct look *look = &looks[look_count];
  look->attributes = attributes;
  look->pair = pair;
  look->on_count = change_look(attributes, pair, look->on);
  look->off_count = change_look(A_NORMAL, 0, look->off);
  if (look->on_count > LONGEST_LOOK || look->off_count > LONGEST_LOOK) return NULL;
  /* What makes all plain needs nothing before it. */
  int rest = look->off_count - PLAIN_COUNT;
  int is_plain = rest >= 0 && !memcmp(look->off + rest, plain, PLAIN_COUNT);
  if (is_plain) {
    memcpy(look->off, plain, PLAIN_COUNT);
    look->off_count = PLAIN_COUNT;
  }
  look->is_whole = is_plain && look->on_count > 4 && !memcmp(look->on, "\033[0;", 4);
  look_count++;
  return look;
}

void writer_plain(void) {
  if (current) writer_add(current->off, current->off_count);
  draw_in(NULL);
}

/* Adds attributes to the look that is there, each by its number. */
static void add_attributes(attr_t attributes) {
  static const attr_t known[] = {0, A_BOLD, A_DIM, A_ITALIC, A_UNDERLINE, 0, 0, A_REVERSE};
  char before = '[';
  writer_add("\033", 1);
  for (int number = 1; number < (int)(sizeof known / sizeof *known); number++) {
    if (!(attributes & known[number])) continue;
    const char text[] = {before, (char)('0' + number)};
    writer_add(text, sizeof text);
    before = ';';
  }
  writer_add("m", 1);
}

int writer_begin_look(attr_t attributes, int pair) {
  if (writer_is_look(attributes, pair)) return 1;
  if (attributes == A_NORMAL && pair == 0) {
    writer_plain();
    return 1;
  }
  const struct look *next = look_of(attributes, pair);
  if (!next) return 0;
  attr_t before = writer.attributes;
  if (pair == writer.pair && (before & ~attributes) == 0
      && ((attributes & ~before) & ~addable) == 0) {
    add_attributes(attributes & ~before);
  } else {
    if (!next->is_whole) writer_plain();
    writer_add(next->on, next->on_count);
  }
  draw_in(next);
  return 1;
}
