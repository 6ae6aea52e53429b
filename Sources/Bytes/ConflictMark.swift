/// The lines around two versions of the same lines in one text, as git writes them:
///
///     <<<<<<< laptop 2026-03-02 09:00
///     one
///     =======
///     other
///     >>>>>>> phone 2026-03-02 09:05
///
/// If a version contains such lines itself, the marks are longer than those.
package enum ConflictMark: Sendable {
  case opening
  /// Some programs include the common origin between the first version and the middle.
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

  /// Parses a line without its ending: returns the mark, its length, and the name after it.
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

  /// Returns the mark that consists of this character.
  package static func mark(of sign: UInt8) -> ConflictMark? {
    switch sign {
    case UInt8(ascii: "<"): .opening
    case UInt8(ascii: "|"): .base
    case UInt8(ascii: "="): .middle
    case UInt8(ascii: ">"): .closing
    default: nil
    }
  }

  /// Returns the mark's line, without its ending.
  package func line(_ name: String, length: Int = shortest) -> [UInt8] {
    let signs = [UInt8](repeating: sign, count: length)
    let plain = name.utf8.map { $0 < 0x20 || $0 == 0x7f ? 0x20 : $0 }
    return plain.isEmpty || self == .middle ? signs : signs + [UInt8(ascii: " ")] + plain
  }
}
