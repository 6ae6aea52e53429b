#include "cells.h"

#include <wchar.h>

static int are_known, are_wide_known;

/* Those that ncurses makes of the same character. */
static int is_made_alike(attr_t attributes, int pair) {
  cchar_t theirs, ours = cells_make(L'x', attributes, pair);
  memset(&theirs, 0, sizeof theirs);
  setcchar(&theirs, L"x", attributes, (short)pair, NULL);
  return memcmp(&theirs, &ours, sizeof ours) == 0;
}

/* Both cells of a wide character, as ncurses writes them. */
static void make_wide(cchar_t *to, wchar_t character, cchar_t cell) {
  cell.chars[0] = character;
  for (attr_t part = 1; part <= 2; part++) {
    cell.attr = (cell.attr & ~(attr_t)A_CHARTEXT) | part;
    to[part - 1] = cell;
  }
}

/* Looks whether ncurses writes one just so, on the window's first line. */
static int is_wide_made_alike(WINDOW *window) {
  cchar_t theirs, ours[2];
  setcchar(&theirs, L"\x65e5", A_BOLD, 3, NULL);
  make_wide(ours, 0x65e5, cells_make(L' ', A_BOLD, 3));
  return wcwidth(0x65e5) == 2 && mvwadd_wch(window, 0, 1, &theirs) == OK
      && memcmp(&window->_line[0].text[1], ours, sizeof ours) == 0;
}

int cells_begin(void) {
  are_known = are_wide_known = 0;
  WINDOW *window = newwin(3, 4, 0, 0);
  if (!window) return 0;
  untouchwin(window);
  mvwaddstr(window, 1, 1, "ab");
  const struct ldat *lines = window->_line;
  are_known = lines[0].firstchar == -1 && lines[0].lastchar == -1 && lines[2].firstchar == -1
      && lines[1].firstchar == 1 && lines[1].lastchar == 2 && lines[1].text[0].chars[0] == L' '
      && lines[1].text[1].chars[0] == L'a' && lines[1].text[2].chars[0] == L'b'
      && is_made_alike(A_NORMAL, 0) && is_made_alike(A_BOLD | A_REVERSE, 3);
  are_wide_known = are_known && is_wide_made_alike(window);
  delwin(window);
  return are_known;
}

int cells_are_known(void) { return are_known; }

cchar_t cells_make(wchar_t character, attr_t attributes, int pair) {
  cchar_t cell;
  if (pair < 256) {
    memset(&cell, 0, sizeof cell);
    cell.attr = attributes | (attr_t)COLOR_PAIR(pair);
    cell.chars[0] = character;
    cell.ext_color = pair;
  } else {
    wchar_t text[2] = {character, 0};
    setcchar(&cell, text, attributes, (short)pair, NULL);
  }
  return cell;
}

void cells_mark(struct ldat *line, int first, int last) {
  if (line->firstchar < 0 || line->firstchar > first) line->firstchar = (NCURSES_SIZE_T)first;
  if (line->lastchar < last) line->lastchar = (NCURSES_SIZE_T)last;
}

int cells_put(WINDOW *window, int row, int column, const char *text, int width, cchar_t cell) {
  if (!are_known) return 0;
  struct ldat *line = &window->_line[row];
  cchar_t *to = line->text + column;
  for (int index = 0; index < width; index++) {
    to[index] = cell;
    to[index].chars[0] = (wchar_t)text[index];
  }
  cells_mark(line, column, column + width - 1);
  return 1;
}

int cells_put_all(
    WINDOW *window, int row, int column, const wchar_t *characters, int width, cchar_t cell) {
  if (!are_known) return 0;
  struct ldat *line = &window->_line[row];
  cchar_t *to = line->text + column;
  for (int index = 0; index < width; index++) {
    to[index] = cell;
    to[index].chars[0] = characters[index];
  }
  cells_mark(line, column, column + width - 1);
  return 1;
}

int cells_put_wide(WINDOW *window, int row, int column, wchar_t character, cchar_t cell) {
  if (!are_wide_known || column + 1 >= getmaxx(window)) return 0;
  struct ldat *line = &window->_line[row];
  cchar_t *to = line->text + column;
  /* ncurses blanks what is left of a character that is cut. */
  if (part_of_wide(to) > 1 || (column + 2 < getmaxx(window) && part_of_wide(to + 2) > 1)) return 0;
  make_wide(to, character, cell);
  cells_mark(line, column, column + 1);
  return 1;
}

int cells_fill(WINDOW *window, int row, int column, int width, cchar_t cell) {
  if (!are_known) return 0;
  struct ldat *line = &window->_line[row];
  cchar_t *to = line->text + column;
  for (int index = 0; index < width; index++) to[index] = cell;
  cells_mark(line, column, column + width - 1);
  return 1;
}

int cells_restyle(WINDOW *window, int row, int column, int width, const cchar_t *look) {
  if (!are_known) return 0;
  struct ldat *line = &window->_line[row];
  cchar_t *to = line->text + column;
  for (int index = 0; index < width; index++) {
    to[index].attr = (to[index].attr & A_CHARTEXT) | (look->attr & ~A_CHARTEXT);
    to[index].ext_color = look->ext_color;
  }
  cells_mark(line, column, column + width - 1);
  return 1;
}

int cells_copy(WINDOW *window, int from, int to, int column, int columns) {
  if (!are_known) return 0;
  struct ldat *line = &window->_line[to];
  memcpy(
      line->text + column, window->_line[from].text + column, (size_t)columns * sizeof *line->text);
  cells_mark(line, column, column + columns - 1);
  return 1;
}

static void swap_cells(cchar_t *one, cchar_t *other, int from, int to) {
  for (int column = from; column < to; column++) {
    cchar_t cell = one[column];
    one[column] = other[column];
    other[column] = cell;
  }
}

/* Lines of a window that is nobody's part have each a memory of their own, and may change places. */
static void swap_lines(WINDOW *window, int from, int to, int left, int right) {
  int width = getmaxx(window);
  for (to--; from < to; from++, to--) {
    cchar_t *one = window->_line[from].text, *other = window->_line[to].text;
    window->_line[from].text = other;
    window->_line[to].text = one;
    swap_cells(one, other, 0, left);
    swap_cells(one, other, right, width);
  }
}

void cells_turn(WINDOW *window, int top, int end, int down, int column, int columns) {
  int middle = down > 0 ? end - down : top - down, right = column + columns;
  swap_lines(window, top, middle, column, right);
  swap_lines(window, middle, end, column, right);
  swap_lines(window, top, end, column, right);
}

/* Takes what changed in a line; 0 where a wide character goes on past an end of it, or went on there. */
static int add_line(struct ldat *line, struct ldat *picture, int column) {
  int first = line->firstchar, last = line->lastchar;
  cchar_t *now = line->text, *was = picture->text + column;
  if (part_of_wide(&now[first]) > 1 || part_of_wide(&now[last]) == 1 || part_of_wide(&was[first]) > 1
      || part_of_wide(&was[last]) == 1)
    return 0;
  enum { SOME = 8 };
  while (first + SOME <= last && !memcmp(&now[first], &was[first], SOME * sizeof *now)) first += SOME;
  while (first <= last && is_same_cell(&now[first], &was[first])) first++;
  while (last - SOME > first
         && !memcmp(&now[last - SOME + 1], &was[last - SOME + 1], SOME * sizeof *now))
    last -= SOME;
  while (last > first && is_same_cell(&now[last], &was[last])) last--;
  if (first <= last) {
    memcpy(was + first, now + first, (size_t)(last - first + 1) * sizeof *now);
    cells_mark(picture, column + first, column + last);
  }
  line->firstchar = line->lastchar = -1;
  return 1;
}

void cells_add(WINDOW *window) {
  int top = getbegy(window), left = getbegx(window);
  if (!are_known || top + getmaxy(window) > getmaxy(newscr)
      || left + getmaxx(window) > getmaxx(newscr))
    return;
  for (int row = 0; row < getmaxy(window); row++) {
    struct ldat *line = &window->_line[row];
    if (line->firstchar >= 0 && line->lastchar < getmaxx(window))
      add_line(line, &newscr->_line[top + row], left);
  }
}
