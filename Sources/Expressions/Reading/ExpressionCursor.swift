import Bytes

/// A position in the text of an expression.
package struct ExpressionCursor: Sendable {
  package let bytes: [UInt8]
  package var offset = 0
  private let hasDashes: Bool

  /// `hasDashes`: names may contain dashes between letters, and numbers include their sign.
  package init(_ bytes: some Collection<UInt8>, hasDashes: Bool) {
    self.bytes = Array(bytes)
    self.hasDashes = hasDashes
  }

  package var next: UInt8? { peek(0) }

  package func peek(_ distance: Int) -> UInt8? {
    bytes.indices.contains(offset + distance) ? bytes[offset + distance] : nil
  }

  package func text(from start: Int) -> String {
    String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  /// The next character.
  var character: String {
    String(String(decoding: bytes[offset...].prefix(64), as: UTF8.self).prefix(1))
  }

  package func fault(_ reason: String) -> ExpressionFault {
    ExpressionFault(reason, at: offset)
  }

  package mutating func skipBlanks() {
    while let next {
      if Byte.isBlank(next) {
        offset += 1
      } else if next >= 0x80, case let (scalar?, length) = decoded,
        scalar.properties.isWhitespace
      {
        offset += length
      } else {
        return
      }
    }
  }

  func starts(with sign: String) -> Bool { bytes[offset...].starts(with: sign.utf8) }

  package mutating func take(_ sign: String) -> Bool {
    guard starts(with: sign) else { return false }
    offset += sign.utf8.count
    return true
  }

  package mutating func expect(_ sign: String) throws(ExpressionFault) {
    skipBlanks()
    if !take(sign) { throw fault("\(sign) is expected here") }
  }

  // MARK: - Words and names

  /// Whether a whole word follows, ignoring case.
  package func isAtWord(_ word: String) -> Bool {
    let own = bytes[offset...].prefix(word.utf8.count)
    guard own.elementsEqual(word.utf8, by: { Byte.lowered($0) == Byte.lowered($1) }) else {
      return false
    }
    var behind = self
    behind.offset += own.count
    return behind.letterOfName == 0
  }

  package mutating func takeWord(_ word: String) -> Bool {
    guard isAtWord(word) else { return false }
    offset += word.utf8.count
    return true
  }

  /// Skips several words with blanks between them, or nothing.
  package mutating func takeWords(_ words: [String]) -> Bool {
    let start = offset
    for word in words {
      skipBlanks()
      if !takeWord(word) {
        offset = start
        return false
      }
    }
    return true
  }

  private var decoded: (scalar: Unicode.Scalar?, length: Int) {
    UTF8Scalars.decode(bytes.span, at: offset)
  }

  /// The length of the next character in bytes, if it can be in a name; otherwise 0.
  private var letterOfName: Int {
    guard let next else { return 0 }
    if next < 0x80 {
      let isOne =
        Byte.isLetter(next) || Byte.isDigit(next) || next == Byte.underscore
        || !hasDashes && next == Byte.dollar
      return isOne ? 1 : 0
    }
    let (scalar, length) = decoded
    return scalar.map(Self.isOfName) ?? true ? length : 0
  }

  /// Whether a name may contain the character: all but whitespace and punctuation, even emoji.
  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator,
      .paragraphSeparator, .control:
      false
    default: true
    }
  }

  package mutating func takeName() -> String? {
    let start = offset
    guard let next, !Byte.isDigit(next) else { return nil }
    while true {
      let length = letterOfName
      if length > 0 {
        offset += length
      } else if hasDashes, offset > start, let end = dashes {
        offset = end
      } else {
        return offset > start ? text(from: start) : nil
      }
    }
  }

  /// The end of the next dashes, if a letter follows them.
  private var dashes: Int? {
    var behind = self
    behind.offset += bytes[offset...].prefix { $0 == Byte.dash }.count
    return behind.offset > offset && behind.letterOfName > 0 ? behind.offset : nil
  }

  /// Reads the letters, digits, dashes and slashes of a tag.
  package mutating func takeTag() -> String {
    let start = offset
    while true {
      let length = next == Byte.slash || next == Byte.dash ? 1 : letterOfName
      if length == 0 { return text(from: start) }
      offset += length
    }
  }

  // MARK: - Literals

  /// Reads a string. Without escapes, a backslash only escapes a quote or another backslash.
  package mutating func takeString(hasEscapes: Bool) throws(ExpressionFault) -> String {
    let start = offset
    let quote = next
    offset += 1
    var out: [UInt8] = []
    while let byte = next {
      offset += 1
      if byte == quote { return String(decoding: out, as: UTF8.self) }
      guard byte == Byte.backslash, let escaped = next else {
        out.append(byte)
        continue
      }
      offset += 1
      switch escaped {
      case UInt8(ascii: "n") where hasEscapes: out.append(0x0a)
      case UInt8(ascii: "t") where hasEscapes: out.append(0x09)
      case UInt8(ascii: "r") where hasEscapes: out.append(0x0d)
      case UInt8(ascii: "u") where hasEscapes:
        UTF8Scalars.append(try takeCode(), to: &out)
      default:
        if !hasEscapes, escaped != quote, escaped != Byte.backslash { out.append(byte) }
        out.append(escaped)
      }
    }
    throw ExpressionFault("the text has no closing quote", at: start)
  }

  private mutating func takeCode() throws(ExpressionFault) -> Unicode.Scalar {
    let digits = bytes[offset...].prefix(4).compactMap(Byte.hexadecimal)
    guard digits.count == 4 else {
      throw ExpressionFault("\\u needs four digits of base 16", at: offset - 2)
    }
    offset += 4
    return Unicode.Scalar(digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }) ?? "\u{fffd}"
  }

  /// Reads a number: with its sign if names have dashes, otherwise in JavaScript's syntax.
  package mutating func takeNumber() -> Double? {
    var end = offset
    func at(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
    func digits() -> Bool {
      let start = end
      while let byte = at(end), Byte.isDigit(byte) { end += 1 }
      return end > start
    }
    if hasDashes, next == Byte.dash { end += 1 }
    let isWhole = digits()
    guard isWhole || !hasDashes && next == Byte.dot else { return nil }
    let whole = end
    if at(end) == Byte.dot {
      end += 1
      if !digits() { end = whole }
    }
    let fraction = end
    if !hasDashes, let byte = at(end), Byte.lowered(byte) == UInt8(ascii: "e") {
      end += 1
      if at(end) == Byte.plus || at(end) == Byte.dash { end += 1 }
      if !digits() { end = fraction }
    }
    guard let number = Double(String(decoding: bytes[offset..<end], as: UTF8.self)) else {
      return nil
    }
    offset = end
    return number
  }

  /// Reads `/…/flags`.
  mutating func takePattern() throws(ExpressionFault) -> RegexValue {
    let start = offset
    offset += 1
    var isInClass = false
    while let byte = next, byte != Byte.lineFeed {
      switch byte {
      case Byte.backslash: offset += 1
      case Byte.opening: isInClass = true
      case Byte.closing: isInClass = false
      case Byte.slash where !isInClass:
        let source = String(decoding: bytes[(start + 1)..<offset], as: UTF8.self)
        offset += 1
        let flags = offset
        while let next, Byte.isLetter(next) { offset += 1 }
        do throws(RegexFault) {
          return try RegexValue(source, flags: text(from: flags))
        } catch {
          throw ExpressionFault(error.reason, at: start)
        }
      default: break
      }
      offset += 1
    }
    throw ExpressionFault("the regular expression has no closing /", at: start)
  }

  /// Reads `[[Note#Part|Words]]`; returns nil if the brackets are those of a list.
  package mutating func takeLink() -> LinkValue? {
    guard starts(with: "[[") else { return nil }
    let inner = bytes[(offset + 2)...].prefix {
      $0 != Byte.opening && $0 != Byte.closing && $0 != Byte.lineFeed
    }
    guard bytes[inner.endIndex...].starts(with: "]]".utf8) else { return nil }
    offset = inner.endIndex + 2
    return LinkValue(inner: String(decoding: inner, as: UTF8.self))
  }
}

extension LinkValue {
  /// Reads the text between a link's brackets. In a table, the bar has a backslash before it.
  package init(inner: String) {
    let parts = inner.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    var target = String(parts.first ?? "")
    if target.last == "\\" { target.removeLast() }
    self.init(target, display: parts.count > 1 ? String(parts[1]) : nil)
  }
}
