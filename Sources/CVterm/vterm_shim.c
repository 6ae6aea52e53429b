#include "CVterm.h"

#include <string.h>

struct cvterm {
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

cvterm *cvterm_new(int rows, int columns) {
  cvterm *terminal = calloc(1, sizeof *terminal);
  if (terminal == NULL) return NULL;
  terminal->vterm = vterm_new(rows, columns);
  if (terminal->vterm == NULL) {
    free(terminal);
    return NULL;
  }
  vterm_set_utf8(terminal->vterm, 1);
  terminal->screen = vterm_obtain_screen(terminal->vterm);
  terminal->cursor_is_visible = true;
  vterm_screen_set_callbacks(terminal->screen, &callbacks, terminal);
  vterm_screen_enable_altscreen(terminal->screen, 1);
  vterm_screen_reset(terminal->screen, 1);
  return terminal;
}

void cvterm_free(cvterm *terminal) {
  vterm_free(terminal->vterm);
  free(terminal);
}

void cvterm_resize(cvterm *terminal, int rows, int columns) {
  vterm_set_size(terminal->vterm, rows, columns);
}

void cvterm_write(cvterm *terminal, const uint8_t *bytes, size_t count) {
  vterm_input_write(terminal->vterm, (const char *)bytes, count);
}

size_t cvterm_take_output(cvterm *terminal, uint8_t *bytes, size_t capacity) {
  return vterm_output_read(terminal->vterm, (char *)bytes, capacity);
}

static int colour_index(const VTermColor *colour) {
  if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour)) return -1;
  return VTERM_COLOR_IS_INDEXED(colour) ? colour->indexed.idx : -2;
}

cvterm_cell cvterm_cell_at(const cvterm *terminal, int row, int column) {
  cvterm_cell cell = {.foreground = -1, .background = -1};
  VTermScreenCell found;
  VTermPos place = {.row = row, .col = column};
  if (!vterm_screen_get_cell(terminal->screen, place, &found)) return cell;
  /* libvterm marks the right half of a wide character with -1. */
  cell.is_continuation = found.chars[0] == (uint32_t)-1;
  if (!cell.is_continuation) memcpy(cell.characters, found.chars, sizeof cell.characters);
  cell.bold = found.attrs.bold;
  cell.italic = found.attrs.italic;
  cell.underline = found.attrs.underline != VTERM_UNDERLINE_OFF;
  cell.reverse = found.attrs.reverse;
  cell.blink = found.attrs.blink;
  cell.foreground = colour_index(&found.fg);
  cell.background = colour_index(&found.bg);
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
