import Bytes

/// Escapes words that Markdown, or the syntax of notes, would read as something else.
enum TextEscaping {
  /// Appends a line's text. `next`: the byte that will follow it.
  static func append(
    _ bytes: [UInt8], to out: inout [UInt8], next: UInt8?, inLink: Bool, isStruck: Bool = false
  ) {
    var index = 0
    while index < bytes.count {
      if !inLink, let end = endOfAddress(bytes, index, out.last) {
        // Text right after an address would be read as a part of it.
        let behind = end < bytes.count ? bytes[end] : next
        let isPlain =
          (behind == nil || behind == Byte.space) && !bytes[index..<end].contains(Byte.star)
        if !isPlain, index > 0, bytes[index - 1] == Byte.backslash { out.append(Byte.backslash) }
        out +=
          isPlain ? Array(bytes[index..<end]) : [Byte.less] + bytes[index..<end] + [Byte.greater]
        index = end
        continue
      }
      let byte = bytes[index]
      let isSign = Byte.isPunctuation(byte)
      if byte == Byte.tilde && isStruck
        || isSign && needsBackslash(bytes, index, before: out.last, next: next, inLink)
      {
        out.append(Byte.backslash)
      }
      out.append(byte)
      index += 1
    }
  }

  private static func isWord(_ byte: UInt8?) -> Bool {
    byte.map { Byte.isLetter($0) || Byte.isDigit($0) || $0 >= 0x80 } ?? false
  }

  private static func endOfAddress(_ bytes: [UInt8], _ index: Int, _ before: UInt8?) -> Int? {
    let last = index > 0 ? bytes[index - 1] : before ?? Byte.space
    guard bytes[index] == UInt8(ascii: "h"), !Byte.isLetter(last), !Byte.isDigit(last) else {
      return nil
    }
    let length =
      Byte.matches("http://", in: bytes.span, at: index, to: bytes.count)
      ? 7 : Byte.matches("https://", in: bytes.span, at: index, to: bytes.count) ? 8 : 0
    if length == 0 { return nil }
    var end = index + length
    while end < bytes.count, bytes[end] != Byte.space, bytes[end] != Byte.less,
      bytes[end] != Byte.greater,
      bytes[end] != Byte.backtick, bytes[end] != Byte.backslash, bytes[end] != Byte.opening
    {
      end += 1
    }
    // Style signs at the end are not part of the address.
    while [Byte.star, Byte.underscore, Byte.tilde].contains(bytes[end - 1]) { end -= 1 }
    return end > index + length ? end : nil
  }

  /// `before`: the last byte that was written, which may be a sign of a style.
  private static func needsBackslash(
    _ bytes: [UInt8], _ index: Int, before: UInt8?, next: UInt8?, _ inLink: Bool
  ) -> Bool {
    let byte = bytes[index]
    let after = index + 1 < bytes.count ? bytes[index + 1] : next
    let isBlankBefore = before == Byte.space
    let isBlankAfter = after == Byte.space
    switch byte {
    case Byte.backtick: return true
    case Byte.backslash: return after.map(Byte.isPunctuation) ?? true
    case Byte.star: return !(isBlankBefore && isBlankAfter)
    case Byte.underscore:
      return !(isWord(before) && isWord(after)) && !(isBlankBefore && isBlankAfter)
    case Byte.tilde:
      return !(before == nil || isBlankBefore)
        || !(isWord(after) || isBlankAfter || after == Byte.slash)
    case Byte.dollar:
      return after == Byte.dollar
        || !isBlankBefore && before != nil && !(after.map(Byte.isDigit) ?? false)
    case Byte.equals: return before == Byte.equals && !isComparison(bytes, index)
    case Byte.percent: return before == Byte.percent
    case Byte.bang: return after == Byte.opening
    case Byte.opening:
      return inLink || before == Byte.opening || after == Byte.opening || after == Byte.caret
    case Byte.closing:
      return inLink || after == Byte.leftParenthesis || after == Byte.colon || after == Byte.opening
    case Byte.less:
      return after.map {
        Byte.isLetter($0) || [Byte.slash, Byte.bang, UInt8(ascii: "?")].contains($0)
      }
        ?? false
    case Byte.ampersand: return isEntity(bytes, index)
    case Byte.caret:
      return after == Byte.opening || isBlankBefore && isBlockID(bytes, index, next)
    case Byte.hash:
      return !isWord(before) && isTag(bytes, index) || before.map { $0 >= 0x80 } ?? false
    default: return false
    }
  }

  /// Whether it is a comparison, `a == b`, which is no highlight.
  private static func isComparison(_ bytes: [UInt8], _ second: Int) -> Bool {
    second >= 2 && bytes[second - 2] == Byte.space && second + 1 < bytes.count
      && bytes[second + 1] == Byte.space
  }

  private static func isEntity(_ bytes: [UInt8], _ index: Int) -> Bool {
    var end = index + 1
    if end < bytes.count, bytes[end] == Byte.hash { end += 1 }
    let first = end
    while end < bytes.count, end < index + 40, Byte.isLetter(bytes[end]) || Byte.isDigit(bytes[end])
    {
      end += 1
    }
    return end > first && end < bytes.count && bytes[end] == UInt8(ascii: ";")
  }

  /// Whether it is a block's id, `^name`, at the end.
  private static func isBlockID(_ bytes: [UInt8], _ index: Int, _ next: UInt8?) -> Bool {
    next == nil && index + 1 < bytes.count && bytes[(index + 1)...].allSatisfy(Byte.isName)
  }

  /// Whether the name is more than digits.
  private static func isTag(_ bytes: [UInt8], _ index: Int) -> Bool {
    for byte in bytes[(index + 1)...] {
      if Byte.isDigit(byte) { continue }
      return Byte.isName(byte) || byte == Byte.underscore || byte == Byte.slash || byte >= 0x80
    }
    return false
  }

  // MARK: The line's start

  /// Escapes the start of a line of words that would begin a block.
  static func guardStart(of line: inout [UInt8]) {
    guard let first = line.first else { return }
    func ends(_ index: Int) -> Bool { index >= line.count || line[index] == Byte.space }
    switch first {
    case Byte.hash:
      if let end = line.firstIndex(where: { $0 != Byte.hash }) {
        if end > 6 || !ends(end) { return }
      } else if line.count > 6 {
        return
      }
    case Byte.greater: break
    case Byte.dash, Byte.plus:
      if !ends(1), !isRule(line) { return }
    case Byte.equals: if !line.allSatisfy({ $0 == Byte.equals || $0 == Byte.space }) { return }
    case Byte.colon, Byte.bar: if !isRule(line) { return }
    case Byte.opening:
      let isBox = line.count >= 3 && line[2] == Byte.closing && ends(3)
      if !isBox, !(line.count > 1 && line[1] == Byte.bang) { return }
    default:
      guard let end = line.firstIndex(where: { !Byte.isDigit($0) }), (1...9).contains(end),
        line[end] == Byte.dot || line[end] == Byte.rightParenthesis, ends(end + 1)
      else { return }
      line.insert(Byte.backslash, at: end)
      return
    }
    line.insert(Byte.backslash, at: 0)
  }

  /// Whether the line is a rule, or the line below a table's header.
  private static func isRule(_ line: [UInt8]) -> Bool {
    line.contains(Byte.dash)
      && line.allSatisfy { [Byte.dash, Byte.colon, Byte.bar, Byte.space].contains($0) }
  }

  /// Escapes a final `#`, so that it stays a word of the heading.
  static func guardEnd(ofHeading line: inout [UInt8]) {
    guard line.last == Byte.hash else { return }
    let end = line.lastIndex { $0 != Byte.hash } ?? -1
    if end < 0 || line[end] == Byte.space { line.insert(Byte.backslash, at: end + 1) }
  }
}

/// Writes plain text so that Markdown reads the same words.
package enum PlainText {
  /// Converts a text line by line. Indents that would make a line code are shortened.
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

  /// Converts words within a line.
  package static func inline(_ words: String) -> [UInt8] {
    var written: [UInt8] = []
    let line = words.split(whereSeparator: \.isNewline).joined(separator: " ")
    TextEscaping.append(Array(line.utf8), to: &written, next: nil, inLink: true)
    return written
  }

  /// Removes backslashes before punctuation.
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

  /// Escapes the start of a line of Markdown, so that it begins no block.
  package static func guarded(_ line: [UInt8]) -> [UInt8] {
    var written = line
    TextEscaping.guardStart(of: &written)
    return written
  }
}
