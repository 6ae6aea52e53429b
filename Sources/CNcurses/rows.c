#include "rows.h"

#include "cells.h"

#include <term.h>
#include <wchar.h>

/* Two of term.h's hundreds of macros. */
#undef columns
#undef lines

enum {
  /* A gap of equal cells is shorter to write again than to step over. */
  SHORT_GAP = 8,
  /* So many blanks are shorter to erase than to write. */
  LONG_BLANK = 8,
  MOST_LOOKS = 32,
  LONGEST_LOOK = 64,
  CAPACITY = 1 << 18,
  /* Fewer rows are as well written again. */
  FEW_ROWS = 4,
  /* Text that moves further is not looked for. */
  LONGEST_SHIFT = 3,
  /* What a cell may need: a look that ends, one that begins, a place, a base and its marks. */
  ROOM_FOR_CELL = 2 * LONGEST_LOOK + 16 + 4 * CCHARW_MAX
};

/* What begins and ends a look, where plain cells come before and after. */
struct look {
  attr_t attributes;
  int pair, on_count, off_count;
  char on[LONGEST_LOOK], off[LONGEST_LOOK];
};

static int is_usual, is_unicode, can_erase, can_shift;
/* The largest part of the screen whose lines moved in this frame, and how far down. */
static struct {
  int top, left, rows, columns, down;
} scrolled;
/* Whether the cursor stands elsewhere than ncurses left it. */
static int is_away;
/* Where it stands; -1 where that is not known for sure. Behind what was written only the row is: a
 * terminal may give a character another width. */
static int cursor_row, cursor_column;
static int has_columns;
static struct look looks[MOST_LOOKS];
static int look_count;
/* What the terminal is drawing in; NULL where that is plain. It stays so while the cursor moves. */
static const struct look *current;
static char bytes[CAPACITY];
static size_t used;

static int is(const char *capability, const char *wanted) {
  return capability && capability != (char *)-1 && strcmp(capability, wanted) == 0;
}

void rows_begin(int is_utf8, int has_own_colours) {
  int are_known = cells_begin();
  /* Other terminals are rare, and ncurses knows them all. */
  is_usual = has_own_colours && is(cursor_address, "\033[%i%p1%d;%p2%dH") && is(clr_eol, "\033[K")
      && auto_right_margin && eat_newline_glitch && move_standout_mode && magic_cookie_glitch <= 0
      && !tilde_glitch && !char_padding && are_known;
  has_columns = is(column_address, "\033[%i%p1%dG");
  can_erase = is(erase_chars, "\033[%p1%dX");
  can_shift = is(change_scroll_region, "\033[%i%p1%d;%p2%dr")
      && is(parm_insert_line, "\033[%p1%dL") && is(parm_delete_line, "\033[%p1%dM");
  is_unicode = is_utf8;
  scrolled.rows = 0;
  is_away = 0;
  look_count = 0;
  current = NULL;
  used = 0;
}

void rows_were_moved(int top, int left, int rows, int columns, int down) {
  int is_again = scrolled.top == top && scrolled.left == left && scrolled.rows == rows && scrolled.columns == columns;
  if (!is_again && scrolled.rows * scrolled.columns >= rows * columns) return;
  scrolled.down = is_again ? scrolled.down + down : down;
  scrolled.top = top;
  scrolled.left = left;
  scrolled.rows = rows;
  scrolled.columns = columns;
}

/* ---- Bytes ---- */

static void add(const char *text, int count) {
  memcpy(bytes + used, text, (size_t)count);
  used += (size_t)count;
}

static void add_number(int number) {
  char digits[12];
  int count = 0;
  do digits[sizeof digits - (size_t)++count] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  add(digits + sizeof digits - (size_t)count, count);
}

static void go_to(int row, int column) {
  if (row == cursor_row && column == cursor_column) return;
  int is_short = row == cursor_row && has_columns;
  add("\033[", 2);
  if (!is_short) {
    add_number(row + 1);
    add(";", 1);
  }
  add_number(column + 1);
  add(is_short ? "G" : "H", 1);
  cursor_row = row;
  cursor_column = column;
}

static void add_character(wchar_t character) {
  unsigned int code = (unsigned int)character;
  char *to = bytes + used;
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
  used = (size_t)(to - bytes);
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
  static const char letters[] = "\033(B";
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
    else
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
  look_count++;
  return look;
}

static void end_look(void) {
  if (current) add(current->off, current->off_count);
  current = NULL;
}

static int begin_look(attr_t attributes, int pair) {
  if (attributes == (current ? current->attributes : A_NORMAL)
      && pair == (current ? current->pair : 0))
    return 1;
  end_look();
  if (attributes == A_NORMAL && pair == 0) return 1;
  current = look_of(attributes, pair);
  if (!current) return 0;
  add(current->on, current->on_count);
  return 1;
}

/* ---- Cells ---- */

/* A blank in the terminal's own colours, as erasing leaves it. */
static int is_empty(const cchar_t *cell) {
  return cell->chars[0] == L' ' && cell->chars[1] == 0 && cell->attr == A_NORMAL
      && cell->ext_color == 0;
}

/* Whether a character takes as many cells as ncurses gave it. */
static int is_known(wchar_t character, int is_wide) {
  if (character < 0x7f) return character >= 0x20 && !is_wide;
  return is_unicode && character >= 0xa0 && wcwidth(character) == 1 + is_wide;
}

/* Letters of ASCII in the look that the cell before had: nearly all there are. Answers where they end. */
static const cchar_t *add_letters(const cchar_t *cell, const cchar_t *end) {
  attr_t attributes = current ? current->attributes : A_NORMAL;
  int pair = current ? current->pair : 0;
  char *to = bytes + used;
  while (cell < end && cell->attr == attributes && cell->ext_color == pair && cell->chars[1] == 0
         && (unsigned int)cell->chars[0] - 0x20 < 0x5f)
    *to++ = (char)cell++->chars[0];
  used = (size_t)(to - bytes);
  return cell;
}

/* Writes whole characters; 0 where one is not for us. */
static int add_cells(const cchar_t *cell, const cchar_t *end) {
  const attr_t usual = A_COLOR | A_BOLD | A_DIM | A_ITALIC | A_UNDERLINE | A_REVERSE;
  while ((cell = add_letters(cell, end)) < end) {
    int part = part_of_wide(cell);
    attr_t attributes = cell->attr & ~(attr_t)A_CHARTEXT;
    if (part > 1 || (attributes & ~usual) != 0 || !is_known(cell->chars[0], part)
        || !begin_look(attributes, cell->ext_color))
      return 0;
    add_character(cell->chars[0]);
    for (int mark = 1; mark < CCHARW_MAX && cell->chars[mark] != 0; mark++)
      add_character(cell->chars[mark]);
    if (part == 1 && (++cell == end || part_of_wide(cell) != 2)) return 0;
    cell++;
  }
  return 1;
}

/* Erases blank cells, up to the end of the row where that is told. */
static void erase_cells(int count, int is_rest) {
  end_look();
  add("\033[", 2);
  if (!is_rest) add_number(count);
  add(is_rest ? "K" : "X", 1);
}

/* ---- Rows ---- */

/* Whether a wide character, as it is or was, goes on here. */
static int goes_on(const cchar_t *now, const cchar_t *was) {
  return part_of_wide(now) > 1 || part_of_wide(was) > 1;
}

/* Where cells that differ end: behind them so many are the same, or none are left. Looks from the far
 * end of what may be a gap, and so at few of the cells between. */
static int end_of_run(const cchar_t *now, const cchar_t *was, int at, int end) {
  int run = at + 1, next;
  do {
    next = run + SHORT_GAP < end ? run + SHORT_GAP : end;
    while (next > run && is_same_cell(&now[next - 1], &was[next - 1])) next--;
    if (next > run) run = next;
    else break;
  } while (run < end);
  return run;
}

/* Writes what differs in a row, between two of its cells; 0 where that is not for us. */
static int add_row(int row, const cchar_t *now, const cchar_t *was, int first, int end) {
  int width = getmaxx(newscr), blank = width;
  while (blank > first && is_empty(&now[blank - 1])) blank--;
  for (int at = first; at < end;) {
    if (is_same_cell(&now[at], &was[at])) {
      at++;
      continue;
    }
    /* Up to the last cell that differs, past short gaps, and no character in part. */
    int run = end_of_run(now, was, at, end);
    while (at > 0 && goes_on(&now[at], &was[at])) at--;
    while (run < width && goes_on(&now[run], &was[run])) run++;
    /* Blank cells at the end of the row are erased, and some where other cells follow. */
    int written = run, is_rest = run - blank > LONG_BLANK;
    if (is_rest) {
      written = at > blank ? at : blank;
    } else if (can_erase) {
      while (written > at && is_empty(&now[written - 1])) written--;
      if (run - written <= LONG_BLANK) written = run;
    }
    /* What is written into the last cell of all may scroll the terminal. */
    if (written == width && row == getmaxy(newscr) - 1) return 0;
    go_to(row, at);
    if (!add_cells(now + at, now + written)) return 0;
    if (written > at) cursor_column = -1;
    if (written == width) cursor_row = -1;
    if (written < run) erase_cells(run - written, is_rest);
    at = run;
  }
  return 1;
}

/* Takes one row; 0 leaves it to ncurses. */
static int take_row(int row) {
  struct ldat *now = &newscr->_line[row], *was = &curscr->_line[row];
  int first = now->firstchar, end = now->lastchar + 1;
  if (first < 0 || end > getmaxx(newscr)) return 0;
  if (was->firstchar != -1 || CAPACITY - used < (size_t)(end - first + 4) * ROOM_FOR_CELL) return 0;
  const struct look *look_before = current;
  size_t used_before = used;
  int row_before = cursor_row, column_before = cursor_column;
  if (!add_row(row, now->text, was->text, first, end)) {
    current = look_before;
    used = used_before;
    cursor_row = row_before;
    cursor_column = column_before;
    return 0;
  }
  memcpy(was->text + first, now->text + first, (size_t)(end - first) * sizeof *was->text);
  now->firstchar = now->lastchar = -1;
  return 1;
}

/* ---- Rows that move ---- */

static int is_changed(int row) { return newscr->_line[row].firstchar != -1; }

static int is_same_part(int row, int old, int from, int to) {
  return to <= from
      || memcmp(newscr->_line[row].text + from, curscr->_line[old].text + from,
                (size_t)(to - from) * sizeof(cchar_t)) == 0;
}

static int is_same_row(int row, int old) { return is_same_part(row, old, 0, getmaxx(newscr)); }

/* Lets the terminal move the rows from `top` up to `end` down by `shift`, up where that is less than
 * none. Blank rows come into sight there as ncurses and we know them. What differs then, before, in and
 * behind the columns from `left` to `right`, is marked. */
static void move_rows(int top, int end, int shift, int left, int right) {
  int width = getmaxx(newscr), away = shift > 0 ? shift : -shift;
  for (int row = top; row < end; row++)
    if (curscr->_line[row].firstchar != -1) return;
  add("\033[", 2);
  add_number(top + 1);
  add(";", 1);
  add_number(end);
  add("r", 1);
  /* It left the cursor in the corner. */
  cursor_row = cursor_column = -1;
  go_to(top, 0);
  add("\033[", 2);
  add_number(away);
  add(shift > 0 ? "L\033[r" : "M\033[r", 4);
  cursor_row = cursor_column = -1;
  const cchar_t blank = {.chars = {L' '}};
  for (int step = 0; step < end - top; step++) {
    int row = shift > 0 ? end - 1 - step : top + step, old = row - shift;
    cchar_t *to = curscr->_line[row].text;
    if (old >= top && old < end) {
      memcpy(to, curscr->_line[old].text, (size_t)width * sizeof *to);
    } else {
      for (int column = 0; column < width; column++) to[column] = blank;
    }
  }
  const int edges[] = {0, left, right, width};
  for (int row = top; row < end; row++) {
    int first = -1, last = -1;
    for (int part = 0; part < 3; part++) {
      if (is_same_part(row, row, edges[part], edges[part + 1])) continue;
      if (first < 0) first = edges[part];
      last = edges[part + 1] - 1;
    }
    newscr->_line[row].firstchar = (NCURSES_SIZE_T)first;
    newscr->_line[row].lastchar = (NCURSES_SIZE_T)last;
  }
}

/* The longest run of rows, many of them changed, that stood `shift` rows further up before. */
static int find_run(int shift, int *first, int *count) {
  int height = getmaxy(newscr), from = shift > 0 ? shift : 0, to = shift > 0 ? height : height + shift;
  int most = 0;
  for (int row = from; row < to; row++) {
    int start = row, changed = 0;
    while (row < to && is_same_row(row, row - shift)) changed += is_changed(row++);
    if (changed <= most) continue;
    most = changed;
    *first = start;
    *count = row - start;
  }
  return most;
}

/* Where a line came or went in the middle of a text, the terminal itself moves those below it: all of
 * them would be written anew. */
static void shift_rows(void) {
  int best = 0, shift = 0, first = 0, count = 0, changed = 0;
  for (int row = 0; row < getmaxy(newscr); row++) changed += is_changed(row);
  if (changed < FEW_ROWS) return;
  for (int way = -LONGEST_SHIFT; way <= LONGEST_SHIFT; way++) {
    int start = 0, length = 0, moved = way == 0 ? 0 : find_run(way, &start, &length);
    if (moved <= best) continue;
    best = moved;
    shift = way;
    first = start;
    count = length;
  }
  if (best < FEW_ROWS) return;
  int away = shift > 0 ? shift : -shift, top = shift > 0 ? first - away : first;
  move_rows(top, top + count + away, shift, 0, getmaxx(newscr));
}

/* Where a window's lines went up or down the terminal moves them, and all that stands beside them with
 * them: that is worth it as long as more cells find their place by it than lose it. */
static int follow_lines(void) {
  int width = getmaxx(newscr), left = scrolled.left, right = left + scrolled.columns, shift = scrolled.down;
  int top = scrolled.top, end = top + scrolled.rows, away = shift > 0 ? shift : -shift, gain = 0;
  if (shift == 0 || away >= scrolled.rows || top < 0 || left < 0 || end > getmaxy(newscr) || right > width)
    return 0;
  const int edges[] = {0, left, right, width};
  for (int row = top; row < end; row++) {
    int old = row - shift, is_seen = old >= top && old < end;
    for (int part = 0; part < 3; part++) {
      int from = edges[part], to = edges[part + 1];
      int after = is_seen && is_same_part(row, old, from, to);
      gain += (after - is_same_part(row, row, from, to)) * (to - from);
    }
  }
  if (gain < FEW_ROWS * scrolled.columns) return 0;
  move_rows(top, end, shift, left, right);
  return 1;
}

static int take_rows(void) {
  int left = 0;
  if (look_count == MOST_LOOKS) look_count = 0;
  if (can_shift && !follow_lines()) shift_rows();
  for (int row = 0; row < getmaxy(newscr); row++)
    if (newscr->_line[row].firstchar != -1 && !take_row(row)) left++;
  end_look();
  return left == 0;
}

int rows_take(int has_cursor) {
  int is_ours = is_usual && !is_cleared(curscr) && !is_cleared(newscr)
      && getmaxx(newscr) == getmaxx(curscr) && getmaxy(newscr) == getmaxy(curscr);
  used = 0;
  /* ncurses is told nothing of where we leave the cursor, and so finds it where it was before it draws
   * the next time. */
  if (!is_away) {
    cursor_row = getcury(curscr);
    cursor_column = getcurx(curscr);
  }
  int is_done = is_ours && take_rows();
  scrolled.rows = 0;
  if (is_done && has_cursor) go_to(getcury(newscr), getcurx(newscr));
  if (used > 0) is_away = 1;
  if (!is_done && is_away) {
    go_to(getcury(curscr), getcurx(curscr));
    is_away = 0;
  }
  return is_done;
}

const char *rows_with(const char *rest, size_t count, size_t *total) {
  if (CAPACITY - used < count) return NULL;
  add(rest, (int)count);
  *total = used;
  used = 0;
  return bytes;
}
