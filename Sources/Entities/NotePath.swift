/// A file's path inside its vault, in the bytes of the file system: `daily/2026-03-02.md`.
///
/// Two names that look alike but differ in bytes, as in NFC and NFD, are two files. So paths
/// compare by bytes and never as `String`, which would treat them as equal.
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

  /// The path of the folder; empty at the vault's root.
  package var folder: NotePath {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return NotePath(bytes: []) }
    return NotePath(bytes: Array(bytes[..<slash]))
  }

  /// Whether this is the name of a locked note: `Diary.md.age`.
  package var isLocked: Bool { bytes.withUnsafeBytes(NoteFileName.isLocked) }

  /// Whether a file of this name is a note.
  package var isOfNote: Bool { name.bytes.withUnsafeBytes(NoteFileName.isNote) }

  /// Whether this is a picture, sound, video or PDF, which Obsidian shows within notes.
  package var isMedia: Bool {
    let ending = name.bytes.dropFirst(stem.bytes.count + 1)
    return Self.media.contains(String(decoding: ending, as: UTF8.self).lowercased())
  }

  private static let media: Set = [
    "avif", "bmp", "gif", "jpeg", "jpg", "png", "svg", "webp", "pdf",
    "3gp", "flac", "m4a", "mp3", "ogg", "wav", "mkv", "mov", "mp4", "ogv", "webm",
  ]

  package var isBase: Bool {
    bytes.suffix(5).map(NoteFileName.lowercased).elementsEqual(".base".utf8)
  }

  /// Whether a component begins with a dot. Such files do not belong to a vault.
  package var isHidden: Bool {
    bytes.split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }

  /// Obsidian's bookmarks: the only hidden file that is changed like a note.
  package static let bookmarks = NotePath(".obsidian/bookmarks.json")

  /// Whether the path is in this folder or in one below.
  package func isBelow(_ folder: NotePath) -> Bool {
    folder.bytes.isEmpty
      || bytes.count > folder.bytes.count && bytes[folder.bytes.count] == UInt8(ascii: "/")
        && bytes.starts(with: folder.bytes)
  }

  /// A note's name when it is locked.
  package var withLock: NotePath { NotePath(bytes: bytes + NoteFileName.lockedEnding) }
  package var withoutLock: NotePath {
    isLocked ? NotePath(bytes: Array(bytes.dropLast(NoteFileName.lockedEnding.count))) : self
  }

  /// The name without its extension: `2026-03-02`. A locked note loses both extensions.
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

/// A note's identity: its path in the vault.
package struct NoteID: Hashable, Sendable {
  package let path: NotePath

  package init(_ path: NotePath) { self.path = path }
  package init(_ text: String) { path = NotePath(text) }
}

/// Truncation for messages: names and settings from a remote can have any length, so only the
/// beginning and the end show.
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
  /// The path as text, truncated for a message.
  package var shortText: String { text.cutInMessages }
}
