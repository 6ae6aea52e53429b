#ifndef CCMARK_H
#define CCMARK_H

#include <stddef.h>

/* cmark-gfm's tree, with the extensions of GitHub known to it. */

struct cmark_node;
typedef struct cmark_node *cmark_tree;

enum cmark_kind {
  CMARK_KIND_OTHER,
  CMARK_KIND_DOCUMENT,
  CMARK_KIND_QUOTE,
  CMARK_KIND_LIST,
  CMARK_KIND_ITEM,
  CMARK_KIND_CODE_BLOCK,
  CMARK_KIND_HTML_BLOCK,
  CMARK_KIND_PARAGRAPH,
  CMARK_KIND_HEADING,
  CMARK_KIND_RULE,
  CMARK_KIND_FOOTNOTE,
  CMARK_KIND_TABLE,
  CMARK_KIND_TABLE_ROW,
  CMARK_KIND_TABLE_CELL,
  CMARK_KIND_TEXT,
  CMARK_KIND_SOFT_BREAK,
  CMARK_KIND_LINE_BREAK,
  CMARK_KIND_CODE,
  CMARK_KIND_HTML,
  CMARK_KIND_EMPHASIS,
  CMARK_KIND_STRONG,
  CMARK_KIND_STRUCK,
  CMARK_KIND_LINK,
  CMARK_KIND_IMAGE,
  CMARK_KIND_FOOTNOTE_REFERENCE
};

/* The document; null without memory, and where far more is asked for than such a text takes. Given back by `cmark_tree_free`. Safe on several threads. */
cmark_tree cmark_tree_parse(const char *text, size_t count);
void cmark_tree_free(cmark_tree document);

enum cmark_kind cmark_tree_kind(cmark_tree node);
cmark_tree cmark_tree_next(cmark_tree node);
cmark_tree cmark_tree_child(cmark_tree node);
cmark_tree cmark_tree_parent(cmark_tree node);
/* Counted from 1. */
int cmark_tree_line(cmark_tree node);
int cmark_tree_end_line(cmark_tree node);
/* What a leaf says, and how many bytes that is; null without. */
const char *cmark_tree_text(cmark_tree node, size_t *count);
/* Where a link or a picture leads; what a code block says behind its fence; a footnote's label. */
const char *cmark_tree_target(cmark_tree node);
int cmark_tree_level(cmark_tree heading);
/* Whether a code block stands between fences. */
int cmark_tree_is_fenced(cmark_tree code);
int cmark_tree_is_ordered(cmark_tree list);
/* Whether no empty lines stand between its items: their text is no paragraph. */
int cmark_tree_is_tight(cmark_tree list);
int cmark_tree_start(cmark_tree list);
/* '.' or ')'. */
int cmark_tree_delimiter(cmark_tree list);
int cmark_tree_columns(cmark_tree table);
/* 'l', 'c', 'r', or 0, for each column. */
const unsigned char *cmark_tree_alignments(cmark_tree table);
int cmark_tree_is_header(cmark_tree row);

/* Of the library. */
const char *cmark_tree_library(void);

#endif
