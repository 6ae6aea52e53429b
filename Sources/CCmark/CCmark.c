#include "CCmark.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Made when the extensions are registered; the package's headers leave them out. */
extern cmark_node_type CMARK_NODE_TABLE, CMARK_NODE_TABLE_ROW, CMARK_NODE_TABLE_CELL,
    CMARK_NODE_STRIKETHROUGH;

static const char *const names[] = {"table", "strikethrough", "autolink"};
enum { extension_count = sizeof names / sizeof *names };
static cmark_syntax_extension *extensions[extension_count];
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* The registry is one for the process and has no lock of its own. */
static void find_extensions(void) {
  cmark_gfm_core_extensions_ensure_registered();
  for (int i = 0; i < extension_count; i++) extensions[i] = cmark_find_syntax_extension(names[i]);
}

/* Few bytes can become very many nodes: short rows of a wide table, many references to one long target.
   So the parser gets memory in proportion to its text. Where it asks for more, all that it took is given
   back, and the text is not read as Markdown. A block knows its neighbors for that; it may be freed on
   any thread later. */
struct block {
  struct block *before, *after;
  size_t size;
  max_align_t bytes[];
};

/* Far more than ordinary text takes: a node of 150 bytes for each byte, and its text. */
enum { limit_base = 64 << 20, limit_per_byte = 512 };

static _Thread_local struct {
  struct block *first;
  size_t left;
  int is_limited;
  jmp_buf out;
} room;

static void take(size_t size) {
  if (!room.is_limited) return;
  if (size > room.left) longjmp(room.out, 1);
  room.left -= size;
}

static void unlink_block(struct block *block) {
  if (block->before) block->before->after = block->after;
  if (block->after) block->after->before = block->before;
  if (room.first == block) room.first = block->after;
}

static void link_block(struct block *block) {
  block->before = NULL;
  block->after = room.is_limited ? room.first : NULL;
  if (block->after) block->after->before = block;
  if (room.is_limited) room.first = block;
}

static void *resize(void *bytes, size_t size) {
  struct block *old = bytes ? (struct block *)((char *)bytes - offsetof(struct block, bytes)) : NULL;
  size_t had = old ? old->size : 0;
  if (size > SIZE_MAX / 2) abort();
  if (size > had) take(size - had);
  if (old) unlink_block(old);
  struct block *block = realloc(old, sizeof(struct block) + size);
  if (!block) abort();
  block->size = size;
  link_block(block);
  return block->bytes;
}

static void *make_zeroed(size_t count, size_t size) {
  if (size && count > SIZE_MAX / 2 / size) abort();
  take(sizeof(struct block) + count * size);
  struct block *block = calloc(1, sizeof(struct block) + count * size);
  if (!block) abort();
  block->size = count * size;
  link_block(block);
  return block->bytes;
}

static void give_back(void *bytes) {
  if (!bytes) return;
  struct block *block = (struct block *)((char *)bytes - offsetof(struct block, bytes));
  unlink_block(block);
  if (room.is_limited) room.left += block->size;
  free(block);
}

static cmark_mem memory = {make_zeroed, resize, give_back};

static void begin_limit(size_t count) {
  room.first = NULL;
  room.left = limit_base + (count < SIZE_MAX / 1024 ? count * limit_per_byte : SIZE_MAX / 2);
  room.is_limited = 1;
}

static void end_limit(void) { room.is_limited = 0; }

static cmark_parser *make_parser(int options) {
  pthread_once(&once, find_extensions);
  cmark_parser *parser = cmark_parser_new_with_mem(options, &memory);
  if (!parser) return NULL;
  for (int i = 0; i < extension_count; i++)
    if (extensions[i]) cmark_parser_attach_syntax_extension(parser, extensions[i]);
  return parser;
}

static const int options =
    CMARK_OPT_FOOTNOTES | CMARK_OPT_VALIDATE_UTF8 | CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE;

static cmark_node *parse(const char *text, size_t count) {
  cmark_parser *parser = make_parser(options);
  if (!parser) return NULL;
  cmark_parser_feed(parser, text, count);
  cmark_node *document = cmark_parser_finish(parser);
  cmark_parser_free(parser);
  return document;
}

/* cmark-gfm has one table of the characters that begin marks. Each parse adds those of its extensions and
   takes them out at its end, so two at a time would lose each other's. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

static cmark_node *parse_alone(const char *text, size_t count) {
  begin_limit(count);
  if (setjmp(room.out) == 0) {
    cmark_node *document = parse(text, count);
    end_limit();
    return document;
  }
  end_limit();
  while (room.first) {
    struct block *block = room.first;
    room.first = block->after;
    free(block);
  }
  /* The end of a parse takes the extensions' characters out again. */
  cmark_node_free(parse("", 0));
  return NULL;
}

cmark_tree cmark_tree_parse(const char *text, size_t count) {
  pthread_mutex_lock(&one_at_a_time);
  cmark_node *document = parse_alone(text, count);
  pthread_mutex_unlock(&one_at_a_time);
  return document;
}

void cmark_tree_free(cmark_tree document) { cmark_node_free(document); }

enum cmark_kind cmark_tree_kind(cmark_tree node) {
  cmark_node_type type = cmark_node_get_type(node);
  switch (type) {
  case CMARK_NODE_DOCUMENT: return CMARK_KIND_DOCUMENT;
  case CMARK_NODE_BLOCK_QUOTE: return CMARK_KIND_QUOTE;
  case CMARK_NODE_LIST: return CMARK_KIND_LIST;
  case CMARK_NODE_ITEM: return CMARK_KIND_ITEM;
  case CMARK_NODE_CODE_BLOCK: return CMARK_KIND_CODE_BLOCK;
  case CMARK_NODE_HTML_BLOCK: return CMARK_KIND_HTML_BLOCK;
  case CMARK_NODE_PARAGRAPH: return CMARK_KIND_PARAGRAPH;
  case CMARK_NODE_HEADING: return CMARK_KIND_HEADING;
  case CMARK_NODE_THEMATIC_BREAK: return CMARK_KIND_RULE;
  case CMARK_NODE_FOOTNOTE_DEFINITION: return CMARK_KIND_FOOTNOTE;
  case CMARK_NODE_TEXT: return CMARK_KIND_TEXT;
  case CMARK_NODE_SOFTBREAK: return CMARK_KIND_SOFT_BREAK;
  case CMARK_NODE_LINEBREAK: return CMARK_KIND_LINE_BREAK;
  case CMARK_NODE_CODE: return CMARK_KIND_CODE;
  case CMARK_NODE_HTML_INLINE: return CMARK_KIND_HTML;
  case CMARK_NODE_EMPH: return CMARK_KIND_EMPHASIS;
  case CMARK_NODE_STRONG: return CMARK_KIND_STRONG;
  case CMARK_NODE_LINK: return CMARK_KIND_LINK;
  case CMARK_NODE_IMAGE: return CMARK_KIND_IMAGE;
  case CMARK_NODE_FOOTNOTE_REFERENCE: return CMARK_KIND_FOOTNOTE_REFERENCE;
  default: break;
  }
  if (type == CMARK_NODE_TABLE) return CMARK_KIND_TABLE;
  if (type == CMARK_NODE_TABLE_ROW) return CMARK_KIND_TABLE_ROW;
  if (type == CMARK_NODE_TABLE_CELL) return CMARK_KIND_TABLE_CELL;
  if (type == CMARK_NODE_STRIKETHROUGH) return CMARK_KIND_STRUCK;
  return CMARK_KIND_OTHER;
}

cmark_tree cmark_tree_next(cmark_tree node) { return cmark_node_next(node); }
cmark_tree cmark_tree_child(cmark_tree node) { return cmark_node_first_child(node); }
cmark_tree cmark_tree_parent(cmark_tree node) { return cmark_node_parent(node); }
int cmark_tree_line(cmark_tree node) { return cmark_node_get_start_line(node); }
int cmark_tree_end_line(cmark_tree node) { return cmark_node_get_end_line(node); }

const char *cmark_tree_text(cmark_tree node, size_t *count) {
  const char *text = cmark_node_get_literal(node);
  *count = text ? strlen(text) : 0;
  return text;
}

const char *cmark_tree_target(cmark_tree node) {
  switch (cmark_node_get_type(node)) {
  case CMARK_NODE_CODE_BLOCK: return cmark_node_get_fence_info(node);
  case CMARK_NODE_FOOTNOTE_DEFINITION: return cmark_node_get_literal(node);
  default: return cmark_node_get_url(node);
  }
}

int cmark_tree_level(cmark_tree heading) { return cmark_node_get_heading_level(heading); }
int cmark_tree_is_fenced(cmark_tree code) {
  int length, offset;
  char sign;
  return cmark_node_get_fenced(code, &length, &offset, &sign);
}
int cmark_tree_is_ordered(cmark_tree list) {
  return cmark_node_get_list_type(list) == CMARK_ORDERED_LIST;
}
int cmark_tree_is_tight(cmark_tree list) { return cmark_node_get_list_tight(list); }
int cmark_tree_start(cmark_tree list) { return cmark_node_get_list_start(list); }
int cmark_tree_delimiter(cmark_tree list) {
  return cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM ? ')' : '.';
}
int cmark_tree_columns(cmark_tree table) { return cmark_gfm_extensions_get_table_columns(table); }
const unsigned char *cmark_tree_alignments(cmark_tree table) {
  return cmark_gfm_extensions_get_table_alignments(table);
}
int cmark_tree_is_header(cmark_tree row) {
  return cmark_gfm_extensions_get_table_row_is_header(row);
}

const char *cmark_tree_library(void) { return cmark_version_string(); }
