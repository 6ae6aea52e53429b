#include "CMinizip.h"
