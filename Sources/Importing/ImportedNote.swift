import Archives
import Bytes
import Entities
import Services

/// A note as another program had it, before it has a path in the vault.
struct ImportedNote: Equatable, Sendable {
  /// What its source calls it: the same whenever it is read.
  var id: String
  /// Empty where it has none.
  var title: String
  /// Markdown. Links lead where the source wrote them to.
  var text: [UInt8] = []
  /// The text begins with front matter, where `---` is its first line.
  var hasFrontMatter = false
  var created: Timestamp?
  var changed: Timestamp?
  /// When it was made by the clock on a wall, where the source says no zone; it counts before `created`.
  var localCreated: CivilTime?
  var tags: [String] = []
  var aliases: [String] = []
  /// What links within its source call it and its headings.
  var names = LinkNames()
  /// The folders that it was in, from the outermost one.
  var folder: [String] = []
  /// The folder of the source that its links begin in.
  var linkFolder = ""
  var isPinned = false
  var isArchived = false
  var isTrashed = false
  /// The page that it was made from.
  var source: String?
  /// What else the source says of it, and has a use here.
  var properties: [Property] = []
  /// Details of the source that are imported only on request.
  var extras: [Property] = []
  /// The note of the source that it is a part of, where that is split.
  var part: ImportPlan.Part?
  /// What was lost on the way, as sentences for the report.
  var losses: [String] = []

  struct LinkNames: Equatable, Sendable {
    /// Names that only links within its source have for it.
    var own: [String] = []
    /// What headings say that links name by an id.
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

  /// The folders that its links begin in.
  var linkFolders: [String] { linkFolder.split(separator: "/").map(String.init) }
}

/// A file that notes of a source show or link.
struct ImportedFile {
  /// What its source calls it: the same whenever it is read.
  var id: String
  /// The name that it had; it may hold anything.
  var name: String
  /// The note that it belongs to, where it is one note's.
  var note: String?
  /// Where it stays; nil where files of notes go.
  var folder: [String]?
  var modified: Timestamp?
  /// Its bytes. Asked for at once or never.
  var read: () throws(ImportFailure) -> [UInt8]
}

extension ImportedNote {
  /// One that is a file of its source.
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

  /// A file of the source as it is there.
  init(
    _ entry: SourceTree.Entry, of source: SourceTree, id: String? = nil, name: String? = nil,
    note: String? = nil
  ) {
    self.init(
      id: id ?? entry.path, name: name ?? entry.name, note: note, modified: entry.modified
    ) { () throws(ImportFailure) in try source.read(entry, atMost: Self.largest) }
  }
}

/// What a link in an imported text leads to.
enum ImportTarget: Equatable, Sendable {
  /// A note by its id, and what of it.
  case note(String, part: String? = nil)
  /// A note by its title, or one of its other names.
  case titled(String, part: String? = nil)
  case file(String)
  /// The first of these that came along.
  case first([ImportTarget])
}
