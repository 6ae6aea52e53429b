package import Entities
package import Services

/// A note as another program had it, before it has a path in the vault.
package struct ImportedNote: Equatable, Sendable {
  /// What its source calls it: the same whenever it is read.
  package var id: String
  /// Empty where it has none.
  package var title: String
  /// Markdown. Links lead where the source wrote them to.
  package var text: [UInt8]
  /// The text begins with front matter, where `---` is its first line.
  package var hasFrontMatter = false
  package var created: Timestamp?
  package var changed: Timestamp?
  /// When it was made by the clock on a wall, where the source says no zone; it counts before `created`.
  package var localCreated: CivilTime?
  package var tags: [String] = []
  package var aliases: [String] = []
  /// What links within its source call it and its headings.
  package var names = LinkNames()
  /// The folders that it was in, from the outermost one.
  package var folder: [String] = []
  /// The folder of the source that its links begin in.
  package var linkFolder = ""
  package var isPinned = false
  package var isArchived = false
  package var isTrashed = false
  /// The page that it was made from.
  package var source: String?
  /// What else the source says of it, and has a use here.
  package var properties: [Property] = []
  /// What the source says and nobody asks for, unless all is asked for.
  package var extras: [Property] = []
  /// The note of the source that it is a part of, where that is split.
  package var part: ImportPlan.Part?
  /// What was lost on the way, as sentences for the report.
  package var losses: [String] = []

  package struct LinkNames: Equatable, Sendable {
    /// Names that only links within its source have for it.
    package var own: [String] = []
    /// What headings say that links name by an id.
    package var headings: [String: String] = [:]
  }

  package struct Property: Equatable, Sendable {
    package var name: String
    package var values: [String]
    package var type: PropertyType

    package init(_ name: String, _ values: [String], as type: PropertyType = .text) {
      self.name = name
      self.values = values
      self.type = type
    }
  }

  package init(id: String, title: String, text: [UInt8] = []) {
    self.id = id
    self.title = title
    self.text = text
  }

  /// The folders that its links begin in.
  var linkFolders: [String] { linkFolder.split(separator: "/").map(String.init) }
}

/// A file that notes of a source show or link.
package struct ImportedFile {
  /// What its source calls it: the same whenever it is read.
  package var id: String
  /// The name that it had; it may hold anything.
  package var name: String
  /// The note that it belongs to, where it is one note's.
  package var note: String?
  /// Where it stays; nil where files of notes go.
  package var folder: [String]?
  package var modified: Timestamp?
  /// Its bytes. Asked for at once or never.
  package var read: () throws(ImportFailure) -> [UInt8]

  package init(
    id: String, name: String, note: String? = nil, modified: Timestamp? = nil,
    read: @escaping () throws(ImportFailure) -> [UInt8]
  ) {
    self.id = id
    self.name = name
    self.note = note
    self.modified = modified
    self.read = read
  }
}

/// What a link in an imported text leads to.
package enum ImportTarget: Equatable, Sendable {
  /// A note by its id, and what of it.
  case note(String, part: String? = nil)
  /// A note by its title, or one of its other names.
  case titled(String, part: String? = nil)
  case file(String)
  /// The first of these that came along.
  case first([ImportTarget])
}
