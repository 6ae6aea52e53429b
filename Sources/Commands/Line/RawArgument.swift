package import Entities

/// One word of a command line, in bytes, because a file's name need not be UTF-8.
package struct RawArgument: Hashable, Sendable, ExpressibleByStringLiteral {
  package var bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }
  package init(stringLiteral text: String) { self.init(text) }

  /// The text for display. Invalid UTF-8 becomes U+FFFD.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var path: NotePath { NotePath(bytes: bytes) }

  /// Whether this is `-`, which means standard input.
  var isStandardInput: Bool { bytes.elementsEqual("-".utf8) }
}

/// Makes typed paths absolute, without dots and double slashes. It does not access the disk.
enum AbsolutePath {
  private static let slash = UInt8(ascii: "/")

  package static func of(_ written: RawArgument, from folder: String) -> NotePath {
    let whole =
      written.bytes.first == slash ? written.bytes : Array(folder.utf8) + [slash] + written.bytes
    return NotePath(bytes: [slash] + joined(parts(of: whole)))
  }

  /// Returns the path relative to `folder`, both absolute; nil if it is outside.
  static func inside(_ folder: NotePath, _ path: NotePath) -> NotePath? {
    let (outer, inner) = (parts(of: folder.bytes), parts(of: path.bytes))
    guard inner.starts(with: outer) else { return nil }
    return NotePath(bytes: joined(Array(inner.dropFirst(outer.count))))
  }

  /// The same for a path that may lead into the folder through links above its last component.
  /// `real` resolves links. The last folders of the path need not exist yet.
  static func inside(
    _ folder: NotePath, _ path: NotePath, following real: (NotePath) -> NotePath?
  ) -> NotePath? {
    if let inside = inside(folder, path) { return inside }
    let parts = parts(of: path.bytes)
    for count in (0..<max(parts.count, 1)).reversed() {
      let above = NotePath(bytes: [slash] + joined(Array(parts.prefix(count))))
      guard let real = real(above) else { continue }
      let rest = joined(Array(parts.dropFirst(count)))
      return inside(folder, NotePath(bytes: real.bytes + [slash] + rest))
    }
    return nil
  }

  static func parts(of path: [UInt8]) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    for part in path.split(separator: slash) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) {
        _ = parts.popLast()
      } else {
        parts.append(Array(part))
      }
    }
    return parts
  }

  private static func joined(_ parts: [[UInt8]]) -> [UInt8] {
    Array(parts.joined(separator: [slash]))
  }
}
