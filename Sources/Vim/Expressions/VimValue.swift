import Bytes
import Glibc

/// A value of an expression.
enum VimValue: Equatable, Sendable {
  case number(Int)
  case float(Double)
  case text([UInt8])
  case list([VimValue])
  case function(VimClosure)

  static func text(_ string: String) -> VimValue { .text(Array(string.utf8)) }
  static func bool(_ isTrue: Bool) -> VimValue { .number(isTrue ? 1 : 0) }

  /// As `type()` numbers them.
  var kind: Int {
    switch self {
    case .number: 0
    case .text: 1
    case .function: 2
    case .list: 3
    case .float: 5
    }
  }

  // MARK: - Conversions, with vim's failures

  func number() throws(VimFailure) -> Int {
    switch self {
    case .number(let number): return number
    case .text(let bytes): return VimDigits.leading(bytes)
    case .float: throw VimFailure(message: "E805: Using a Float as a Number")
    case .list: throw VimFailure(message: "E745: Using a List as a Number")
    case .function: throw VimFailure(message: "E703: Using a Funcref as a Number")
    }
  }

  func bytes() throws(VimFailure) -> [UInt8] {
    switch self {
    case .number(let number): return Array(String(number).utf8)
    case .float(let number): return Array(VimDigits.text(of: number).utf8)
    case .text(let bytes): return bytes
    case .list: throw VimFailure(message: "E730: Using a List as a String")
    case .function: throw VimFailure(message: "E729: Using a Funcref as a String")
    }
  }

  func string() throws(VimFailure) -> String { String(decoding: try bytes(), as: UTF8.self) }

  /// A number of any kind, for functions that calculate.
  func float() throws(VimFailure) -> Double {
    if case .float(let number) = self { return number }
    if case .number(let number) = self { return Double(number) }
    throw VimFailure(message: "E808: Number or Float required")
  }

  func list(argument: Int) throws(VimFailure) -> [VimValue] {
    if case .list(let items) = self { return items }
    throw VimFailure(message: "E1211: List required for argument \(argument)")
  }

  /// As a condition.
  func isTrue() throws(VimFailure) -> Bool {
    if case .float(let number) = self { return number != 0 }
    return try number() != 0
  }

  /// Whether it is something: a text or a list with content, another number than 0.
  var isFilled: Bool {
    switch self {
    case .number(let number): number != 0
    case .float(let number): number != 0
    case .text(let bytes): !bytes.isEmpty
    case .list(let items): !items.isEmpty
    case .function: true
    }
  }

  // MARK: - Texts

  /// As `string()` writes it, so that it can be read again.
  var written: [UInt8] {
    switch self {
    case .number(let number): Array(String(number).utf8)
    case .float(let number): Array(VimDigits.text(of: number).utf8)
    case .text(let bytes):
      [0x27] + bytes.flatMap { $0 == 0x27 ? [0x27, 0x27] : [$0] } + [0x27]
    case .list(let items):
      Array("[".utf8) + Array(items.map(\.written).joined(separator: ", ".utf8)) + Array("]".utf8)
    case .function: Array("function('<lambda>')".utf8)
    }
  }

  /// As `:echo` shows it, and as an item of a list in a text.
  var shown: [UInt8] { if case .text(let bytes) = self { bytes } else { written } }

  /// The text that a register gets: a list's items as lines.
  func registerText() throws(VimFailure) -> [UInt8] {
    guard case .list(let items) = self else { return try bytes() }
    return items.flatMap { $0.shown + [Byte.lineFeed] }
  }

  /// About how much memory it takes.
  var size: Int {
    switch self {
    case .text(let bytes): bytes.count + 16
    case .list(let items): items.reduce(16) { $0 + $1.size }
    default: 16
    }
  }
}

/// A function written where it is used, `{a, b -> a + b}`, with the names known there.
struct VimClosure: Equatable, Sendable {
  var names: [String]
  var body: [UInt8]
  var known: [String: VimValue]
}

/// Numbers in texts.
enum VimDigits {
  /// The number at a text's start: decimal, `0x1f`, `0b11`, `0o17`, or octal after a 0.
  static func leading(_ bytes: [UInt8]) -> Int {
    var reader = VimLineReader(bytes)
    reader.skipBlanks()
    let isNegative = reader.take(if: "-")
    if !isNegative { _ = reader.take(if: "+") }
    let number = take(&reader) ?? 0
    return isNegative ? 0 &- number : number
  }

  static func take(_ reader: inout VimLineReader) -> Int? {
    guard reader.isAtDigit else { return nil }
    if reader.next == UInt8(ascii: "0"), let sign = reader.afterNext {
      let radixes: [UInt8: Int] = [
        UInt8(ascii: "x"): 16, UInt8(ascii: "b"): 2, UInt8(ascii: "o"): 8,
      ]
      if let radix = radixes[sign | 0x20] {
        var rest = reader
        rest.index += 2
        if let number = digits(&rest, radix) {
          reader = rest
          return number
        }
      }
      let run = reader.bytes[reader.index...].prefix(while: Byte.isDigit)
      if run.count > 1, run.allSatisfy({ $0 < UInt8(ascii: "8") }) { return digits(&reader, 8) }
    }
    return digits(&reader, 10)
  }

  static func digits(_ reader: inout VimLineReader, _ radix: Int) -> Int? {
    var number: Int?
    while let byte = reader.next, let digit = Byte.hexadecimal(byte), digit < radix {
      reader.index += 1
      let (product, isOver) = (number ?? 0).multipliedReportingOverflow(by: radix)
      let (sum, isBeyond) = product.addingReportingOverflow(Int(digit))
      number = isOver || isBeyond ? .max : sum
    }
    return number
  }

  /// As vim writes a float: `%g`, with a dot.
  static func text(of number: Double) -> String {
    if number.isNaN { return "nan" }
    if number.isInfinite { return number < 0 ? "-inf" : "inf" }
    let text = formatted("%g", number)
    if !text.contains("e") { return text.contains(".") ? text : text + ".0" }
    // `1e+10` is written as `1.0e10`.
    let parts = text.split(separator: "e")
    let mantissa = parts[0].contains(".") ? String(parts[0]) : parts[0] + ".0"
    return mantissa + "e" + String(Int(parts[1]) ?? 0)
  }

  /// Formats a float as C does.
  static func formatted(_ format: String, _ number: Double) -> String {
    var buffer = [CChar](repeating: 0, count: 512)
    let count = withVaList([number]) { vsnprintf(&buffer, buffer.count, format, $0) }
    let bytes = buffer.prefix(max(0, min(Int(count), buffer.count - 1)))
    return String(decoding: bytes.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
