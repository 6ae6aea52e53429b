#include "rows.h"

#include "ahead.h"
#include "carried.h"
#include "cells.h"
#include "moves.h"
#include "writer.h"

#include <term.h>
#include <wchar.h>

/* Two of term.h's hundreds of macros. */
#undef columns
#undef lines

enum {
  /* A gap of equal cells is shorter to write again than to step over. */
  SHORT_GAP = 8,
  /* The same where their look is another one than before and behind them. */
  SHORT_STEP = 5,
  /* So many blanks are shorter to erase than to write. */
  LONG_BLANK = 8,
  /* What a cell may need: a change of look, a place, a base and its marks. */
  ROOM_FOR_CELL = LONGEST_CHANGE + 16 + 4 * CCHARW_MAX,
  /* So many cells are compared at once where they are likely to be the same. */
  SOME = 8
};

static int is_usual, is_unicode, can_erase;
/* Whether the cursor stands elsewhere than ncurses left it. */
static int is_away;
/* Nothing was drawn yet. */
static int is_first;
static cchar_t empty[SOME];

void rows_begin(int is_utf8, int has_own_colours) {
  int are_known = cells_begin();
  for (int index = 0; index < SOME; index++) empty[index] = (cchar_t){.chars = {L' '}};
  /* Other terminals are rare, and ncurses knows them all. */
  is_usual = has_own_colours && writer_is(cursor_address, "\033[%i%p1%d;%p2%dH")
      && writer_is(clr_eol, "\033[K") && auto_right_margin && eat_newline_glitch
      && move_standout_mode && magic_cookie_glitch <= 0 && !tilde_glitch && !char_padding
      && are_known;
  can_erase = writer_is(erase_chars, "\033[%p1%dX");
  is_unicode = is_utf8;
  is_away = 0;
  is_first = 1;
  writer_begin();
  moves_begin();
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
  attr_t attributes = writer.attributes;
  int pair = writer.pair;
  char *to = writer.bytes + writer.used;
  while (cell < end && cell->attr == attributes && cell->ext_color == pair && cell->chars[1] == 0
         && (unsigned int)cell->chars[0] - 0x20 < 0x5f)
    *to++ = (char)cell++->chars[0];
  writer.used = (size_t)(to - writer.bytes);
  return cell;
}

static attr_t attributes_of(const cchar_t *cell) { return cell->attr & ~(attr_t)A_CHARTEXT; }

/* Whether a wide character, as it is or was, goes on here. */
static int goes_on(const cchar_t *now, const cchar_t *was) {
  return part_of_wide(now) > 1 || part_of_wide(was) > 1;
}

/* Where to go on instead of here, where a look begins: behind cells that stand there already, if that
 * is shorter than changing to their look. */
static int behind_same(const cchar_t *now, const cchar_t *was, int at, int end) {
  int next = at;
  while (next < end && is_same_cell(&now[next], &was[next])) next++;
  if (next == at || (next < end && goes_on(&now[next], &was[next]))) return at;
  int goes_back = next < end && attributes_of(&now[next]) == attributes_of(&now[at])
      && now[next].ext_color == now[at].ext_color;
  return goes_back && next - at <= SHORT_STEP ? at : next;
}

/* Writes whole characters of a row, between two of its cells; 0 where one is not for us. The cursor
 * stands behind them then if something follows there. */
static int add_cells(
    int row, const cchar_t *now, const cchar_t *was, int at, int end, int is_followed) {
  const attr_t usual = A_COLOR | A_BOLD | A_DIM | A_ITALIC | A_UNDERLINE | A_REVERSE;
  writer_go_to(row, at);
  while ((at = (int)(add_letters(now + at, now + end) - now)) < end) {
    writer.column = -1;
    const cchar_t *cell = now + at;
    int part = part_of_wide(cell);
    attr_t attributes = attributes_of(cell);
    if (!writer_is_look(attributes, cell->ext_color)) {
      int next = behind_same(now, was, at, end);
      if (next == end) {
        if (is_followed) writer_go_to(row, end);
        return 1;
      }
      if (next > at) {
        writer_go_to(row, next);
        at = next;
        continue;
      }
    }
    if (part > 1 || (attributes & ~usual) != 0 || !is_known(cell->chars[0], part)
        || !writer_begin_look(attributes, cell->ext_color))
      return 0;
    writer_add_character(cell->chars[0]);
    for (int mark = 1; mark < CCHARW_MAX && cell->chars[mark] != 0; mark++)
      writer_add_character(cell->chars[mark]);
    at++;
    if (part == 1 && (at == end || part_of_wide(&now[at++]) != 2)) return 0;
  }
  return 1;
}

/* Erases blank cells, up to the end of the row where that is told. */
static void erase_cells(int count, int is_rest) {
  writer_plain();
  writer_add("\033[", 2);
  if (!is_rest) writer_add_number(count);
  writer_add(is_rest ? "K" : "X", 1);
}

/* ---- Rows ---- */

/* Where cells that are the same end, the first one being so. */
static int end_of_same(const cchar_t *now, const cchar_t *was, int at, int end) {
  at++;
  while (at + SOME <= end && !memcmp(&now[at], &was[at], sizeof empty)) at += SOME;
  while (at < end && is_same_cell(&now[at], &was[at])) at++;
  return at;
}

/* Where the blank cells begin that reach up to `end`. */
static int start_of_blank(const cchar_t *now, int first, int end) {
  if (end <= first || !is_empty(&now[end - 1])) return end;
  while (end - SOME >= first && !memcmp(&now[end - SOME], empty, sizeof empty)) end -= SOME;
  while (end > first && is_empty(&now[end - 1])) end--;
  return end;
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

int rows_add(int row, const cchar_t *now, const cchar_t *was, int first, int end) {
  int width = getmaxx(newscr);
  if (WRITER_CAPACITY - writer.used < (size_t)(end - first + 4) * ROOM_FOR_CELL) return 0;
  /* Where nothing is written into them it does not matter where they begin. */
  int blank = is_empty(&now[end - 1]) ? start_of_blank(now, first, width) : width;
  for (int at = first; at < end;) {
    if (is_same_cell(&now[at], &was[at])) {
      at = end_of_same(now, was, at, end);
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
      written = start_of_blank(now, at, run);
      if (run - written <= LONG_BLANK) written = run;
    }
    /* What is written into the last cell of all may scroll the terminal. */
    if (written == width && row == getmaxy(newscr) - 1) return 0;
    if (written > at) {
      if (!add_cells(row, now, was, at, written, written < run)) return 0;
      writer.column = -1;
    } else {
      writer_go_to(row, at);
    }
    if (written == width) writer.row = -1;
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
  if (was->firstchar != -1) return 0;
  ahead_settle_row(row);
  carried_settle_row(row);
  ahead_changed(row, first, end);
  struct writer_mark before = writer_mark();
  if (!rows_add(row, now->text, was->text, first, end)) {
    writer_return(before);
    return 0;
  }
  memcpy(was->text + first, now->text + first, (size_t)(end - first) * sizeof *was->text);
  now->firstchar = now->lastchar = -1;
  return 1;
}

static int take_rows(void) {
  int left = 0;
  for (int row = 0; row < getmaxy(newscr); row++)
    if (newscr->_line[row].firstchar != -1 && !take_row(row)) left++;
  writer_plain();
  return left == 0;
}

static int is_usual_size(void) {
  return is_usual && getmaxx(newscr) == getmaxx(curscr) && getmaxy(newscr) == getmaxy(curscr);
}

int rows_are_ours(void) {
  return is_usual_size() && !is_cleared(curscr) && !is_cleared(newscr);
}

/* The first frame comes on a screen that is cleared, and of which ncurses knows nothing but blanks. It
 * would look for the best way to each of its rows, which takes longer than all else about the frame. */
static void clear_at_first(void) {
  int is_new = is_first && is_cleared(curscr) && !is_cleared(newscr)
      && (writer_is(clear_screen, "\033[H\033[2J") || writer_is(clear_screen, "\033[H\033[J"));
  is_first = 0;
  if (!is_new || !is_usual_size()) return;
  clearok(curscr, FALSE);
  for (int row = 0; row < getmaxy(curscr); row++)
    curscr->_line[row].firstchar = curscr->_line[row].lastchar = -1;
  writer_add(clear_screen, (int)strlen(clear_screen));
  writer.row = writer.column = 0;
  is_away = 1;
}

int rows_take(int has_cursor) {
  writer_begin_frame();
  clear_at_first();
  int is_ours = rows_are_ours();
  /* ncurses is told nothing of where we leave the cursor, and so finds it where it was before it draws
   * the next time. */
  if (!is_away) {
    writer.row = getcury(curscr);
    writer.column = getcurx(curscr);
  }
  if (!is_ours || !moves_are_carried()) carried_refuse();
  if (!ahead_begin(is_ours) && is_ours) moves_take();
  int is_done = is_ours && take_rows();
  moves_forget();
  if (!is_done) {
    ahead_forget();
    ahead_settle();
    carried_settle();
  }
  if (is_done && has_cursor) writer_go_to(getcury(newscr), getcurx(newscr));
  if (writer.used > 0) is_away = 1;
  if (!is_done && is_away) {
    writer_go_to(getcury(curscr), getcurx(curscr));
    is_away = 0;
  }
  return is_done;
}

const char *rows_with(const char *rest, size_t count, size_t *total) {
  if (WRITER_CAPACITY - writer.used < count) return NULL;
  writer_add(rest, (int)count);
  *total = writer.used;
  writer.used = 0;
  return writer.bytes;
}
