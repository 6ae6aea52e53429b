#ifndef CVTERM_H
#define CVTERM_H

#include <stdbool.h>
#include <stdint.h>
#include <vterm.h>

/* A terminal emulator without a screen, as far as reading frames needs it: libvterm with its
 * callbacks, bit fields and unions on this side of the fence. */
typedef struct cvterm cvterm;

typedef struct {
  /* A base and its marks; 0 ends them. A cell that was never written has none. */
  uint32_t characters[VTERM_MAX_CHARS_PER_CELL];
  bool is_continuation;
  bool bold, italic, underline, reverse, blink;
  /* 0 to 255, or -1 for the terminal's own, or -2 for a color outside the palette. */
  int foreground, background;
} cvterm_cell;

/* Each has one row and one column at least. */
cvterm *cvterm_new(int rows, int columns);
void cvterm_free(cvterm *terminal);
/* To be called between the sequences of what is written, not inside one. */
void cvterm_resize(cvterm *terminal, int rows, int columns);
void cvterm_write(cvterm *terminal, const uint8_t *bytes, size_t count);

/* What the terminal answers to questions in what was written; taken once. */
size_t cvterm_take_output(cvterm *terminal, uint8_t *bytes, size_t capacity);

cvterm_cell cvterm_cell_at(const cvterm *terminal, int row, int column);
void cvterm_cursor(const cvterm *terminal, int *row, int *column, bool *is_visible);
bool cvterm_is_alternate(const cvterm *terminal);

#endif
