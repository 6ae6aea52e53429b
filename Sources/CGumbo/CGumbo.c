#include "CGumbo.h"
