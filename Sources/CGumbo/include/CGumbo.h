#ifndef CGUMBO_H
#define CGUMBO_H

#include <gumbo.h>

#endif
