import Bytes

struct BaseToken: Sendable {
  enum Kind: Sendable, Equatable {
    case number(Double)
    case string(String)
    case name(String)
    case sign(String)
    case pattern(String, flags: String)
    case end
  }

  var kind: Kind
  var offset: Int

  func isSign(_ sign: String) -> Bool { kind == .sign(sign) }
}

/// Takes an expression apart.
struct BaseLexer {
  private let bytes: [UInt8]
  private var offset = 0
  private var tokens: [BaseToken] = []

  static func tokens(of bytes: [UInt8]) throws(BaseFault) -> [BaseToken] {
    var lexer = BaseLexer(bytes)
    while try lexer.step() {}
    lexer.tokens.append(BaseToken(kind: .end, offset: bytes.count))
    return lexer.tokens
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  private static let longSigns = ["||", "&&", "==", "!=", "<=", ">="]
  private static let signs = "+-*/%<>!()[]{}.,:"

  private mutating func step() throws(BaseFault) -> Bool {
    while offset < bytes.count, Byte.isBlank(bytes[offset]) { offset += 1 }
    guard offset < bytes.count else { return false }
    let start = offset
    let byte = bytes[offset]
    let kind: BaseToken.Kind
    if Byte.isDigit(byte) || byte == Byte.dot && isDigit(offset + 1) && !isBehindValue {
      kind = .number(try number())
    } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      kind = .string(try string(byte))
    } else if isOfName(byte) {
      while offset < bytes.count, isOfName(bytes[offset]) || Byte.isDigit(bytes[offset]) {
        offset += 1
      }
      kind = .name(text(start..<offset))
    } else if byte == Byte.slash, !isBehindValue {
      kind = try pattern()
    } else {
      kind = .sign(try sign())
    }
    tokens.append(BaseToken(kind: kind, offset: start))
    return true
  }

  /// Whether a slash here divides.
  private var isBehindValue: Bool {
    switch tokens.last?.kind {
    case .number, .string, .name, .pattern: true
    case .sign(let sign): sign == ")" || sign == "]" || sign == "}"
    case .end, nil: false
    }
  }

  private func isDigit(_ index: Int) -> Bool { index < bytes.count && Byte.isDigit(bytes[index]) }

  private func isOfName(_ byte: UInt8) -> Bool {
    Byte.isLetter(byte) || byte == Byte.underscore || byte == Byte.dollar || byte >= 0x80
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  private mutating func number() throws(BaseFault) -> Double {
    let start = offset
    while isDigit(offset) { offset += 1 }
    if offset < bytes.count, bytes[offset] == Byte.dot, isDigit(offset + 1) {
      offset += 1
      while isDigit(offset) { offset += 1 }
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      let sign =
        offset + 1 < bytes.count
          && (bytes[offset + 1] == Byte.plus || bytes[offset + 1] == Byte.dash)
        ? 1 : 0
      if isDigit(offset + 1 + sign) {
        offset += 1 + sign
        while isDigit(offset) { offset += 1 }
      }
    }
    guard let number = Double(text(start..<offset)) else {
      throw BaseFault(offset: start, reason: "this is no number")
    }
    return number
  }

  private mutating func string(_ quote: UInt8) throws(BaseFault) -> String {
    let start = offset
    offset += 1
    var out: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == quote { return String(decoding: out, as: UTF8.self) }
      guard byte == Byte.backslash, offset < bytes.count else {
        out.append(byte)
        continue
      }
      let escaped = bytes[offset]
      offset += 1
      switch escaped {
      case UInt8(ascii: "n"): out.append(0x0a)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "r"): out.append(0x0d)
      case UInt8(ascii: "u"):
        let digits = bytes[offset...].prefix(4).compactMap(Byte.hexadecimal)
        guard digits.count == 4 else {
          throw BaseFault(offset: offset - 2, reason: "\\u needs four digits of base 16")
        }
        let value = digits.reduce(UInt32(0)) { $0 << 4 | UInt32($1) }
        UTF8Scalars.append(Unicode.Scalar(value) ?? "\u{fffd}", to: &out)
        offset += 4
      default: out.append(escaped)
      }
    }
    throw BaseFault(offset: start, reason: "the text has no closing quote")
  }

  private mutating func pattern() throws(BaseFault) -> BaseToken.Kind {
    let start = offset
    offset += 1
    var isInClass = false
    while offset < bytes.count, bytes[offset] != 0x0a {
      switch bytes[offset] {
      case Byte.backslash: offset += 1
      case Byte.opening: isInClass = true
      case Byte.closing: isInClass = false
      case Byte.slash where !isInClass:
        let source = text((start + 1)..<offset)
        offset += 1
        let flags = offset
        while offset < bytes.count, Byte.isLetter(bytes[offset]) { offset += 1 }
        return .pattern(source, flags: text(flags..<offset))
      default: break
      }
      offset += 1
    }
    throw BaseFault(offset: start, reason: "the regular expression has no closing /")
  }

  private mutating func sign() throws(BaseFault) -> String {
    let two = text(offset..<min(bytes.count, offset + 2))
    if Self.longSigns.contains(two) {
      if offset + 2 < bytes.count, bytes[offset + 2] == Byte.equals, two.hasSuffix("=") {
        throw BaseFault(offset: offset, reason: "\(two)= is no operator; write \(two)")
      }
      offset += 2
      return two
    }
    let one = text(offset..<(offset + 1))
    guard Self.signs.contains(one) else {
      throw BaseFault(offset: offset, reason: Self.hint(one))
    }
    offset += 1
    return one
  }

  private static func hint(_ sign: String) -> String {
    switch sign {
    case "=": "= is no operator; write =="
    case "&": "& is no operator; write &&"
    case "|": "| is no operator; write ||"
    case "?": "? is no operator; write if(condition, one, other)"
    default: "“\(sign)” means nothing here"
    }
  }
}
