package import Entities
package import Services

/// The notes and files of earlier imports, so that nothing is imported twice.
package struct ImportedNotes: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var path: NotePath
    /// The digest of what was read.
    package var source: UInt64
    /// The digest of the text that was written; 0 if the import was cut off before that.
    package var written: UInt64

    package init(path: NotePath, source: UInt64, written: UInt64 = 0) {
      self.path = path
      self.source = source
      self.written = written
    }
  }

  /// Keys are the format's name, a blank, and a note's id in the source or `file:` and a file's.
  package var entries: [String: Entry]

  package init(_ entries: [String: Entry] = [:]) { self.entries = entries }

  package subscript(format: ImportFormat, id: String) -> Entry? {
    get { entries["\(format.rawValue) \(id)"] }
    set { entries["\(format.rawValue) \(id)"] = newValue }
  }

  /// The key of a file, distinct from the keys of notes.
  package static func name(ofFile id: String) -> String { "file:\(id)" }

  package subscript(format: ImportFormat, file id: String) -> Entry? {
    self[format, Self.name(ofFile: id)]
  }

  /// Updates the paths of notes that moved.
  package mutating func follow(_ moves: [NoteMove]) {
    let paths = moves.targets
    for (key, entry) in entries { if let new = paths[entry.path] { entries[key]?.path = new } }
  }
}

extension ImportedNotes: GrowingValue {
  package mutating func add(_ more: ImportedNotes) {
    entries.merge(more.entries) { _, new in new }
  }
}
