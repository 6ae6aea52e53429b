#ifndef CMINIZIP_H
#define CMINIZIP_H

#include <minizip/unzip.h>
#include <minizip/zip.h>
#include <zlib.h>

#endif
