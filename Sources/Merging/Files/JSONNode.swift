import Bytes

/// A value of JSON in the order and with the digits in which it is written; only blanks are left out.
enum JSONNode: Equatable {
  struct Member: Equatable {
    /// With its quotes, as it is written.
    var name: [UInt8]
    var value: JSONNode
  }

  /// A text with its quotes, a number, a word.
  case scalar([UInt8])
  case array([JSONNode])
  case object([Member])

  /// Nil for what is no JSON, or has an object with two members of one name.
  init?(_ bytes: [UInt8]) {
    guard JSONReader.value(of: bytes) != nil else { return nil }
    var splitter = Splitter(bytes: bytes)
    guard let value = splitter.value() else { return nil }
    self = value
  }

  /// A text, written as it must be.
  init(text: String) {
    self = .scalar([0x22] + JSONString.escaped(text.utf8) + [0x22])
  }

  var text: String? {
    guard case .scalar(let bytes) = self, bytes.first == 0x22 else { return nil }
    return JSONReader.value(of: bytes)?.text
  }

  var members: [Member]? { if case .object(let members) = self { members } else { nil } }

  subscript(name: String) -> JSONNode? {
    let written = [0x22] + Array(name.utf8) + [0x22]
    return members?.first { $0.name == written }?.value
  }

  /// On one line, without blanks.
  var bytes: [UInt8] {
    switch self {
    case .scalar(let bytes): bytes
    case .array(let values):
      [UInt8(ascii: "[")] + Array(values.map(\.bytes).joined(separator: [UInt8(ascii: ",")]))
        + [UInt8(ascii: "]")]
    case .object(let members):
      [UInt8(ascii: "{")]
        + Array(
          members.map { $0.name + [UInt8(ascii: ":")] + $0.value.bytes }
            .joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "}")]
    }
  }
}

/// Takes JSON apart that is known to be right, and not nested too deeply.
private struct Splitter {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
  }

  mutating func value() -> JSONNode? {
    switch next() {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    default: return .scalar(scalar())
    }
  }

  /// The next byte that is no blank.
  private mutating func next() -> UInt8 {
    while offset < bytes.count, Byte.isBlank(bytes[offset]) { offset += 1 }
    return offset < bytes.count ? bytes[offset] : 0
  }

  private mutating func object() -> JSONNode? {
    offset += 1
    var members: [JSONNode.Member] = []
    var names: Set<[UInt8]> = []
    while next() != UInt8(ascii: "}") {
      if next() == UInt8(ascii: ",") { offset += 1 }
      _ = next()
      let name = scalar()
      guard names.insert(name).inserted, next() == UInt8(ascii: ":") else { return nil }
      offset += 1
      guard let value = value() else { return nil }
      members.append(JSONNode.Member(name: name, value: value))
    }
    offset += 1
    return .object(members)
  }

  private mutating func array() -> JSONNode? {
    offset += 1
    var values: [JSONNode] = []
    while next() != UInt8(ascii: "]") {
      if next() == UInt8(ascii: ",") { offset += 1 }
      guard let value = value() else { return nil }
      values.append(value)
    }
    offset += 1
    return .array(values)
  }

  private mutating func scalar() -> [UInt8] {
    let start = offset
    if offset < bytes.count, bytes[offset] == 0x22 {
      offset += 1
      while offset < bytes.count, bytes[offset] != 0x22 {
        offset += bytes[offset] == 0x5c ? 2 : 1
      }
      offset += 1
    } else {
      while offset < bytes.count, !Self.ends.contains(bytes[offset]), !Byte.isBlank(bytes[offset]) {
        offset += 1
      }
    }
    return Array(bytes[start..<min(offset, bytes.count)])
  }

  private static let ends = Set(",]}:".utf8)
}
