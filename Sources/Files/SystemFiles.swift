import Bytes
package import Entities
import Glibc
package import Services

/// The files of this system.
package struct SystemFiles: OutsideFiles {
  /// The largest file that is read into memory.
  package static let largest = 512 << 20
  /// The most entries of a folder that are read.
  private static let mostEntries = 10_000

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
    if path == [Byte.tilde] || path.starts(with: "~/".utf8) {
      path = Array(home.utf8) + path.dropFirst()
    }
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
  /// Leaves out names that are not UTF-8, which cannot be typed, and what is neither file nor folder.
  @concurrent
  package func entries(in folder: NotePath) async -> [OutsideEntry] {
    guard let reader = try? FolderReader(folder.bytes) else { return [] }
    var entries: [OutsideEntry] = []
    while entries.count < Self.mostEntries, let entry = (try? reader.next()) ?? nil {
      guard let name = String(validating: entry.bytes, as: UTF8.self) else { continue }
      var kind: FileFacts.Kind? = Self.kinds[entry.type]
      if kind == nil {
        kind = (try? Posix.facts(entry.name, in: reader.raw, followingLink: true))?.kind
      }
      guard kind == .file || kind == .folder else { continue }
      entries.append(OutsideEntry(name: name, isFolder: kind == .folder))
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// The kinds that the folder itself names; a link is what it leads to.
  private static let kinds: [Int: FileFacts.Kind] = [
    Int(DT_REG): .file, Int(DT_DIR): .folder, Int(DT_FIFO): .pipe, Int(DT_SOCK): .socket,
    Int(DT_CHR): .device, Int(DT_BLK): .device,
  ]
}
