#define _GNU_SOURCE
#include "CVterm.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

/* libvterm's table of widths is older than the C library's, which ncurses and today's terminals go
 * by: to it, many emoji take one cell and many marks take one of their own. So each character goes
 * in as a stand-in of its true width, and comes out as itself. */
typedef struct {
  uint32_t first;
  size_t count, capacity;
  uint32_t *originals;
} pool;

struct cvterm {
  /* By width: marks, private use, ideographs. */
  pool pools[3];
  locale_t locale;
  /* The beginning of a character whose other bytes have not come yet. */
  uint8_t held[4];
  size_t held_count;
  VTerm *vterm;
  VTermScreen *screen;
  bool cursor_is_visible;
  bool is_alternate;
};

static int property_changed(VTermProp property, VTermValue *value, void *user) {
  cvterm *terminal = user;
  if (property == VTERM_PROP_CURSORVISIBLE) terminal->cursor_is_visible = value->boolean;
  if (property == VTERM_PROP_ALTSCREEN) terminal->is_alternate = value->boolean;
  return 1;
}

static const VTermScreenCallbacks callbacks = {.settermprop = property_changed};

/* Without a cell there is no place for the cursor. */
static int at_least_one(int count) { return count < 1 ? 1 : count; }

cvterm *cvterm_new(int rows, int columns) {
  cvterm *terminal = calloc(1, sizeof *terminal);
  if (terminal == NULL) return NULL;
  terminal->vterm = vterm_new(at_least_one(rows), at_least_one(columns));
  if (terminal->vterm == NULL) {
    free(terminal);
    return NULL;
  }
  vterm_set_utf8(terminal->vterm, 1);
  terminal->pools[0] = (pool){.first = 0x300, .capacity = 0x70};
  terminal->pools[1] = (pool){.first = 0xf0000, .capacity = 0xff00};
  terminal->pools[2] = (pool){.first = 0x20000, .capacity = 0xa000};
  terminal->locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  terminal->screen = vterm_obtain_screen(terminal->vterm);
  terminal->cursor_is_visible = true;
  vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
  vterm_screen_enable_altscreen(terminal->screen, 1);
  vterm_screen_reset(terminal->screen, 1);
  return terminal;
}

void cvterm_free(cvterm *terminal) {
  vterm_free(terminal->vterm);
  for (int width = 0; width < 3; width++) free(terminal->pools[width].originals);
  if (terminal->locale != (locale_t)0) freelocale(terminal->locale);
  free(terminal);
}

/* The stand-in of a character, the same each time; itself where there is none left. */
static uint32_t stand_in(cvterm *terminal, uint32_t character) {
  if (terminal->locale == (locale_t)0) return character;
  locale_t before = uselocale(terminal->locale);
  int width = wcwidth((wchar_t)character);
  uselocale(before);
  /* libvterm would write the right half of a wide one beside the only column. */
  int rows, columns;
  vterm_get_size(terminal->vterm, &rows, &columns);
  if (columns < 2 && width != 0 && width != 1) return L' ';
  if (width < 0 || width > 2) return character;
  pool *pool = &terminal->pools[width];
  for (size_t index = 0; index < pool->count; index++)
    if (pool->originals[index] == character) return pool->first + (uint32_t)index;
  if (pool->count == pool->capacity) return character;
  uint32_t *larger = realloc(pool->originals, (pool->count + 1) * sizeof *larger);
  if (larger == NULL) return character;
  pool->originals = larger;
  pool->originals[pool->count] = character;
  return pool->first + (uint32_t)pool->count++;
}

static uint32_t original(const cvterm *terminal, uint32_t character) {
  for (int width = 0; width < 3; width++) {
    const pool *pool = &terminal->pools[width];
    if (character >= pool->first && character - pool->first < pool->count)
      return pool->originals[character - pool->first];
  }
  return character;
}

static size_t encode(uint32_t character, uint8_t *bytes) {
  if (character < 0x800) {
    bytes[0] = (uint8_t)(0xc0 | character >> 6);
    bytes[1] = (uint8_t)(0x80 | (character & 0x3f));
    return 2;
  }
  if (character < 0x10000) {
    bytes[0] = (uint8_t)(0xe0 | character >> 12);
    bytes[1] = (uint8_t)(0x80 | (character >> 6 & 0x3f));
    bytes[2] = (uint8_t)(0x80 | (character & 0x3f));
    return 3;
  }
  bytes[0] = (uint8_t)(0xf0 | character >> 18);
  bytes[1] = (uint8_t)(0x80 | (character >> 12 & 0x3f));
  bytes[2] = (uint8_t)(0x80 | (character >> 6 & 0x3f));
  bytes[3] = (uint8_t)(0x80 | (character & 0x3f));
  return 4;
}

/* How many bytes a character has that begins so; 1 for what begins none. */
static size_t length(uint8_t first) {
  return first >= 0xf0 && first < 0xf8 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
}

static uint32_t decode(const uint8_t *bytes, size_t count) {
  uint32_t character = bytes[0] & (0xffu >> (count + 1));
  for (size_t index = 1; index < count; index++) character = character << 6 | (bytes[index] & 0x3f);
  return character;
}

/* libvterm leaves the cursor outside when a screen that is scrolled up by a resize, or a cursor that
 * was saved in a larger window, takes it there; the next erasing would then write beside its cells. */
static void bring_cursor_back(cvterm *terminal, const char *before) {
  int rows, columns;
  VTermPos place;
  vterm_get_size(terminal->vterm, &rows, &columns);
  vterm_state_get_cursorpos(vterm_obtain_state(terminal->vterm), &place);
  int row = place.row < 0 ? 0 : place.row >= rows ? rows - 1 : place.row;
  int column = place.col < 0 ? 0 : place.col >= columns ? columns - 1 : place.col;
  if (row == place.row && column == place.col && *before == 0) return;
  char move[64];
  int count = snprintf(move, sizeof move, "%s\033[%d;%dH", before, row + 1, column + 1);
  vterm_input_write(terminal->vterm, move, (size_t)count);
}

/* A cursor only leaves at the end of a sequence, so what brings it back breaks none. */
static void take(cvterm *terminal, const uint8_t *bytes, size_t count) {
  bool was_visible = terminal->cursor_is_visible, was_alternate = terminal->is_alternate;
  vterm_input_write(terminal->vterm, (const char *)bytes, count);
  /* With a cursor's place (ESC 8, the other screen) libvterm brings back whether it was hidden, which
   * terminals do not. */
  if (bytes[0] == '8' || was_alternate != terminal->is_alternate)
    terminal->cursor_is_visible = was_visible;
  bring_cursor_back(terminal, "");
}

void cvterm_resize(cvterm *terminal, int rows, int columns) {
  vterm_set_size(terminal->vterm, at_least_one(rows), at_least_one(columns));
  /* All of the window scrolls again, as in xterm: a region may lie beside the new one. */
  bring_cursor_back(terminal, "\033[?6l\033[r");
}

void cvterm_write(cvterm *terminal, const uint8_t *bytes, size_t count) {
  for (size_t index = 0; index < count; index++) {
    uint8_t byte = bytes[index];
    /* A character that another byte breaks off goes in as it came. */
    if (terminal->held_count > 0 && (byte & 0xc0) != 0x80) {
      take(terminal, terminal->held, terminal->held_count);
      terminal->held_count = 0;
    }
    if (byte < 0x80 || (terminal->held_count == 0 && length(byte) == 1)) {
      take(terminal, &byte, 1);
      continue;
    }
    terminal->held[terminal->held_count++] = byte;
    if (terminal->held_count < length(terminal->held[0])) continue;
    uint8_t encoded[4];
    uint32_t character = decode(terminal->held, terminal->held_count);
    size_t size = encode(stand_in(terminal, character), encoded);
    take(terminal, encoded, size);
    terminal->held_count = 0;
  }
}

size_t cvterm_take_output(cvterm *terminal, uint8_t *bytes, size_t capacity) {
  return vterm_output_read(terminal->vterm, (char *)bytes, capacity);
}

static int color_index(const VTermColor *color) {
  if (VTERM_COLOR_IS_DEFAULT_FG(color) || VTERM_COLOR_IS_DEFAULT_BG(color)) return -1;
  return VTERM_COLOR_IS_INDEXED(color) ? color->indexed.idx : -2;
}

cvterm_cell cvterm_cell_at(const cvterm *terminal, int row, int column) {
  cvterm_cell cell = {.foreground = -1, .background = -1};
  VTermScreenCell found;
  VTermPos place = {.row = row, .col = column};
  if (!vterm_screen_get_cell(terminal->screen, place, &found)) return cell;
  /* libvterm marks the right half of a wide character with -1. */
  cell.is_continuation = found.chars[0] == (uint32_t)-1;
  for (int index = 0; index < VTERM_MAX_CHARS_PER_CELL && !cell.is_continuation; index++) {
    if (found.chars[index] == 0) break;
    cell.characters[index] = original(terminal, found.chars[index]);
  }
  cell.bold = found.attrs.bold;
  cell.italic = found.attrs.italic;
  cell.underline = found.attrs.underline != VTERM_UNDERLINE_OFF;
  cell.reverse = found.attrs.reverse;
  cell.blink = found.attrs.blink;
  cell.foreground = color_index(&found.fg);
  cell.background = color_index(&found.bg);
  return cell;
}

void cvterm_cursor(const cvterm *terminal, int *row, int *column, bool *is_visible) {
  VTermPos place;
  vterm_state_get_cursorpos(vterm_obtain_state(terminal->vterm), &place);
  *row = place.row;
  *column = place.col;
  *is_visible = terminal->cursor_is_visible;
}

bool cvterm_is_alternate(const cvterm *terminal) { return terminal->is_alternate; }
