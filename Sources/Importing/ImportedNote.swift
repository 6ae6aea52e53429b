import Archives
import Bytes
import Entities
import Services

/// A note as another program had it, before it has a path in the vault.
struct ImportedNote: Equatable, Sendable {
  /// The note's id in its source, the same in every reading.
  var id: String
  /// The title; empty if the note has none.
  var title: String
  /// The text as Markdown. Links are as the source wrote them.
  var text: [UInt8] = []
  /// Whether a `---` in the text's first line begins front matter.
  var hasFrontMatter = false
  var created: Timestamp?
  var changed: Timestamp?
  /// The local time of creation, if the source gives no time zone; used before `created`.
  var localCreated: CivilTime?
  var tags: [String] = []
  var aliases: [String] = []
  /// The names that links within the source use for the note and its headings.
  var names = LinkNames()
  /// The note's folders in the source, the outermost first.
  var folder: [String] = []
  /// The folder of the source to which the note's links are relative.
  var linkFolder = ""
  var isPinned = false
  var isArchived = false
  var isTrashed = false
  /// The address of the web page that the note was made from.
  var source: String?
  /// Other facts from the source that are useful here.
  var properties: [Property] = []
  /// Details from the source that are imported only on request.
  var extras: [Property] = []
  /// The note of the source that this is a part of, where that was split.
  var part: ImportPlan.Part?
  /// What could not be imported, as sentences for the report.
  var losses: [String] = []

  struct LinkNames: Equatable, Sendable {
    /// Names of the note that only links within the source use.
    var own: [String] = []
    /// The text of headings, by the ids that links use for them.
    var headings: [String: String] = [:]
  }

  struct Property: Equatable, Sendable {
    var name: String
    var values: [String]
    var type: PropertyType

    init(_ name: String, _ values: [String], as type: PropertyType = .text) {
      self.name = name
      self.values = values
      self.type = type
    }
  }

  /// The folders to which the note's links are relative.
  var linkFolders: [String] { linkFolder.split(separator: "/").map(String.init) }
}

/// A file that notes of a source show or link to.
struct ImportedFile {
  /// The file's id in its source, the same in every reading.
  var id: String
  /// The original name, which may have any characters.
  var name: String
  /// The id of the note that the file belongs to, if it belongs to one.
  var note: String?
  /// The file's folder; nil for the folder of attachments.
  var folder: [String]?
  var modified: Timestamp?
  /// Reads the file's bytes. Called during `add` or never.
  var read: () throws(ImportFailure) -> [UInt8]
}

extension ImportedNote {
  /// Makes a note from a file of the source.
  init(_ entry: SourceTree.Entry, title: String, text: [UInt8] = []) {
    self.init(id: entry.path, title: title, text: text)
    folder = entry.folder
    linkFolder = entry.folder.joined(separator: "/")
    changed = entry.modified
  }

  /// Ends the last line, if it has no line end.
  mutating func endLine() {
    if !text.isEmpty, text.last != Byte.lineFeed { text.append(Byte.lineFeed) }
  }

  mutating func star() { properties.append(.init("starred", ["true"], as: .checkbox)) }
}

extension ImportedFile {
  private static let largest = 1 << 30

  /// Makes a file from one of the source, unchanged.
  init(
    _ entry: SourceTree.Entry, of source: SourceTree, id: String? = nil, name: String? = nil,
    note: String? = nil
  ) {
    self.init(
      id: id ?? entry.path, name: name ?? entry.name, note: note, modified: entry.modified
    ) { () throws(ImportFailure) in try source.read(entry, atMost: Self.largest) }
  }
}

/// The target of a link in an imported text.
enum ImportTarget: Equatable, Sendable {
  /// A note by its id, and the part of the note.
  case note(String, part: String? = nil)
  /// A note by its title or one of its other names.
  case titled(String, part: String? = nil)
  case file(String)
  /// The first of these targets that was imported.
  case first([ImportTarget])
}
