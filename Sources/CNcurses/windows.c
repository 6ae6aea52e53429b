#include "CNcurses.h"
#include "ahead.h"
#include "carried.h"
#include "cells.h"
#include "moves.h"

#include <stdlib.h>
#include <wchar.h>

/* Windows, and what views write into them. */

/* What the last frame owes is taken from windows as they were then. */
static WINDOW *real(cncurses_window *window) {
  cncurses_settle();
  return (WINDOW *)window;
}

cncurses_window *cncurses_make(int rows, int columns, int row, int column) {
  WINDOW *window = newwin(rows, columns, row, column);
  if (window) leaveok(window, FALSE);
  return (cncurses_window *)window;
}

void cncurses_delete(cncurses_window *window) {
  carried_leave(real(window));
  ahead_leave(real(window));
  delwin(real(window));
}

int cncurses_place(cncurses_window *window, int rows, int columns, int row, int column) {
  carried_leave(real(window));
  ahead_leave(real(window));
  return wresize(real(window), rows, columns) == OK && mvwin(real(window), row, column) == OK;
}

static attr_t attributes_of(int bits) {
  return (bits & CNCURSES_BOLD ? A_BOLD : 0) | (bits & CNCURSES_DIM ? A_DIM : 0)
      | (bits & CNCURSES_ITALIC ? A_ITALIC : 0) | (bits & CNCURSES_UNDERLINE ? A_UNDERLINE : 0)
      | (bits & CNCURSES_REVERSE ? A_REVERSE : 0);
}

static void set_style(WINDOW *window, int attributes, int pair) {
  wattr_set(window, attributes_of(attributes), (short)pair, NULL);
}

void cncurses_erase(cncurses_window *window, int attributes, int pair) {
  cchar_t blank;
  setcchar(&blank, L" ", attributes_of(attributes), (short)pair, NULL);
  wbkgrndset(real(window), &blank);
  werase(real(window));
  /* Only the erasing is in this style; what is written later brings its own. */
  setcchar(&blank, L" ", A_NORMAL, 0, NULL);
  wbkgrndset(real(window), &blank);
}

/* The next character of UTF-8 that is well formed, as our own side always sends it. */
static wchar_t next_character(const unsigned char **place, const unsigned char *end) {
  unsigned char lead = *(*place)++;
  int more = lead < 0x80 ? 0 : lead < 0xc0 ? -1 : lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
  if (more < 0 || end - *place < more) return L'?';
  wchar_t character = more == 0 ? lead : lead & (0x3f >> more);
  for (; more > 0; more--) character = (character << 6) | (*(*place)++ & 0x3f);
  return character;
}

/* Looks at all of it, which compilers turn into many letters at a time. */
static int is_plain(const char *text, int length) {
  unsigned char other = 0;
  for (int index = 0; index < length; index++)
    other |= (unsigned char)(text[index] - 0x20) >= 0x5f;
  return !other;
}

/* Goes to the first cell of a run that is in the window; `width` becomes how many of its cells are,
 * 0 for none. Answers how many are hidden before it. */
static int begin_run(WINDOW *window, int row, int column, int *width) {
  int room = getmaxx(window) - column, hidden = column < 0 ? -column : 0;
  if (*width > room) *width = room;
  *width -= hidden;
  if (*width > 0 && wmove(window, row, column + hidden) == ERR) *width = 0;
  return hidden;
}

/* Where the window's lines are not known, old-style cells know 255 colour pairs, and are copied unseen;
 * the others are looked at one by one. */
static void add_plain(WINDOW *window, const char *text, int width, int attributes, int pair) {
  chtype plain[256];
  cchar_t cells[256], cell = cells_make(L' ', attributes_of(attributes), pair);
  chtype look = attributes_of(attributes) | COLOR_PAIR(pair);
  int column = getcurx(window), row = getcury(window);
  while (width > 0) {
    int count = width < 256 ? width : 256;
    if (pair < 256) {
      for (int index = 0; index < count; index++) plain[index] = look | (unsigned char)text[index];
      mvwaddchnstr(window, row, column, plain, count);
    } else {
      for (int index = 0; index < count; index++) {
        cells[index] = cell;
        cells[index].chars[0] = (wchar_t)text[index];
      }
      mvwadd_wchnstr(window, row, column, cells, count);
    }
    text += count;
    column += count;
    width -= count;
  }
}

void cncurses_fill(
    cncurses_window *target, int row, int column, unsigned int character, int width,
    int attributes, int pair) {
  WINDOW *window = real(target);
  begin_run(window, row, column, &width);
  if (width <= 0) return;
  cchar_t cell = cells_make((wchar_t)character, attributes_of(attributes), pair);
  if (cells_fill(window, getcury(window), getcurx(window), width, cell)) return;
  /* A cell without a colour pair would take the one that the window wrote with last. */
  set_style(window, attributes, pair);
  whline_set(window, &cell, width);
}

void cncurses_restyle(
    cncurses_window *target, int row, int column, int width, int attributes, int pair) {
  WINDOW *window = real(target);
  begin_run(window, row, column, &width);
  if (width <= 0) return;
  cchar_t look = cells_make(L' ', attributes_of(attributes), pair);
  if (cells_restyle(window, getcury(window), getcurx(window), width, &look)) return;
  wchgat(window, width, attributes_of(attributes), (short)pair, &pair);
}

/* What takes one cell, and joins nothing before it: the usual letters beyond ASCII, and lines. */
static int is_simple(wchar_t character) {
  return (character > 0xa0 && character < 0x300 && character != 0xad)
      || (character >= 0x2010 && character < 0x2028) || (character >= 0x2500 && character < 0x25a0);
}

/* Whether no mark stands here that belongs to what is before it. */
static int stands_apart(const unsigned char *text, const unsigned char *end) {
  return text == end || *text < 0x80 || is_simple(next_character(&text, end));
}

enum { MOST_SINGLES = 128 };

/* Goes past characters of one cell that have no marks, as many as there is room for, and answers how
 * many those are. */
static int take_singles(
    const unsigned char **place, const unsigned char *end, int room, wchar_t *singles) {
  const unsigned char *last = *place;
  int count = 0;
  if (room > MOST_SINGLES) room = MOST_SINGLES;
  while (*place < end && count < room) {
    const unsigned char *next = *place;
    wchar_t character = next_character(&next, end);
    if ((unsigned int)character - 0x20 >= 0x5f && !is_simple(character)) break;
    singles[count++] = character;
    last = *place;
    *place = next;
  }
  /* The last one has a mark. */
  if (count > 0 && !stands_apart(*place, end)) {
    *place = last;
    count--;
  }
  return count;
}

static int put_alone(WINDOW *window, int row, int column, cchar_t cell, wchar_t character) {
  cell.chars[0] = character;
  return cells_fill(window, row, column, 1, cell);
}

static void put_blank(WINDOW *window, int row, int column) {
  wmove(window, row, column);
  waddnstr(window, " ", 1);
}

void cncurses_put(
    cncurses_window *target, int row, int column, const char *text, int length, int width,
    int attributes, int pair) {
  WINDOW *window = real(target);
  int hidden = begin_run(window, row, column, &width);
  if (width <= 0) return;
  /* Cells made here and copied into the window as they are: many times faster than letter by letter. */
  cchar_t plain = cells_make(L' ', attributes_of(attributes), pair);
  int used = 0, first = getcurx(window), line = getcury(window);
  if (is_plain(text, length) && length >= hidden + width) {
    if (!cells_put(window, line, first, text + hidden, width, plain))
      add_plain(window, text + hidden, width, attributes, pair);
    return;
  }
  set_style(window, attributes, pair);
  const unsigned char *place = (const unsigned char *)text, *end = place + length;
  wchar_t singles[MOST_SINGLES];
  while (place < end) {
    const unsigned char *start = place;
    int count = hidden > 0 ? 0 : take_singles(&place, end, width - used, singles);
    if (count > 0 && cells_put_all(window, line, first + used, singles, count, plain)) {
      used += count;
      continue;
    }
    place = start;
    wchar_t cell[CCHARW_MAX + 1] = {next_character(&place, end)};
    count = 1;
    int cells = cell[0] < 0x20 || cell[0] == 0x7f ? -1 : wcwidth(cell[0]);
    /* Unknown to the C library, and so to ncurses, which would draw nothing there. */
    if (cells < 0) cell[0] = L'?', cells = 1;
    if (cells == 0) continue;
    while (place < end) {
      const unsigned char *next = place;
      wchar_t mark = next_character(&next, end);
      if (wcwidth(mark) != 0) break;
      if (count < CCHARW_MAX) cell[count++] = mark;
      place = next;
    }
    if (hidden > 0) {
      hidden -= cells;
      /* Half of it would be seen: a blank. */
      for (; hidden < 0 && used < width; hidden++, used++) put_blank(window, line, first + used);
      continue;
    }
    if (used + cells > width) break;
    if (cells == 1 && count == 1 && put_alone(window, line, first + used, plain, cell[0])) {
      used++;
      continue;
    }
    if (cells == 2 && count == 1 && cells_put_wide(window, line, first + used, cell[0], plain)) {
      used += 2;
      continue;
    }
    wmove(window, line, first + used);
    cchar_t character;
    setcchar(&character, cell, attributes_of(attributes), (short)pair, NULL);
    wadd_wch(window, &character);
    used += cells;
  }
  for (; used < width; used++) put_blank(window, line, first + used);
}

void cncurses_move_lines(
    cncurses_window *target, int row, int column, int rows, int columns, int lines) {
  WINDOW *window = real(target);
  moves_note(getbegy(window) + row, getbegx(window) + column, rows, columns, -lines);
  if (carried_move(window, row, column, rows, columns, -lines)) return;
  int moved = rows - abs(lines), right = column + columns - 1;
  for (int index = 0; index < moved; index++) {
    int to = lines > 0 ? row + index : row + rows - 1 - index;
    if (!cells_copy(window, to + lines, to, column, columns))
      copywin(window, window, to + lines, column, to, column, to, right, FALSE);
  }
}

void cncurses_prepare(cncurses_window *window) {
  carried_leave(real(window));
  ahead_prepare(real(window));
}

void cncurses_take(cncurses_window *window) {
  carried_leave(real(window));
  if (!ahead_take(real(window))) touchwin(real(window));
}

/* The smallest part of the screen that has all that is marked in a window. Where a wide character stands
 * at an end of a line's part, ncurses takes more of it: the character before, and what is behind up to
 * the next wide one. */
static cncurses_area marked_area(const WINDOW *window) {
  int top = -1, bottom = 0, left = getmaxx(window), right = 0;
  for (int row = 0; row < getmaxy(window); row++) {
    const struct ldat *line = &window->_line[row];
    if (line->firstchar < 0) continue;
    if (top < 0) top = row;
    bottom = row + 1;
    int first = line->firstchar, end = line->lastchar + 1;
    if (part_of_wide(&line->text[first]) > 1) first--;
    if (part_of_wide(&line->text[end - 1]) != 0) end = getmaxx(window);
    if (first < left) left = first;
    if (end > right) right = end;
  }
  if (top < 0) return (cncurses_area){0};
  return (cncurses_area){getbegy(window) + top, getbegx(window) + left, bottom - top, right - left};
}

/* The smallest part of the screen that has both. */
static cncurses_area joined(cncurses_area one, cncurses_area other) {
  if (one.rows == 0 || other.rows == 0) return one.rows == 0 ? other : one;
  int top = one.row < other.row ? one.row : other.row;
  int left = one.column < other.column ? one.column : other.column;
  int end = one.row + one.rows, other_end = other.row + other.rows;
  int right = one.column + one.columns, other_right = other.column + other.columns;
  return (cncurses_area){
      top, left, (end > other_end ? end : other_end) - top,
      (right > other_right ? right : other_right) - left};
}

cncurses_area cncurses_add(cncurses_window *target, int wholly) {
  WINDOW *window = real(target);
  if (wholly) touchwin(window);
  cncurses_area moved = carried_add(window, wholly);
  int is_ahead = ahead_meet(window, joined(marked_area(window), moved));
  /* More may be marked by that. If it was put together, nothing is, and all of it changes. */
  cncurses_area area = joined(marked_area(window), moved);
  if (is_ahead)
    area = (cncurses_area){
        getbegy(window), getbegx(window), getmaxy(window), getmaxx(window)};
  cells_add(window);
  wnoutrefresh(window);
  return area;
}
