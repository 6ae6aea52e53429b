import Bytes
package import Entities
import Glibc
package import Services

/// The files of this system.
package struct SystemFiles: OutsideFiles {
  /// The largest file that is read into memory.
  package static let largest = 512 << 20

  private let home: String
  private let folder: String

  /// `home` replaces `~`; other paths are relative to `folder`.
  package init(home: String, folder: String) {
    self.home = home
    self.folder = folder
  }

  package func path(typed: String) -> NotePath {
    var text = Array(typed.drop(while: \.isWhitespace).utf8)
    while let last = text.last, Byte.isBlank(last) || last == Byte.lineFeed { text.removeLast() }
    if text.isEmpty { return NotePath("") }
    let scheme = Array("file://".utf8)
    if text.starts(with: scheme), let path = Percent.decoded(text.dropFirst(scheme.count)) {
      return NotePath(bytes: path)
    }
    if let quote = text.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      text.count > 1, text.last == quote
    {
      return absolute(Array(text.dropFirst().dropLast()))
    }
    var path: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index] == Byte.backslash, index + 1 < text.count { index += 1 }
      path.append(text[index])
      index += 1
    }
    if path.starts(with: "~/".utf8) { path = Array(home.utf8) + path.dropFirst() }
    return absolute(path)
  }

  private func absolute(_ path: [UInt8]) -> NotePath {
    NotePath(bytes: path.first == slash ? path : Array(folder.utf8) + [slash] + path)
  }

  package func check(_ path: NotePath) throws(NoteStoreError) {
    let facts = try onBehalf(of: path, to: "attach", Posix.facts(path.bytes))
    guard facts.kind == .file else {
      throw .failed(path, action: "attach", reason: "it is \(facts.kind.words)")
    }
    guard facts.size <= Self.largest else {
      throw .failed(
        path, action: "attach", reason: "it has more than \(Self.largest >> 20) MB")
    }
  }

  @concurrent
  package func read(_ path: NotePath) async throws(NoteStoreError) -> [UInt8] {
    // Check before opening: opening a pipe would wait for its writer, and a device might act.
    try check(path)
    let bytes = try onBehalf(of: path, to: "attach") { () throws(SystemError) -> [UInt8]? in
      let file = try Posix.open(path.bytes, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY)
      let before = try Posix.facts(of: file.raw)
      guard before.kind == .file, before.size <= Self.largest else { return nil }
      let bytes = try Posix.read(file.raw, size: before.size)
      let isStill = try Posix.facts(of: file.raw) == before
      return isStill && bytes.count == before.size ? bytes : nil
    }
    if let bytes { return bytes }
    throw .failed(path, action: "attach", reason: "another program is writing to it")
  }
}
