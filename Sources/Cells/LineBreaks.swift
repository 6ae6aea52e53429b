/// The rules for breaking a row without a blank: between two characters, one of which is wide.
/// Chinese and Japanese have no blanks, so a line may end after any character; but some must not
/// begin a line, and others must not end one. The classes are those of Unicode's line breaking (UAX
/// #14), in its strict form.
package enum LineBreaks {
  /// Whether a row may break between two visible characters, given by their first scalars.
  package static func mayBreak(between before: UInt32, and next: UInt32) -> Bool {
    !isGlue(before) && !isGlue(next) && !beginsNone(next) && !endsNone(before)
  }

  /// Classes QU, GL and WJ: quotes that both open and close, and characters that glue their
  /// neighbors.
  private static func isGlue(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x22, 0x27, 0xab, 0xbb, 0x2018, 0x2019, 0x201b...0x201d, 0x201f, 0x2039, 0x203a,
      0x275b...0x2760, 0x2e00...0x2e0d, 0x2e1c, 0x2e1d, 0x2e20, 0x2e21:
      true
    case 0xa0, 0x34f, 0x2007, 0x2011, 0x202f, 0x2060, 0xfeff: true
    default: false
    }
  }

  private static func beginsNone(_ scalar: UInt32) -> Bool {
    scalar < 0x2000
      ? beginsNoneOfLatin(scalar)
      : scalar < 0x3000
        ? beginsNoneOfSigns(scalar) : beginsNoneOfAsia(scalar)
  }

  private static func beginsNoneOfLatin(_ scalar: UInt32) -> Bool {
    switch scalar {
    // ! % ) , - . / : ; ? ] | }
    case 0x21, 0x25, 0x29, 0x2c...0x2f, 0x3a, 0x3b, 0x3f, 0x5d, 0x7c, 0x7d: true
    // ¢ ° and the soft hyphen
    case 0xa2, 0xad, 0xb0: true
    default: false
    }
  }

  private static func beginsNoneOfSigns(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Dashes, dots, ‰, ′, ‼
    case 0x2010, 0x2012, 0x2013, 0x2024...0x2027, 0x2030...0x2037, 0x203c, 0x203d: true
    case 0x2044, 0x2046...0x2049, 0x2056, 0x207e, 0x208e, 0x2103, 0x2109, 0x22ef: true
    case 0x2309, 0x230b, 0x232a, 0x2769, 0x276b, 0x276d, 0x276f, 0x2771, 0x2773, 0x2775: true
    case 0x27e7, 0x27e9, 0x27eb, 0x27ed, 0x27ef, 0x2984, 0x2986: true
    default: false
    }
  }

  private static func beginsNoneOfAsia(_ scalar: UInt32) -> Bool {
    switch scalar {
    // The wide blank, 、。 and closing brackets
    case 0x3000...0x3002, 0x3009, 0x300b, 0x300d, 0x300f, 0x3011, 0x3015, 0x3017, 0x3019, 0x301b:
      true
    // 々 〜 〞 〻 〼
    case 0x3005, 0x301c, 0x301e, 0x301f, 0x303b, 0x303c: true
    // Small kana, iteration marks and voicing marks
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308e: true
    case 0x3095, 0x3096, 0x309b...0x309e, 0x30a0: true
    case 0x30a1, 0x30a3, 0x30a5, 0x30a7, 0x30a9, 0x30c3, 0x30e3, 0x30e5, 0x30e7, 0x30ee: true
    // ヵ ヶ ・ ー ヽ ヾ
    case 0x30f5, 0x30f6, 0x30fb...0x30fe, 0x31f0...0x31ff: true
    case 0xfe10...0xfe16, 0xfe18, 0xfe19, 0xfe36, 0xfe38, 0xfe3a, 0xfe3c, 0xfe3e, 0xfe40, 0xfe42:
      true
    case 0xfe44, 0xfe48, 0xfe50, 0xfe52, 0xfe54...0xfe57, 0xfe5a, 0xfe5c, 0xfe5e, 0xfe6a: true
    // ！ ％ ） ， ． ： ； ？ ］ ｝ ｠
    case 0xff01, 0xff05, 0xff09, 0xff0c, 0xff0e, 0xff1a, 0xff1b, 0xff1f, 0xff3d, 0xff5d, 0xff60:
      true
    // ｡ ｣ ､ ･, small kana, ﾞ ﾟ and ￠
    case 0xff61, 0xff63...0xff65, 0xff67...0xff70, 0xff9e, 0xff9f, 0xffe0: true
    default: false
    }
  }

  /// Opening brackets, and currency signs before numbers.
  private static func endsNone(_ scalar: UInt32) -> Bool {
    switch scalar {
    // $ ( + [ \ {
    case 0x24, 0x28, 0x2b, 0x5b, 0x5c, 0x7b: true
    case 0xa1, 0xa3...0xa5, 0xb1, 0xbf: true
    case 0x201a, 0x201e, 0x2045, 0x207d, 0x208d, 0x20a0...0x20a6, 0x20a8...0x20b5: true
    case 0x20b7...0x20ba, 0x20bc, 0x20bd, 0x20bf, 0x2116, 0x2212, 0x2213: true
    case 0x2308, 0x230a, 0x2329, 0x2768, 0x276a, 0x276c, 0x276e, 0x2770, 0x2772, 0x2774: true
    case 0x27e6, 0x27e8, 0x27ea, 0x27ec, 0x27ee, 0x2983, 0x2985: true
    // 〈 《 「 『 【 〔 〖 〘 〚 〝
    case 0x3008, 0x300a, 0x300c, 0x300e, 0x3010, 0x3014, 0x3016, 0x3018, 0x301a, 0x301d: true
    case 0xfe17, 0xfe35, 0xfe37, 0xfe39, 0xfe3b, 0xfe3d, 0xfe3f, 0xfe41, 0xfe43, 0xfe47: true
    case 0xfe59, 0xfe5b, 0xfe5d, 0xfe69: true
    // ＄ （ ［ ｛ ｟ ｢ ￡ ￥ ￦
    case 0xff04, 0xff08, 0xff3b, 0xff5b, 0xff5f, 0xff62, 0xffe1, 0xffe5, 0xffe6: true
    default: false
    }
  }
}

extension LineBreaks {
  /// The properties of a character that matter for a break.
  package struct Sign {
    let scalar: UInt32
    let width: Int
    let isText: Bool

    /// `scalar` is the character's first one.
    package init(_ scalar: Unicode.Scalar?, width: Int, _ kind: Glyph.Kind) {
      self.scalar = scalar?.value ?? 0
      self.width = width
      isText = kind == .text
    }

    /// Reads the character at an offset.
    package init(_ glyph: Glyph, in bytes: Span<UInt8>, at offset: Int) {
      self.init(bytes.scalar(at: offset)?.scalar, width: glyph.width, glyph.kind)
    }
  }

  /// Whether a row may break between any two characters that are not blanks.
  package static func mayBreak(between before: Sign, and next: Sign) -> Bool {
    before.isText && next.isText && (before.width == 2 || next.width == 2)
      && mayBreak(between: before.scalar, and: next.scalar)
  }
}
