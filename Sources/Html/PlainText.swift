import Bytes

/// Text that is no Markdown, written so that Markdown reads the same words.
package enum PlainText {
  /// Lines stay lines. Blanks at a line's start that would make code of it become fewer.
  package static func markdown(of text: String) -> [UInt8] {
    var out: [UInt8] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let words = line.drop { $0 == " " || $0 == "\t" }
      let indent = min(3, line.count - words.count)
      var written: [UInt8] = []
      TextEscaping.append(Array(words.utf8), to: &written, next: nil, inLink: false)
      TextEscaping.guardStart(of: &written)
      out += [UInt8](repeating: 0x20, count: written.isEmpty ? 0 : indent) + written + [0x0a]
    }
    return out
  }

  /// Words within a line.
  package static func inline(_ words: String) -> [UInt8] {
    var written: [UInt8] = []
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    TextEscaping.append(Array(line.utf8), to: &written, next: nil, inLink: true)
    return written
  }

  /// Without the backslashes before signs.
  package static func unescaped(_ words: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var isEscaped = false
    for byte in words {
      if isEscaped, Byte.isPunctuation(byte) { out.removeLast() }
      isEscaped = byte == Byte.backslash && !isEscaped
      out.append(byte)
    }
    return out
  }

  /// A line of Markdown that begins no block, whatever its first words are.
  package static func guarded(_ line: [UInt8]) -> [UInt8] {
    var written = line
    TextEscaping.guardStart(of: &written)
    return written
  }
}
