#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>

/* Files of Resources/ that the program carries inside itself. */

/* The notes of a first vault by number, from 0; null behind the last. The first one welcomes. */
const char *cresources_welcome_name(size_t index);

/* The text of the note of this number. */
const unsigned char *cresources_welcome(size_t index, size_t *length);

/* The themes by number, from 0; null behind the last. */
const char *cresources_theme_name(size_t index);

/* A theme's file; null where none has this name. */
const unsigned char *cresources_theme(const char *name, size_t *length);

/* The guide's topics by number, from 0; null behind the last. */
const char *cresources_guide_name(size_t index);

/* A topic's page; null where none has this name. */
const unsigned char *cresources_guide(const char *name, size_t *length);

/* The libraries that do not say their version, as `NAME VERSION,NAME VERSION`, from the build. */
const char *cresources_built_with(void);

#endif
