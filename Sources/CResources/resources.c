#include "CResources.h"

static const unsigned char welcome[] = {
#embed "../../Resources/Welcome/Welcome.md"
};

const unsigned char *cresources_welcome(size_t *length) {
  *length = sizeof welcome;
  return welcome;
}
