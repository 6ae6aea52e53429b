#include "CResources.h"

#include <string.h>

// #embed is C23, which the package's C is not told to be; clang takes it all the same.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char welcome[] = {
#embed "../../Resources/Welcome/Welcome.md"
};

const unsigned char *cresources_welcome(size_t *length) {
  *length = sizeof welcome;
  return welcome;
}

static const unsigned char standard[] = {
#embed "../../Resources/Themes/standard.theme"
};
static const unsigned char light[] = {
#embed "../../Resources/Themes/light.theme"
};
static const unsigned char dark[] = {
#embed "../../Resources/Themes/dark.theme"
};
static const unsigned char high_contrast[] = {
#embed "../../Resources/Themes/high-contrast.theme"
};
static const unsigned char mono[] = {
#embed "../../Resources/Themes/mono.theme"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} themes[] = {
  {"standard", standard, sizeof standard},
  {"light", light, sizeof light},
  {"dark", dark, sizeof dark},
  {"high-contrast", high_contrast, sizeof high_contrast},
  {"mono", mono, sizeof mono},
};

const char *cresources_theme_name(size_t index) {
  return index < sizeof themes / sizeof *themes ? themes[index].name : NULL;
}

const unsigned char *cresources_theme(const char *name, size_t *length) {
  for (size_t index = 0; index < sizeof themes / sizeof *themes; index++) {
    if (strcmp(themes[index].name, name) == 0) {
      *length = themes[index].length;
      return themes[index].bytes;
    }
  }
  *length = 0;
  return NULL;
}
