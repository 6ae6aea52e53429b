package import Entities

/// The files of a vault, for tables of them.
package protocol FileTables: Sendable {
  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable
}

/// What is read of all files at once. A smaller request is answered sooner; anything else about a
/// file is read when it is needed.
package struct FileTableRequest: Equatable, Sendable {
  /// The files that are wanted; nil for all. The rows may contain others too.
  package var scope: FileScope?
  /// The keys of properties, as `Folding.name` returns them; nil for all.
  package var properties: Set<[UInt8]>? = []
  package var hasTags = false
  package var hasFacts = false
  /// Fields in the text with one of the keys that `properties` names.
  package var hasFields = false

  package init() {}
}

/// What files must have. Names are compared without case.
package indirect enum FileScope: Equatable, Sendable {
  case note
  /// This tag or one below it.
  case tag(String)
  /// In this folder or a folder below it.
  case folder(String)
  /// At this path, with or without a note's `.md`.
  case path(String)
  /// A property of this key.
  case property([UInt8])
  /// A field of this key in the text.
  case field([UInt8])
  /// A property or field with this key whose value is this text, or a link.
  case text([UInt8], String)
  /// A property or field with this key whose value is in this range, or is no number: in quotes it
  /// is text.
  case number([UInt8], ClosedRange<Double>)
  case all([FileScope])
  case any([FileScope])

  /// Whether only notes can match.
  package var isOfNotes: Bool {
    switch self {
    case .note, .tag, .property, .field, .text, .number: true
    case .folder, .path: false
    case .all(let scopes): scopes.contains(where: \.isOfNotes)
    case .any(let scopes): scopes.allSatisfy(\.isOfNotes)
    }
  }
}

/// Files in the order of their paths: notes and all others. Asking for more than the rows may wait
/// for the disk, and returns the current state.
package protocol FileTable: Sendable {
  var rows: [FileRow] { get }
  /// All data of one file, even if it is not among the rows.
  func row(at path: NotePath) -> FileRow?
  /// The file that a link in `source` with this name or path leads to.
  func path(named target: String, from source: NotePath) -> NotePath?
  /// The links of a note that stay within the vault.
  func links(of path: NotePath) -> [FileLink]
  /// The files with a link to this one, in their order.
  func sources(ofLinksTo path: NotePath) -> [NotePath]
}

package struct FileLink: Equatable, Sendable {
  /// The target as written, without the display text.
  package var target: String
  package var isEmbed: Bool
  /// The display text; nil if the link has none.
  package var words: String?
  /// The target as Obsidian reads it; nil if it is the same.
  package var inObsidian: String?

  package init(
    target: String, isEmbed: Bool, words: String? = nil, inObsidian: String? = nil
  ) {
    (self.target, self.isEmbed, self.words, self.inObsidian) = (target, isEmbed, words, inObsidian)
  }
}

package struct FileRow: Sendable {
  package struct Property: Sendable {
    package var key: [UInt8]
    package var name: String
    /// The first value as written.
    package var text: String
    package var value: PropertyValue

    package init(key: [UInt8], name: String, text: String, value: PropertyValue) {
      (self.key, self.name, self.text, self.value) = (key, name, text, value)
    }
  }

  /// `key:: value` in the text of a note.
  package struct Field: Equatable, Sendable {
    /// Counted from 1.
    package var line: Int
    package var key: [UInt8]
    package var name: String
    package var text: String

    package init(line: Int, key: [UInt8], name: String, text: String) {
      (self.line, self.key, self.name, self.text) = (line, key, name, text)
    }
  }

  package var path: NotePath
  package var size = 0
  package var created = Timestamp(seconds: 0)
  package var modified = Timestamp(seconds: 0)
  /// Without `#`.
  package var tags: [String] = []
  package var properties: [Property] = []
  package var fields: [Field] = []

  package init(path: NotePath) { self.path = path }
}
