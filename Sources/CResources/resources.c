#include "CResources.h"

#include <string.h>

// #embed is C23, which the package's C is not told to be; clang takes it all the same.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char welcome[] = {
#embed "../../Resources/Welcome/Welcome.md"
};

static const unsigned char weekend[] = {
#embed "../../Resources/Welcome/Weekend.md"
};
static const unsigned char short_trip[] = {
#embed "../../Resources/Welcome/A short trip.md"
};

static const struct {
  const char *name;
  const unsigned char *bytes;
  size_t length;
} welcome_notes[] = {
    {"Welcome.md", welcome, sizeof welcome},
    {"Weekend.md", weekend, sizeof weekend},
    {"A short trip.md", short_trip, sizeof short_trip},
};

const char *cresources_welcome_name(size_t index) {
  return index < sizeof welcome_notes / sizeof *welcome_notes ? welcome_notes[index].name : NULL;
}

const unsigned char *cresources_welcome(size_t index, size_t *length) {
  *length = welcome_notes[index].length;
  return welcome_notes[index].bytes;
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

static const unsigned char starting[] = {
#embed "../../Resources/Guide/starting.md"
};
static const unsigned char finding[] = {
#embed "../../Resources/Guide/finding.md"
};
static const unsigned char reading[] = {
#embed "../../Resources/Guide/reading.md"
};
static const unsigned char writing[] = {
#embed "../../Resources/Guide/writing.md"
};
static const unsigned char linking[] = {
#embed "../../Resources/Guide/linking.md"
};
static const unsigned char planning[] = {
#embed "../../Resources/Guide/planning.md"
};
static const unsigned char bases[] = {
#embed "../../Resources/Guide/bases.md"
};
static const unsigned char queries[] = {
#embed "../../Resources/Guide/queries.md"
};
static const unsigned char keyboard[] = {
#embed "../../Resources/Guide/keyboard.md"
};
static const unsigned char commands[] = {
#embed "../../Resources/Guide/commands.md"
};
static const unsigned char settings[] = {
#embed "../../Resources/Guide/settings.md"
};
static const unsigned char encryption[] = {
#embed "../../Resources/Guide/encryption.md"
};
static const unsigned char locking[] = {
#embed "../../Resources/Guide/locking.md"
};
static const unsigned char importing[] = {
#embed "../../Resources/Guide/importing.md"
};
static const unsigned char exporting[] = {
#embed "../../Resources/Guide/exporting.md"
};
static const unsigned char syncing[] = {
#embed "../../Resources/Guide/syncing.md"
};
static const unsigned char shell[] = {
#embed "../../Resources/Guide/shell.md"
};
static const unsigned char verbs[] = {
#embed "../../Resources/Guide/verbs.md"
};
static const unsigned char agents[] = {
#embed "../../Resources/Guide/agents.md"
};
static const unsigned char editors[] = {
#embed "../../Resources/Guide/editors.md"
};
static const unsigned char scripts[] = {
#embed "../../Resources/Guide/scripts.md"
};
static const unsigned char terminals[] = {
#embed "../../Resources/Guide/terminals.md"
};
static const unsigned char files[] = {
#embed "../../Resources/Guide/files.md"
};

struct file {
  const char *name;
  const unsigned char *bytes;
  size_t length;
};

static const struct file themes[] = {
  {"standard", standard, sizeof standard},
  {"light", light, sizeof light},
  {"dark", dark, sizeof dark},
  {"high-contrast", high_contrast, sizeof high_contrast},
  {"mono", mono, sizeof mono},
};

/* In the order that they are listed in. */
static const struct file guide[] = {
  {"starting", starting, sizeof starting},
  {"finding", finding, sizeof finding},
  {"reading", reading, sizeof reading},
  {"writing", writing, sizeof writing},
  {"linking", linking, sizeof linking},
  {"planning", planning, sizeof planning},
  {"bases", bases, sizeof bases},
  {"queries", queries, sizeof queries},
  {"keyboard", keyboard, sizeof keyboard},
  {"commands", commands, sizeof commands},
  {"settings", settings, sizeof settings},
  {"encryption", encryption, sizeof encryption},
  {"locking", locking, sizeof locking},
  {"importing", importing, sizeof importing},
  {"exporting", exporting, sizeof exporting},
  {"syncing", syncing, sizeof syncing},
  {"shell", shell, sizeof shell},
  {"verbs", verbs, sizeof verbs},
  {"agents", agents, sizeof agents},
  {"editors", editors, sizeof editors},
  {"scripts", scripts, sizeof scripts},
  {"terminals", terminals, sizeof terminals},
  {"files", files, sizeof files},
};

const char *cresources_theme_name(size_t index) {
  return index < sizeof themes / sizeof *themes ? themes[index].name : NULL;
}

const char *cresources_guide_name(size_t index) {
  return index < sizeof guide / sizeof *guide ? guide[index].name : NULL;
}

static const unsigned char *named(
  const char *name, const struct file *files, size_t count, size_t *length) {
  for (size_t index = 0; index < count; index++) {
    if (strcmp(files[index].name, name) == 0) {
      *length = files[index].length;
      return files[index].bytes;
    }
  }
  *length = 0;
  return NULL;
}

const unsigned char *cresources_theme(const char *name, size_t *length) {
  return named(name, themes, sizeof themes / sizeof *themes, length);
}

const unsigned char *cresources_guide(const char *name, size_t *length) {
  return named(name, guide, sizeof guide / sizeof *guide, length);
}

// `make build` says it; another build does not know.
#ifndef BUILT_WITH
#define BUILT_WITH "gumbo unknown,libmd unknown,minizip unknown,gcc unknown,Swift unknown"
#endif

const char *cresources_built_with(void) { return BUILT_WITH; }
