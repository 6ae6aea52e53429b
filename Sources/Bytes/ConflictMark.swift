/// The lines around two versions of the same lines in one text, as git writes them:
///
///     <<<<<<< laptop 2026-03-02 09:00
///     one
///     =======
///     other
///     >>>>>>> phone 2026-03-02 09:05
///
/// Where a version has such lines itself, the marks are longer than those.
package enum ConflictMark: Sendable {
  case opening
  /// Some programs put what both versions came of between the first one and the middle.
  case base
  case middle
  case closing

  package static let shortest = 7

  package var sign: UInt8 {
    switch self {
    case .opening: UInt8(ascii: "<")
    case .base: UInt8(ascii: "|")
    case .middle: UInt8(ascii: "=")
    case .closing: UInt8(ascii: ">")
    }
  }

  /// The mark that a line is, how long, and the name behind it. `line` is without its ending.
  package static func read(
    _ line: some Collection<UInt8>
  ) -> (mark: ConflictMark, length: Int, name: String)? {
    guard let first = line.first, let mark = mark(of: first) else { return nil }
    let rest = line.drop { $0 == first }
    let length = line.count - rest.count
    guard length >= shortest else { return nil }
    if mark == .middle { return rest.isEmpty ? (mark, length, "") : nil }
    guard rest.isEmpty || rest.first == UInt8(ascii: " ") else { return nil }
    return (mark, length, String(decoding: rest.dropFirst(), as: UTF8.self))
  }

  /// The mark that such signs are.
  package static func mark(of sign: UInt8) -> ConflictMark? {
    switch sign {
    case UInt8(ascii: "<"): .opening
    case UInt8(ascii: "|"): .base
    case UInt8(ascii: "="): .middle
    case UInt8(ascii: ">"): .closing
    default: nil
    }
  }

  /// The mark's line, without its ending.
  package func line(_ name: String, length: Int = shortest) -> [UInt8] {
    let signs = [UInt8](repeating: sign, count: length)
    let plain = name.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
    return plain.isEmpty || self == .middle ? signs : signs + [UInt8(ascii: " ")] + plain
  }
}
