#include "CResources.h"

// #embed is C23, which the package's C is not told to be; clang takes it all the same.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char welcome[] = {
#embed "../../Resources/Welcome/Welcome.md"
};

const unsigned char *cresources_welcome(size_t *length) {
  *length = sizeof welcome;
  return welcome;
}
