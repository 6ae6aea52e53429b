import Bytes

/// Mends what programs write and XML does not allow, in pieces that may be cut anywhere: control
/// characters become blanks, a bare `&` and HTML's names become text, and so does CDATA inside CDATA.
struct XmlMender {
  private var isInCData = false
  /// The element that holds the CDATA, and how many more began inside it.
  private var element: [UInt8] = []
  private var inner = 0
  /// The end of the last piece, where it may begin something that the next one decides.
  private var held: [UInt8] = []
  /// Bytes that were passed on; and how many more they are than the file's, up to this piece.
  private var (given, added) = (0, 0)
  /// Where this piece is longer than the file, and by how much.
  private var changes: [(end: Int, longer: Int)] = []

  private static let cdata = (start: Array("<![CDATA[".utf8), end: Array("]]>".utf8))
  private static let named = ["amp", "lt", "gt", "quot", "apos"].map { Array($0.utf8) }
  private static let longestName = 32

  /// The place in the file of a byte that was passed on.
  func offset(_ index: Int) -> Int {
    max(0, index - changes.reduce(added) { $1.end <= index ? $0 + $1.longer : $0 })
  }

  mutating func mended(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    let bytes = held + piece
    held = []
    added += changes.reduce(0) { $0 + $1.longer }
    changes = []
    var (out, start, index) = ([UInt8](), 0, 0)
    while let sign = bytes[index...].firstIndex(where: isSign) {
      index = sign + 1
      guard let fix = fix(bytes[sign...]) else {
        held = Array(bytes[sign...])
        break
      }
      index = sign + fix.length
      guard let other = fix.other else { continue }
      out += bytes[start..<sign]
      out += other.utf8
      changes.append((given + out.count, other.utf8.count - fix.length))
      start = index
    }
    if changes.isEmpty, held.isEmpty {
      given += bytes.count
      return bytes
    }
    out += bytes[start..<bytes.count - held.count]
    given += out.count
    return out
  }

  /// Whether something to be looked at may begin here.
  private func isSign(_ byte: UInt8) -> Bool {
    if byte == Byte.less || Self.isControl(byte) { return true }
    return byte == (isInCData ? UInt8(ascii: "]") : Byte.ampersand)
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0a && byte != 0x0d
  }

  /// How many bytes are replaced, and by what; nil where the next piece decides.
  private typealias Fix = (length: Int, other: String?)

  private mutating func fix(_ rest: ArraySlice<UInt8>) -> Fix? {
    switch rest[rest.startIndex] {
    case Byte.less: opening(rest)
    case UInt8(ascii: "]"): closing(rest)
    case Byte.ampersand: Self.reference(rest)
    default: (1, " ")
    }
  }

  private mutating func opening(_ rest: ArraySlice<UInt8>) -> Fix? {
    let mark = Self.cdata.start
    if rest.starts(with: mark) {
      if isInCData { inner += 1 }
      isInCData = true
      return (mark.count, nil)
    }
    if rest.count < mark.count, mark.starts(with: rest) { return nil }
    if isInCData { return (1, nil) }
    let name = Array(rest.dropFirst().prefix(Self.longestName).prefix(while: Byte.isName))
    if name.count + 1 == rest.count { return nil }
    if !name.isEmpty { element = name }
    return (1, nil)
  }

  /// The end of an inner CDATA becomes text of the outer one, as it should have been written.
  private mutating func closing(_ rest: ArraySlice<UInt8>) -> Fix? {
    let mark = Self.cdata.end
    guard rest.starts(with: mark) else {
      return rest.count < mark.count && mark.starts(with: rest) ? nil : (1, nil)
    }
    let behind = rest.dropFirst(mark.count)
    if inner == 0 || behind.starts(with: Self.cdata.start) {
      isInCData = false
      return (mark.count, nil)
    }
    let end = [Byte.less, Byte.slash] + element
    let next = behind.drop(while: Byte.isBlank)
    if next.starts(with: end) {
      (isInCData, inner) = (false, 0)
      return (mark.count, nil)
    }
    if end.starts(with: next) || Self.cdata.start.starts(with: behind) { return nil }
    inner -= 1
    return (mark.count, "]]]]><![CDATA[>")
  }

  private static func reference(_ rest: ArraySlice<UInt8>) -> Fix? {
    let name = Array(
      rest.dropFirst().prefix(longestName).prefix { Byte.isName($0) || $0 == Byte.hash })
    if name.count + 1 == rest.count { return nil }
    if rest[rest.startIndex + 1 + name.count] != UInt8(ascii: ";") { return (1, "&amp;") }
    if name.first == Byte.hash {
      return isCharacter(name.dropFirst()) ? (1, nil) : (name.count + 2, " ")
    }
    if name == Array("nbsp".utf8) { return (name.count + 2, " ") }
    return (1, named.contains(name) ? nil : "&amp;")
  }

  /// Whether XML has a character of the number, written as `233` or `xe9`.
  private static func isCharacter(_ number: ArraySlice<UInt8>) -> Bool {
    let isHex = number.first == UInt8(ascii: "x")
    let digits = String(decoding: isHex ? number.dropFirst() : number, as: UTF8.self)
    guard let value = UInt32(digits, radix: isHex ? 16 : 10), Unicode.Scalar(value) != nil else {
      return false
    }
    return value >= 0x20 ? value & 0xfffe != 0xfffe : [0x09, 0x0a, 0x0d].contains(value)
  }
}
