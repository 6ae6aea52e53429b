/// The character set of a dictionary. Most use UTF-8; older ones have one byte for each character.
enum DictionaryEncoding: Equatable {
  case utf8
  /// The byte of each character beyond ASCII.
  case bytes([Unicode.Scalar: UInt8])

  /// Finds the character set by the name after `SET` in the dictionary; nil if it is unknown.
  init?(named name: String) {
    let name = name.uppercased().filter { $0 != "_" }
    if name == "UTF-8" || name == "UTF8" {
      self = .utf8
      return
    }
    var bytes: [Unicode.Scalar: UInt8] = [:]
    let canonical = Self.canonical(name)
    if canonical == "ISO8859-1" {
      for byte in UInt8(0xa0)...0xff { bytes[Unicode.Scalar(byte)] = byte }
    } else if let table = EncodingTables.all[canonical] {
      let scalars = Array(table.unicodeScalars)
      for (index, scalar) in scalars.enumerated() where scalar != "\u{fffd}" {
        bytes[scalar] = UInt8(256 - scalars.count + index)
      }
    } else {
      return nil
    }
    self = .bytes(bytes)
  }

  /// `ISO-8859-2` and `microsoft-cp1251` occur too.
  private static func canonical(_ name: String) -> String {
    if name.hasPrefix("ISO-") { return "ISO" + name.dropFirst(4) }
    if name.hasSuffix("CP1251") || name.hasSuffix("WINDOWS-1251") { return "CP1251" }
    return name
  }

  /// Nil if the character set lacks a character of the word: then the dictionary does not have it.
  func encoded(_ word: String) -> [UInt8]? {
    guard case .bytes(let bytes) = self else { return Array(word.utf8) }
    var encoded: [UInt8] = []
    for scalar in word.unicodeScalars {
      // Such dictionaries use the ASCII apostrophe.
      if scalar == "’" {
        encoded.append(UInt8(ascii: "'"))
      } else if scalar.isASCII {
        encoded.append(UInt8(scalar.value))
      } else if let byte = bytes[scalar] {
        encoded.append(byte)
      } else {
        return nil
      }
    }
    return encoded
  }

  func decoded(_ text: some Sequence<UInt8>) -> String {
    guard case .bytes(let bytes) = self else { return String(decoding: Array(text), as: UTF8.self) }
    let scalars = Dictionary(bytes.map { ($1, $0) }) { first, _ in first }
    var decoded = String.UnicodeScalarView()
    for byte in text {
      decoded.append(byte < 0x80 ? Unicode.Scalar(byte) : scalars[byte] ?? "\u{fffd}")
    }
    return String(decoded)
  }
}

/// The upper part of one-byte character sets: from 0xA0 for tables of 96 characters, from 0x80 for
/// those of 128. U+FFFD marks a gap. A test compares them with `iconv`.
enum EncodingTables {
  static let all: [String: String] = [
    "ISO8859-2": """
    \u{a0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{ad}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâă\
    äĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙
    """,
    "ISO8859-3": """
    \u{a0}Ħ˘£¤\u{fffd}Ĥ§¨İŞĞĴ\u{ad}\u{fffd}Ż°ħ²³´µĥ·¸ışğĵ½\u{fffd}żÀÁÂ\u{fffd}ÄĊĈÇ\
    ÈÉÊËÌÍÎÏ\u{fffd}ÑÒÓÔĠÖ×ĜÙÚÛÜŬŜßàáâ\u{fffd}äċĉçèéêëìíîï\u{fffd}ñòóôġö÷ĝùúûüŭŝ˙
    """,
    "ISO8859-4": """
    \u{a0}ĄĸŖ¤ĨĻ§¨ŠĒĢŦ\u{ad}Ž¯°ą˛ŗ´ĩļˇ¸šēģŧŊžŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎĪĐŅŌĶÔÕÖ×ØŲÚÛÜŨŪßāáâã\
    äåæįčéęëėíîīđņōķôõö÷øųúûüũū˙
    """,
    "ISO8859-5": """
    \u{a0}ЁЂЃЄЅІЇЈЉЊЋЌ\u{ad}ЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрсту\
    фхцчшщъыьэюя№ёђѓєѕіїјљњћќ§ўџ
    """,
    "ISO8859-6": """
    \u{a0}\u{fffd}\u{fffd}\u{fffd}¤\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}،\u{ad}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}؛\u{fffd}\u{fffd}\
    \u{fffd}؟\u{fffd}ءآأؤإئابةتثجحخدذرزسشصضطظعغ\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}ـفقكلمنهوىي\u{64b}\u{64c}\u{64d}\u{64e}\u{64f}\u{650}\u{651}\u{652}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}
    """,
    "ISO8859-7": """
    \u{a0}‘’£€₯¦§¨©ͺ«¬\u{ad}\u{fffd}―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡ\u{fffd}ΣΤΥ\
    ΦΧΨΩΪΫάέήίΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώ\u{fffd}
    """,
    "ISO8859-8": """
    \u{a0}\u{fffd}¢£¤¥¦§¨©×«¬\u{ad}®¯°±²³´µ¶·¸¹÷»¼½¾\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{fffd}\
    \u{fffd}\u{fffd}‗אבגדהוזחטיךכלםמןנסעףפץצקרשת\u{fffd}\u{fffd}\u{200e}\u{200f}\
    \u{fffd}
    """,
    "ISO8859-9": """
    \u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞßàáâã\
    äåæçèéêëìíîïğñòóôõö÷øùúûüışÿ
    """,
    "ISO8859-10": """
    \u{a0}ĄĒĢĪĨĶ§ĻĐŠŦŽ\u{ad}ŪŊ°ąēģīĩķ·ļđšŧž―ūŋĀÁÂÃÄÅÆĮČÉĘËĖÍÎÏÐŅŌÓÔÕÖŨØŲÚÛÜÝÞßāáâã\
    äåæįčéęëėíîïðņōóôõöũøųúûüýþĸ
    """,
    "ISO8859-13": """
    \u{a0}”¢£¤„¦§Ø©Ŗ«¬\u{ad}®Æ°±²³“µ¶·ø¹ŗ»¼½¾æĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽßąįāć\
    äåęēčéźėģķīļšńņóōõö÷ųłśūüżž’
    """,
    "ISO8859-14": """
    \u{a0}Ḃḃ£ĊċḊ§Ẁ©ẂḋỲ\u{ad}®ŸḞḟĠġṀṁ¶ṖẁṗẃṠỳẄẅṡÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏŴÑÒÓÔÕÖṪØÙÚÛÜÝŶßàáâã\
    äåæçèéêëìíîïŵñòóôõöṫøùúûüýŷÿ
    """,
    "ISO8859-15": """
    \u{a0}¡¢£€¥Š§š©ª«¬\u{ad}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâã\
    äåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ
    """,
    "KOI8-R": """
    ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©юабцдефгх\
    ийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
    """,
    "KOI8-U": """
    ─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{a0}⌡°²·÷═║╒ёє╔ії╗╘╙╚╛ґ╝╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪Ґ╬©юабцдефгх\
    ийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ
    """,
    "CP1251": """
    ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{fffd}™љ›њќћџ\u{a0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{ad}®Ї°±Ііґµ¶·ё№є»ј\
    ЅѕїАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя
    """,
  ]
}
