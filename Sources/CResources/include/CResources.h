#ifndef CRESOURCES_H
#define CRESOURCES_H

#include <stddef.h>

/* Files of Resources/ that the program carries inside itself. */
const unsigned char *cresources_welcome(size_t *length);

#endif
