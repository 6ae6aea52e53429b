#include "ahead.h"

#include "cells.h"
#include "moves.h"
#include "rows.h"
#include "writer.h"

enum { MOST_AHEAD = 4, MOST_BYTES = 1 << 14, MOST_COLUMNS = 1 << 10 };

static struct ahead {
  /* NULL for none. */
  WINDOW *window;
  struct shift shift;
  int count;
  char bytes[MOST_BYTES];
} all[MOST_AHEAD];
static int next;
/* The one that is in the frame to come, how it gets there, and whether it was added already. */
static WINDOW *taken;
static const struct ahead *taken_by;
static int is_added;
/* What the terminal was sent, and ncurses' pictures do not have yet. */
static WINDOW *owed;

/* ---- A window and its place ---- */

static int top_of(const WINDOW *window) { return getbegy(window); }
static int left_of(const WINDOW *window) { return getbegx(window); }
static int bottom_of(const WINDOW *window) { return getbegy(window) + getmaxy(window); }
static int right_of(const WINDOW *window) { return getbegx(window) + getmaxx(window); }

static int lies_in(cncurses_area area, const WINDOW *window) {
  return area.row < bottom_of(window) && top_of(window) < area.row + area.rows
      && area.column < right_of(window) && left_of(window) < area.column + area.columns;
}

static int is_touched(const WINDOW *window) {
  for (int row = 0; row < getmaxy(window); row++)
    if (window->_line[row].firstchar != -1) return 1;
  return 0;
}

static void untouch(WINDOW *window) {
  for (int row = 0; row < getmaxy(window); row++)
    window->_line[row].firstchar = window->_line[row].lastchar = -1;
}

/* ---- Before the key ---- */

void ahead_forget(void) {
  for (int index = 0; index < MOST_AHEAD; index++) all[index].window = NULL;
}

static struct ahead *find(const WINDOW *window) {
  for (int index = 0; index < MOST_AHEAD; index++)
    if (all[index].window == window) return &all[index];
  return NULL;
}

void ahead_changed(int row, int first, int end) {
  for (int index = 0; index < MOST_AHEAD; index++) {
    WINDOW *window = all[index].window;
    if (window && row >= top_of(window) && row < bottom_of(window) && first < right_of(window)
        && end > left_of(window))
      all[index].window = NULL;
  }
}

/* Whether a wide character stands across the edge of a window, or the row is not as it should be. */
static int is_cut(const cchar_t *now, const cchar_t *was, int left, int right) {
  int width = getmaxx(curscr);
  return part_of_wide(&now[left]) > 1 || part_of_wide(&was[left]) > 1
      || part_of_wide(&now[right - 1]) == 1 || part_of_wide(&was[right - 1]) == 1
      || (right < width && part_of_wide(&was[right]) > 1);
}

/* Writes what a window's rows need, above what the screen shows once lines have moved. */
static int add_rows(WINDOW *window, struct shift shift) {
  static cchar_t now[MOST_COLUMNS], blank[MOST_COLUMNS];
  int top = top_of(window), left = left_of(window), right = right_of(window), width = getmaxx(curscr);
  /* What stands beside it may be anything by then, but for blank. */
  for (int column = 0; column < width; column++) {
    blank[column] = (cchar_t){.chars = {L' '}};
    now[column] = (cchar_t){.chars = {L'x'}};
  }
  for (int line = 0; line < getmaxy(window); line++) {
    int row = top + line, old = row;
    const cchar_t *was = blank;
    if (shift.down != 0 && row >= shift.top && row < shift.end) old = row - shift.down;
    if (old == row || (old >= shift.top && old < shift.end)) was = curscr->_line[old].text;
    memcpy(now + left, window->_line[line].text, (size_t)(right - left) * sizeof *now);
    if (is_cut(now, was, left, right) || !rows_add(row, now, was, left, right)) return 0;
  }
  return 1;
}

void ahead_prepare(WINDOW *window) {
  if (taken || getmaxx(curscr) > MOST_COLUMNS || bottom_of(window) > getmaxy(curscr)
      || right_of(window) > getmaxx(curscr) || writer.used > 0 || !rows_are_ours())
    return;
  struct ahead *ahead = find(window);
  if (!ahead) ahead = &all[next++ % MOST_AHEAD];
  ahead->window = NULL;
  struct shift shift = moves_latest();
  if (shift.top < top_of(window) || shift.end > bottom_of(window)) shift.down = 0;
  struct writer_mark before = writer_mark();
  writer.row = writer.column = -1;
  int is_known = add_rows(window, shift);
  writer_plain();
  if (is_known && writer.used <= MOST_BYTES) {
    memcpy(ahead->bytes, writer.bytes, writer.used);
    ahead->count = (int)writer.used;
    ahead->shift = shift;
    ahead->window = window;
    untouch(window);
  }
  writer_return(before);
}

/* ---- With the key ---- */

/* Leaves it to those who draw all windows. */
static void refuse(void) {
  if (taken) touchwin(taken);
  taken = NULL;
}

static void refuse_and_add(void) {
  WINDOW *window = taken;
  int row = getcury(newscr), column = getcurx(newscr);
  refuse();
  cells_add(window);
  wnoutrefresh(window);
  /* It leaves the cursor in its window. */
  wmove(newscr, row, column);
}

int ahead_take(WINDOW *window) {
  refuse();
  is_added = 0;
  taken_by = is_touched(window) ? NULL : find(window);
  if (taken_by) taken = window;
  return taken_by != NULL;
}

int ahead_is_taken(const WINDOW *window) { return taken == window; }

void ahead_leave(const WINDOW *window) {
  if (taken == window) taken = NULL;
  ahead_forget();
}

int ahead_meet(WINDOW *window, cncurses_area area) {
  if (!taken) return 0;
  if (window == taken && area.rows == 0) return is_added = 1;
  if (window == taken) refuse();
  else if (lies_in(area, taken)) refuse_and_add();
  return 0;
}

int ahead_begin(int is_ours) {
  if (!taken) return 0;
  if (!is_added) {
    refuse();
    return 0;
  }
  struct shift wanted = moves_wanted(), known = taken_by->shift;
  int fits = is_ours && wanted.down == known.down;
  if (fits && wanted.down != 0)
    fits = wanted.top == known.top && wanted.end == known.end
        && moves_take_beside(left_of(taken), right_of(taken));
  if (!fits) {
    refuse_and_add();
    return 0;
  }
  writer_add(taken_by->bytes, taken_by->count);
  writer.row = writer.column = -1;
  owed = taken;
  taken = NULL;
  ahead_forget();
  return 1;
}

/* ---- Once it is sent ---- */

int ahead_is_owed(void) { return owed != NULL; }

void ahead_settle_row(int row) {
  if (!owed || row < top_of(owed) || row >= bottom_of(owed)) return;
  const cchar_t *cells = owed->_line[row - top_of(owed)].text;
  size_t size = (size_t)getmaxx(owed) * sizeof *cells;
  memcpy(newscr->_line[row].text + left_of(owed), cells, size);
  memcpy(curscr->_line[row].text + left_of(owed), cells, size);
}

void ahead_settle(void) {
  if (!owed) return;
  for (int row = top_of(owed); row < bottom_of(owed); row++) ahead_settle_row(row);
  owed = NULL;
}
