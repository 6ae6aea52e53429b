import Bytes
package import Entities
import Folding

/// The meaning of a link's target: the file that it names, and the folder that it is relative to.
///
/// ```swift
/// let name = LinkName(.markdown, Array("../Three%20laws.md".utf8))
/// name.best(among: filesWithKey(name.key), from: note)
/// ```
package struct LinkName: Hashable, Sendable {
  package let kind: NoteScan.Link.Kind
  /// The target without escapes: `../Three laws.md`.
  package let target: [UInt8]
  /// The target without a note's extension: `../Three laws`.
  package let path: [UInt8]
  /// The note's extension, such as `md`, if the target has one.
  package let ending: [UInt8]?
  /// The key to look up files by: those with the same `LinkName.key(of:)` may be the target.
  package let key: [UInt8]

  /// `target`: as it is in the note, without part and text.
  package init(_ kind: NoteScan.Link.Kind, _ target: some Collection<UInt8>) {
    self.init(kind, plain: kind == .wiki ? Array(target) : Self.unescaped(target))
  }

  /// `target`: without escapes, like the `target` of another name.
  package init(_ kind: NoteScan.Link.Kind, plain target: [UInt8]) {
    self.kind = kind
    self.target = target
    (path, ending) = Self.withoutEnding(target)
    let name = NotePath(bytes: path).name.bytes
    let isID = path.starts(with: Self.scheme)
    key = isID ? Folding.name(name.dropFirst(Self.scheme.count)) : Self.key(ofName: name)
  }

  package init(_ link: NoteScan.Link, in bytes: Span<UInt8>) {
    self.init(link.kind, link.quote.unquoted(bytes.copy(link.target)))
  }

  /// Returns the key by which links find a file: a note's name without its extension, another
  /// file's whole name. A link to `a.md` may mean that file or `a.md.md`: both have the key `a`,
  /// and `best` decides.
  package static func key(of file: NotePath) -> [UInt8] { key(ofName: file.name.bytes) }

  private static func key(ofName name: [UInt8]) -> [UInt8] {
    var (name, ending) = withoutEnding(name)
    while ending != nil { (name, ending) = withoutEnding(name) }
    return Folding.name(name)
  }

  private static let scheme = Array("denote:".utf8)

  /// Whether it names a note by its id, as Denote does. The id is the key.
  var isID: Bool { path.starts(with: Self.scheme) }
  /// Whether it may name a note by its id, if no file has the name.
  var mayBeID: Bool { isID || isBare && ending == nil }
  /// Whether it begins at the vault's root, regardless of the note it is in.
  var isFromRoot: Bool { path.first == UInt8(ascii: "/") }
  /// Whether it names no folder.
  package var isBare: Bool { !path.contains(UInt8(ascii: "/")) }
  /// Whether it begins with `./` or `../`.
  var isDotted: Bool {
    path.starts(with: [0x2e, 0x2f]) || path.starts(with: [0x2e, 0x2e, 0x2f])
  }

  private static let endings = ["md", "markdown", "txt"].map { Array($0.utf8) }

  /// Returns the path without a note's extension, and the extension in lowercase. The extension of
  /// locked notes is removed too: a link means the note, locked or not.
  static func withoutEnding(_ path: [UInt8]) -> (path: [UInt8], ending: [UInt8]?) {
    if path.last.map(Byte.lowered) == UInt8(ascii: "e"), case let note = NotePath(bytes: path),
      note.isLocked
    {
      return withoutEnding(note.withoutLock.bytes)
    }
    guard let dot = path.lastIndex(of: UInt8(ascii: ".")), path.count - dot <= 9, dot > 0,
      path[dot - 1] != UInt8(ascii: "/")
    else { return (path, nil) }
    let ending = path[(dot + 1)...].map(Byte.lowered)
    return endings.contains(ending) ? (Array(path[..<dot]), ending) : (path, nil)
  }

  /// Decodes `%20` and removes backslashes before punctuation.
  static func unescaped(_ target: some Collection<UInt8>) -> [UInt8] {
    let target = Array(target)
    guard target.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "\\") }) else {
      return target
    }
    var plain: [UInt8] = []
    var index = 0
    while index < target.count {
      if let byte = Percent.byte(at: target[index...]) {
        plain.append(byte)
        index += 3
        continue
      }
      if target[index] == Byte.backslash, index + 1 < target.count,
        Byte.isPunctuation(target[index + 1])
      {
        index += 1
      }
      plain.append(target[index])
      index += 1
    }
    return plain
  }

}

extension UInt8? {
  /// Returns the text of a YAML value between these quotes.
  func unquoted(_ bytes: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let next = index + 1
      if self == UInt8(ascii: "'") && bytes[index] == UInt8(ascii: "'")
        || self == UInt8(ascii: "\"") && bytes[index] == UInt8(ascii: "\\"),
        next < bytes.count
      {
        index = next
      }
      plain.append(bytes[index])
      index += 1
    }
    return plain
  }

  /// Returns the YAML form of a value between these quotes.
  func quoted(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case UInt8(ascii: "'"): bytes.flatMap { $0 == UInt8(ascii: "'") ? [$0, $0] : [$0] }
    case UInt8(ascii: "\""):
      bytes.flatMap {
        $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") ? [UInt8(ascii: "\\"), $0] : [$0]
      }
    default: bytes
    }
  }
}
