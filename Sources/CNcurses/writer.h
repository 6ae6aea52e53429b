#ifndef CNCURSES_WRITER_H
#define CNCURSES_WRITER_H

#include <curses.h>
#include <string.h>

/* What is put together for the terminal: bytes, where they leave the cursor, and what letters look
 * like there. A look is changed in the shortest way that the terminal is known to take. */

enum {
  WRITER_CAPACITY = 1 << 18,
  /* No look takes more bytes to end one and begin the next. */
  LONGEST_CHANGE = 128
};

struct writer {
  size_t used;
  /* Where the cursor stands; -1 where that is not known for sure. Behind what was written only the row
   * is: a terminal may give a character another width. */
  int row, column;
  /* What the terminal is drawing in. It stays so while the cursor moves. */
  attr_t attributes;
  int pair;
  char bytes[WRITER_CAPACITY];
};

extern struct writer writer;

/* Where something was begun that may have to be taken back. */
struct look;
struct writer_mark {
  size_t used;
  int row, column;
  const struct look *look;
};

/* Looks at the terminal that ncurses has just taken. */
void writer_begin(void);
void writer_begin_frame(void);

struct writer_mark writer_mark(void);
void writer_return(struct writer_mark mark);

/* Whether a terminal's capability is this one. */
int writer_is(const char *capability, const char *wanted);

static inline void writer_add(const char *text, int count) {
  memcpy(writer.bytes + writer.used, text, (size_t)count);
  writer.used += (size_t)count;
}

void writer_add_number(int number);
void writer_add_character(wchar_t character);
void writer_go_to(int row, int column);

static inline int writer_is_look(attr_t attributes, int pair) {
  return attributes == writer.attributes && pair == writer.pair;
}

/* 0 where it is not for us: ncurses tells how, and takes too many bytes, or there are too many. */
int writer_begin_look(attr_t attributes, int pair);
void writer_plain(void);

#endif
