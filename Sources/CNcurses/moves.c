#include "moves.h"

#include "ahead.h"
#include "carried.h"
#include "cells.h"
#include "writer.h"

#include <term.h>

#undef columns
#undef lines

enum {
  /* Fewer rows are as well written again. */
  FEW_ROWS = 4,
  /* Text that moves further is not looked for. */
  LONGEST_SHIFT = 3,
  MOST_ROWS = 512,
  MOST_EDGES = 6
};

static int can_shift;
/* The largest part of the screen whose lines moved in this frame, and how far down. */
static struct {
  int top, left, rows, columns, down;
} scrolled;
static struct shift latest, moving;
/* Where the parts of a row begin that are looked at by themselves; the last one is its end. */
static int edges[MOST_EDGES], edge_count;
/* Which parts of each row are right once the lines have moved: a bit for each. */
static unsigned char right_parts[MOST_ROWS];

void moves_begin(void) {
  can_shift = writer_is(change_scroll_region, "\033[%i%p1%d;%p2%dr")
      && writer_is(parm_insert_line, "\033[%p1%dL") && writer_is(parm_delete_line, "\033[%p1%dM");
  moves_forget();
}

void moves_forget(void) {
  scrolled.rows = scrolled.down = 0;
  latest = moving;
  moving.down = 0;
}

int moves_are_known(void) { return can_shift; }

struct shift moves_latest(void) { return latest; }

struct shift moves_wanted(void) {
  return (struct shift){scrolled.top, scrolled.top + scrolled.rows, scrolled.down};
}

void moves_note(int top, int left, int rows, int columns, int down) {
  int is_again = scrolled.top == top && scrolled.left == left && scrolled.rows == rows
      && scrolled.columns == columns;
  if (!is_again && scrolled.rows * scrolled.columns >= rows * columns) return;
  scrolled.down = is_again ? scrolled.down + down : down;
  scrolled.top = top;
  scrolled.left = left;
  scrolled.rows = rows;
  scrolled.columns = columns;
}

int moves_are_carried(void) {
  return carried_are(scrolled.top, scrolled.left, scrolled.rows, scrolled.columns, scrolled.down);
}

static int is_changed(int row) { return newscr->_line[row].firstchar != -1; }

static int is_same_part(int row, int old, int from, int to) {
  const cchar_t *now = newscr->_line[row].text, *was = curscr->_line[old].text;
  return to <= from || memcmp(now + from, was + from, (size_t)(to - from) * sizeof *now) == 0;
}

static int is_same_row(int row, int old) { return is_same_part(row, old, 0, getmaxx(newscr)); }

static void add_edge(int column) {
  for (int index = 0; index < edge_count; index++)
    if (edges[index] == column) return;
  int index = edge_count++;
  for (; index > 0 && edges[index - 1] > column; index--) edges[index] = edges[index - 1];
  edges[index] = column;
}

/* Lets the terminal move the rows from `top` up to `end` down by `shift`, up where that is less than
 * none. Blank rows come into sight there as ncurses and we know them. The parts that are not right then
 * are marked. */
static int move_rows(int top, int end, int shift) {
  int width = getmaxx(newscr), away = shift > 0 ? shift : -shift;
  for (int row = top; row < end; row++)
    if (curscr->_line[row].firstchar != -1) return 0;
  writer_add("\033[", 2);
  writer_add_number(top + 1);
  writer_add(";", 1);
  writer_add_number(end);
  writer_add("r", 1);
  /* It left the cursor in the corner. */
  writer.row = writer.column = -1;
  writer_go_to(top, 0);
  writer_add("\033[", 2);
  writer_add_number(away);
  writer_add(shift > 0 ? "L\033[r" : "M\033[r", 4);
  writer.row = writer.column = -1;
  cells_turn(curscr, top, end, shift, 0, width);
  const cchar_t blank = {.chars = {L' '}};
  for (int row = 0; row < away; row++) {
    cchar_t *to = curscr->_line[shift > 0 ? top + row : end - 1 - row].text;
    for (int column = 0; column < width; column++) to[column] = blank;
  }
  for (int row = top; row < end; row++) {
    int first = -1, last = -1;
    for (int part = 0; part + 1 < edge_count; part++) {
      if (right_parts[row] & 1 << part) continue;
      if (first < 0) first = edges[part];
      last = edges[part + 1] - 1;
    }
    newscr->_line[row].firstchar = (NCURSES_SIZE_T)first;
    newscr->_line[row].lastchar = (NCURSES_SIZE_T)last;
  }
  moving = (struct shift){top, end, shift};
  ahead_forget();
  return 1;
}

/* Whether a run may be found: a row of every few is in it. */
static int may_have_run(int shift, int from, int to) {
  for (int row = from + FEW_ROWS - 1; row < to; row += FEW_ROWS)
    if (is_same_row(row, row - shift)) return 1;
  return 0;
}

/* The longest run of rows, many of them changed, that stood `shift` rows further up before. */
static int find_run(int shift, int *first, int *count) {
  int height = getmaxy(newscr), from = shift > 0 ? shift : 0, to = shift > 0 ? height : height + shift;
  int most = 0;
  if (!may_have_run(shift, from, to)) return 0;
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
  if (top + count + away > MOST_ROWS) return;
  for (int row = top; row < top + count + away; row++)
    right_parts[row] = row >= first && row < first + count;
  edge_count = 0;
  add_edge(0);
  add_edge(getmaxx(newscr));
  move_rows(top, top + count + away, shift);
}

/* Where a window's lines went up or down the terminal moves them, and all that stands beside them with
 * them: that is worth it as long as more cells find their place by it than lose it. What stands between
 * two columns does not count, and is not marked. */
static int follow_lines(int from_other, int to_other) {
  int width = getmaxx(newscr), left = scrolled.left, right = left + scrolled.columns, shift = scrolled.down;
  int top = scrolled.top, end = top + scrolled.rows, away = shift > 0 ? shift : -shift, gain = 0;
  if (shift == 0 || away >= scrolled.rows || top < 0 || left < 0 || end > getmaxy(newscr) || right > width
      || end > MOST_ROWS)
    return 0;
  edge_count = 0;
  add_edge(0);
  add_edge(left);
  add_edge(right);
  add_edge(width);
  if (from_other < to_other) {
    add_edge(from_other);
    add_edge(to_other);
  }
  int are_carried = moves_are_carried();
  unsigned char other_parts = 0;
  for (int part = 0; part + 1 < edge_count; part++)
    if (edges[part] >= from_other && edges[part + 1] <= to_other) other_parts |= (unsigned char)(1 << part);
  for (int row = top; row < end; row++) right_parts[row] = other_parts;
  for (int part = 0; part + 1 < edge_count; part++) {
    int from = edges[part], to = edges[part + 1], is_carried = are_carried && from >= left && to <= right;
    if (other_parts & 1 << part) continue;
    for (int row = top; row < end; row++) {
      int old = row - shift, is_seen = old >= top && old < end;
      int after = is_seen && (is_carried ? carried_is_right(row) : is_same_part(row, old, from, to));
      int before = is_carried ? carried_was_right(row) : is_same_part(row, row, from, to);
      if (after) right_parts[row] |= (unsigned char)(1 << part);
      gain += (after - before) * (to - from);
    }
  }
  return gain >= FEW_ROWS * scrolled.columns && move_rows(top, end, shift);
}

void moves_take(void) {
  if (!can_shift || follow_lines(0, 0)) return;
  carried_refuse();
  shift_rows();
}

int moves_take_beside(int left, int right) { return can_shift && follow_lines(left, right); }
