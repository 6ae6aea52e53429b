/// Reads strict JSON: no comments, no trailing commas. Values that are nested too deeply are rejected.
package struct JSONReader {
  package enum Value: Equatable, Sendable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    case array([Value])
    /// Of two members with the same name, the later counts.
    case object([String: Value])

    /// The string; nil for other values.
    package var text: String? { if case .string(let text) = self { text } else { nil } }
  }

  package static let deepest = 64

  private let bytes: [UInt8]
  private let deepest: Int
  private var offset = 0
  private var depth = 0
  private var isTooDeep = false

  /// The reason why bytes are not JSON, and the location: both numbers from 1, columns in bytes.
  package struct Fault: Error, Equatable, Sendable {
    package var line: Int
    package var column: Int
    package var reason: String
  }

  /// Returns nil if the bytes are not JSON.
  package static func value(of bytes: [UInt8], deepest: Int = deepest) -> Value? {
    try? read(bytes, deepest: deepest)
  }

  package static func read(
    _ bytes: [UInt8], deepest: Int = deepest
  ) throws(Fault) -> Value {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw Fault(line: 1, column: 1, reason: "it is not UTF-8")
    }
    var reader = JSONReader(bytes, deepest)
    reader.skipBlanks()
    guard let value = reader.value() else { throw reader.fault }
    reader.skipBlanks()
    if reader.offset < bytes.count { throw reader.fault }
    return value
  }

  /// The error at the current offset.
  private var fault: Fault {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let reason =
      isTooDeep
      ? "more than \(deepest) levels are not read"
      : next == nil ? "it ends too early" : "this is not JSON"
    return Fault(
      line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: before.count - line + 1,
      reason: reason)
  }

  private init(_ bytes: [UInt8], _ deepest: Int = deepest) {
    self.bytes = bytes
    self.deepest = deepest
    // Editors on Windows write a byte order mark.
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipBlanks() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      offset += 1
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func take(word: StaticString) -> Bool {
    let wanted = word.withUTF8Buffer { Array($0) }
    guard bytes[offset...].starts(with: wanted) else { return false }
    offset += wanted.count
    return true
  }

  private mutating func value() -> Value? {
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map(Value.string)
    case UInt8(ascii: "t"): return take(word: "true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take(word: "false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
    default: return number()
    }
  }

  private mutating func nested(_ read: (inout JSONReader) -> Value?) -> Value? {
    if depth == deepest {
      isTooDeep = true
      return nil
    }
    offset += 1
    depth += 1
    defer { depth -= 1 }
    return read(&self)
  }

  private mutating func object() -> Value? {
    var members: [String: Value] = [:]
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard next == UInt8(ascii: "\""), let name = string() else { return nil }
      skipBlanks()
      guard take(":") else { return nil }
      skipBlanks()
      guard let value = value() else { return nil }
      members[name] = value
      skipBlanks()
      if take("}") { return .object(members) }
      guard take(",") else { return nil }
    }
  }

  private mutating func array() -> Value? {
    var values: [Value] = []
    skipBlanks()
    if take("]") { return .array(values) }
    while true {
      skipBlanks()
      guard let value = value() else { return nil }
      values.append(value)
      skipBlanks()
      if take("]") { return .array(values) }
      guard take(",") else { return nil }
    }
  }

  private mutating func number() -> Value? {
    let start = offset
    _ = take("-")
    if !take("0") { guard digits() else { return nil } }
    if take(".") { guard digits() else { return nil } }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() else { return nil }
    }
    return .number(String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func digits() -> Bool {
    let start = offset
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    return offset > start
  }

  private mutating func string() -> String? {
    written()?.text.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Reads a string; returns nil if it has no end. Its text is nil if it is invalid.
  private mutating func written() -> JSONString? {
    offset += 1
    var string = JSONString(start: offset)
    while let byte = next {
      let start = offset
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        string.end(at: start)
        return string
      case UInt8(ascii: "\\"):
        if let scalar = escaped() {
          string.add(String(Character(scalar)).utf8, at: start)
        } else {
          string.text = nil
        }
      case 0..<0x20: string.text = nil
      default: string.add(CollectionOfOne(byte), at: start)
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return unit().flatMap { scalar(from: $0) }
    default: return nil
    }
  }

  private mutating func unit() -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[offset..<(offset + 4)] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    offset += 4
    return unit
  }

  /// Combines a surrogate pair; returns nil for half of one.
  private mutating func scalar(from unit: UInt32) -> Unicode.Scalar? {
    guard (0xd800..<0xdc00).contains(unit) else { return Unicode.Scalar(unit) }
    guard take("\\"), take("u"), let low = self.unit(), (0xdc00..<0xe000).contains(low) else {
      return nil
    }
    return Unicode.Scalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
  }
}

/// A string as written between its quotes, and its text.
package struct JSONString: Sendable {
  /// The range between the quotes.
  package private(set) var range: Range<Int>
  /// Nil if the string is invalid.
  package fileprivate(set) var text: [UInt8]? = []
  /// The source offset of each byte of the text.
  private var offsets: [Int] = []

  fileprivate init(start: Int) { range = start..<start }

  fileprivate mutating func add(_ bytes: some Collection<UInt8>, at offset: Int) {
    text?.append(contentsOf: bytes)
    offsets.append(contentsOf: repeatElement(offset, count: bytes.count))
  }

  fileprivate mutating func end(at offset: Int) {
    range = range.lowerBound..<offset
    offsets.append(offset)
  }

  /// Returns the source range of a part of the text.
  package func range(of part: Range<Int>) -> Range<Int> {
    offsets[part.lowerBound]..<offsets[part.upperBound]
  }

  /// Returns the text, escaped for use between quotes.
  package static func escaped(_ text: some Sequence<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text {
      switch byte {
      case 0x22, 0x5c: bytes += [0x5c, byte]
      case 0x0a: bytes += Array("\\n".utf8)
      case 0x0d: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += Array(("\\u00" + (digits.count < 2 ? "0" : "") + digits).utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }
}

extension JSONReader {
  /// A member of an object whose value is a string.
  package struct StringMember: Sendable {
    package var name: [UInt8]
    package var value: JSONString
    /// The number of the object, the same for all its members.
    package var object: Int
  }

  /// Returns all of them in order, even if the whole is not JSON.
  package static func stringMembers(in bytes: [UInt8]) -> [StringMember] {
    var reader = JSONReader(bytes)
    var (members, open, count): ([StringMember], [Int], Int) = ([], [], 0)
    while let byte = reader.next {
      switch byte {
      case UInt8(ascii: "{"):
        count += 1
        open.append(count)
      case UInt8(ascii: "}"): _ = open.popLast()
      case UInt8(ascii: "\""):
        guard let name = reader.written() else { return members }
        reader.skipBlanks()
        guard reader.take(":") else { continue }
        reader.skipBlanks()
        guard reader.next == UInt8(ascii: "\"") else { continue }
        guard let value = reader.written() else { return members }
        if let name = name.text {
          members.append(StringMember(name: name, value: value, object: open.last ?? 0))
        }
        continue
      default: break
      }
      reader.offset += 1
    }
    return members
  }
}
