package import Entities

/// The files of a vault, for tables of them.
package protocol FileTables: Sendable {
  func table(_ request: FileTableRequest) async throws(NoteIndexError) -> any FileTable
}

/// What is read of all files at once. The less it is, the sooner it is there: what else is asked of one
/// file later is read then.
package struct FileTableRequest: Equatable, Sendable {
  /// Only files that fit it are wanted; all without. Others may be among the rows.
  package var scope: FileScope?
  /// The keys of properties, as `Folding.name` makes them; nil for all.
  package var properties: Set<[UInt8]>? = []
  package var hasTags = false
  package var hasFacts = false
  /// Fields in the text with one of the keys that `properties` names.
  package var hasFields = false

  package init() {}
}

/// What files must have. Names are taken without case.
package indirect enum FileScope: Equatable, Sendable {
  /// A note.
  case note
  /// This tag or one below it.
  case tag(String)
  /// In this folder or one below it.
  case folder(String)
  /// At this path, which may leave a note's `.md` out.
  case path(String)
  /// A property of this key.
  case property([UInt8])
  /// A field of this key in the text.
  case field([UInt8])
  /// One of this key that is this text, or a link.
  case text([UInt8], String)
  /// One of this key in this range, or one that is no number: in quotes it is a text.
  case number([UInt8], ClosedRange<Double>)
  case all([FileScope])
  case any([FileScope])

  /// Whether no file fits that is not a note.
  package var isOfNotes: Bool {
    switch self {
    case .note, .tag, .property, .field, .text, .number: true
    case .folder, .path: false
    case .all(let scopes): scopes.contains(where: \.isOfNotes)
    case .any(let scopes): scopes.allSatisfy(\.isOfNotes)
    }
  }
}

/// Files in the order of their paths: notes and all others. Asking for more than the rows may wait for
/// the disk, and is answered as things are then.
package protocol FileTable: Sendable {
  var rows: [FileRow] { get }
  /// All of one file, also of one that is not among the rows.
  func row(at path: NotePath) -> FileRow?
  /// The file that a name or a path means, as a link in `source` has it.
  func path(named target: String, from source: NotePath) -> NotePath?
  /// Those within the vault that a note has.
  func links(of path: NotePath) -> [FileLink]
  /// The files with a link to this one, in their order.
  func sources(ofLinksTo path: NotePath) -> [NotePath]
}

package struct FileLink: Equatable, Sendable {
  /// As written, without what is shown for it.
  package var target: String
  package var isEmbed: Bool
  /// What is shown for it; nil where it says none.
  package var words: String?
  /// The target as Obsidian reads it; nil where that is the same.
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
    /// The first value as it is written.
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
