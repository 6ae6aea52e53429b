#include "carried.h"

#include "ahead.h"
#include "cells.h"
#include "moves.h"
#include "rows.h"

#include <stdlib.h>

enum {
  MOST_ROWS = 512,
  /* Columns of the window beside the part that moves, which go back to where they were. More are dearer
   * than copying. */
  MOST_BESIDE = 8
};

static struct {
  /* NULL for none. */
  WINDOW *window;
  int row, column, rows, columns, down, is_added;
  /* Rows that something was drawn on after they moved, and that are in the picture. */
  unsigned char are_drawn[MOST_ROWS];
} carried;

static int top(void) { return getbegy(carried.window) + carried.row; }
static int left(void) { return getbegx(carried.window) + carried.column; }

static int has(int row) {
  return carried.window && row >= top() && row < top() + carried.rows;
}

static struct ldat *line(int row) { return &carried.window->_line[row - getbegy(carried.window)]; }

static size_t size(void) { return (size_t)carried.columns * sizeof(cchar_t); }

/* ---- When the lines move ---- */

static int can_carry(const WINDOW *window, int row, int rows, int columns, int down) {
  if (!cells_are_known() || !moves_are_known() || !rows_are_ours() || rows > MOST_ROWS
      || 2 * abs(down) > rows
      || getbegy(window) + getmaxy(window) > getmaxy(newscr)
      || getbegx(window) + getmaxx(window) > getmaxx(newscr))
    return 0;
  /* What was drawn before, or was put together ahead, is nowhere but in the window. */
  if (ahead_is_taken(window)) return 0;
  for (int index = row; index < row + rows; index++)
    if (window->_line[index].firstchar != -1) return 0;
  return 1;
}

static void copy_line(int from, int to) {
  cchar_t *texts[] = {carried.window->_line[from].text, carried.window->_line[to].text};
  memcpy(texts[1] + carried.column, texts[0] + carried.column, size());
}

static void copy_lines(void) {
  int end = carried.row + carried.rows, down = carried.down;
  if (down > 0)
    for (int to = end - 1; to >= carried.row + down; to--) copy_line(to - down, to);
  else
    for (int to = carried.row; to < end + down; to++) copy_line(to - down, to);
}

static void turn_lines(void) {
  int end = carried.row + carried.rows, down = carried.down;
  cells_turn(carried.window, carried.row, end, down, carried.column, carried.columns);
  /* Those that they leave have what left on the other side. */
  int first = down > 0 ? carried.row : end + down;
  for (int to = first; to < first + abs(down); to++) copy_line(to + down, to);
}

int carried_move(WINDOW *window, int row, int column, int rows, int columns, int down) {
  carried_refuse();
  if (!can_carry(window, row, rows, columns, down)) return 0;
  carried.window = window;
  carried.row = row;
  carried.column = column;
  carried.rows = rows;
  carried.columns = columns;
  carried.down = down;
  carried.is_added = 0;
  if (getmaxx(window) - columns > MOST_BESIDE) copy_lines();
  else turn_lines();
  return 1;
}

/* ---- When windows are added ---- */

static void copy(int row) {
  memcpy(newscr->_line[row].text + left(), line(row)->text + carried.column, size());
}

static void copy_and_mark(int row) {
  copy(row);
  cells_mark(&newscr->_line[row], left(), left() + carried.columns - 1);
}

static int stands_in(const WINDOW *window) {
  return getbegy(window) < top() + carried.rows && getbegy(window) + getmaxy(window) > top()
      && getbegx(window) < left() + carried.columns && getbegx(window) + getmaxx(window) > left();
}

cncurses_area carried_add(WINDOW *window, int wholly) {
  const cncurses_area none = {0};
  if (!carried.window) return none;
  if (window != carried.window) {
    if (carried.is_added && stands_in(window)) carried_refuse();
    return none;
  }
  if (wholly) {
    carried.window = NULL;
    return none;
  }
  carried.is_added = 1;
  for (int row = top(); row < top() + carried.rows; row++) {
    int is_drawn = line(row)->firstchar != -1;
    carried.are_drawn[row - top()] = (unsigned char)is_drawn;
    if (is_drawn) copy_and_mark(row);
  }
  return (cncurses_area){top(), left(), carried.rows, carried.columns};
}

void carried_refuse(void) {
  if (!carried.window) return;
  for (int row = top(); row < top() + carried.rows; row++)
    if (carried.is_added) copy_and_mark(row);
    else cells_mark(line(row), carried.column, carried.column + carried.columns - 1);
  carried.window = NULL;
}

void carried_leave(const WINDOW *window) {
  if (carried.window == window) carried_refuse();
}

/* ---- When the terminal moves them ---- */

int carried_are(int first, int from, int rows, int columns, int down) {
  return carried.window && carried.is_added && first == top() && from == left()
      && rows == carried.rows && columns == carried.columns && down == carried.down;
}

int carried_is_right(int row) { return !carried.are_drawn[row - top()]; }

int carried_was_right(int row) {
  return memcmp(curscr->_line[row].text + left(), line(row)->text + carried.column, size()) == 0;
}

void carried_settle_row(int row) {
  if (has(row) && !carried.are_drawn[row - top()]) copy(row);
}

int carried_is_owed(void) { return carried.window != NULL; }

void carried_settle(void) {
  if (!carried.window) return;
  for (int row = top(); row < top() + carried.rows; row++) carried_settle_row(row);
  carried.window = NULL;
}
