#include "CMd5.h"
