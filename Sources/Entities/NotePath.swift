/// A file's path inside its vault, as the bytes the file system gave: `daily/2026-03-02.md`.
///
/// Two names that look alike but differ in bytes (NFC and NFD, say) are two files, so paths are
/// compared by their bytes and never as `String`, which would take them as equal.
package struct NotePath: Hashable, Sendable, Comparable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The path as text. Bytes that are not UTF-8 show as U+FFFD: for display, not for opening.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The last part of the path: `2026-03-02.md`.
  package var name: NotePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return self }
    return NotePath(bytes: Array(bytes[(slash + 1)...]))
  }

  /// The folder part, empty at the vault's root.
  package var folder: NotePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return NotePath(bytes: []) }
    return NotePath(bytes: Array(bytes[..<slash]))
  }

  /// Whether it is the name of a locked note: `Diary.md.age`.
  package var isLocked: Bool { bytes.withUnsafeBytes(NoteFileName.isLocked) }

  /// Whether a file of this name is a note.
  package var isOfNote: Bool { name.bytes.withUnsafeBytes(NoteFileName.isNote) }

  /// A picture, a sound, a film or a PDF: what Obsidian shows within notes.
  package var isOfMedia: Bool {
    let ending = name.bytes.dropFirst(stem.bytes.count + 1)
    return Self.media.contains(String(decoding: ending, as: UTF8.self).lowercased())
  }

  private static let media: Set = [
    "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp", "pdf",
    "3gp", "flac", "m4a", "mp3", "ogg", "wav", "mkv", "mov", "mp4", "ogv", "webm",
  ]

  /// Whether it is the name of a file of bases.
  package var isBase: Bool {
    bytes.suffix(5).map(NoteFileName.lowercased).elementsEqual(".base".utf8)
  }

  /// Whether a part of it begins with a dot: no part of a vault then.
  package var isHidden: Bool {
    bytes.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }

  /// Whether it is in this folder, or in one below it.
  package func isBelow(_ folder: NotePath) -> Bool {
    folder.bytes.isEmpty
      || bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
        && bytes.starts(with: folder.bytes)
  }

  /// The name of a note once it is locked, and of a locked one without its lock.
  package var withLock: NotePath { NotePath(bytes: bytes + NoteFileName.lockedEnding) }
  package var withoutLock: NotePath {
    isLocked ? NotePath(bytes: Array(bytes.dropLast(NoteFileName.lockedEnding.count))) : self
  }

  /// The name without its extension: `2026-03-02`; of a locked note without both of its own.
  package var stem: NotePath {
    if bytes.last.map(NoteFileName.lowercased) == UInt8(ascii: "e"), isLocked {
      return withoutLock.stem
    }
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self.name }
    return NotePath(bytes: Array(name[..<dot]))
  }

  package func appending(_ part: NotePath) -> NotePath {
    bytes.isEmpty ? part : NotePath(bytes: bytes + [UInt8(ascii: "/")] + part.bytes)
  }

  package static func < (left: NotePath, right: NotePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// What names a note everywhere: its path in the vault.
package struct NoteID: Hashable, Sendable {
  package let path: NotePath

  package init(_ path: NotePath) { self.path = path }
  package init(_ text: String) { path = NotePath(text) }
}

/// A remote may send names and settings of any length: in a sentence only the beginning and the end show.
extension String {
  private static let mostShown = 200

  package var cutInMessages: String {
    let scalars = unicodeScalars
    guard scalars.count > Self.mostShown else { return self }
    let half = Self.mostShown / 2
    return String(scalars.prefix(half)) + " … " + String(scalars.suffix(half))
  }
}

extension NotePath {
  /// Its text in a sentence.
  package var shortText: String { text.cutInMessages }
}
