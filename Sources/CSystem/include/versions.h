#ifndef CSYSTEM_VERSIONS_H
#define CSYSTEM_VERSIONS_H

/* Of the C library that is in use, which a static program has in itself. */
const char *csystem_libc_version(void);

#endif
