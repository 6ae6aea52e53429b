#ifndef CMD5_H
#define CMD5_H

#include <md5.h>

#endif
