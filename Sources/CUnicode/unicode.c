#include "CUnicode.h"

// #embed is C23, which the package's C is not told to be; clang takes it all the same.
#pragma clang diagnostic ignored "-Wc23-extensions"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the tables are little-endian");

_Alignas(uint64_t) static const unsigned char names[] = {
#embed "../../Resources/Unicode/folding-names.bin"
};
_Alignas(uint64_t) static const unsigned char words[] = {
#embed "../../Resources/Unicode/folding-words.bin"
};
_Alignas(uint32_t) static const unsigned char pool[] = {
#embed "../../Resources/Unicode/folding-pool.bin"
};
_Alignas(uint32_t) static const unsigned char widths[] = {
#embed "../../Resources/Unicode/widths.bin"
};

const uint64_t *cunicode_folding_names(size_t *count) {
  *count = sizeof names / sizeof(uint64_t);
  return (const uint64_t *)names;
}

const uint64_t *cunicode_folding_words(size_t *count) {
  *count = sizeof words / sizeof(uint64_t);
  return (const uint64_t *)words;
}

const uint32_t *cunicode_folding_pool(size_t *count) {
  *count = sizeof pool / sizeof(uint32_t);
  return (const uint32_t *)pool;
}

const uint32_t *cunicode_widths(size_t *count) {
  *count = sizeof widths / sizeof(uint32_t);
  return (const uint32_t *)widths;
}
