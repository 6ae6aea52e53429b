package import Entities

/// Imports the notes of other programs into a vault.
///
/// ```swift
/// let plan = try await imports.plan(request) { _ in true }
/// let report = await imports.carryOut(plan) { _ in true }
/// ```
package protocol NoteImports: Sendable {
  /// Reads everything and returns what would be imported. Nothing is written.
  func plan(
    _ request: ImportRequest, watch: @escaping ImportWatch
  ) async throws(ImportError) -> ImportPlan

  /// Returns exports of other programs found in the usual folders, newest first.
  func found() async -> [ImportSource]

  /// Writes what was planned. If it is stopped, or the program ends, the same import can continue
  /// later.
  func carryOut(_ plan: ImportPlan, watch: @escaping ImportWatch) async -> ImportReport
}

/// Receives the progress and returns whether to continue.
package typealias ImportWatch = @Sendable (ImportProgress) -> Bool

package struct ImportProgress: Equatable, Sendable {
  package var notes: Int
  /// Nil while it is unknown.
  package var all: Int?

  package init(notes: Int, of all: Int? = nil) {
    self.notes = notes
    self.all = all
  }
}

/// The import formats, by the names that a user types.
package enum ImportFormat: String, CaseIterable, Sendable {
  case markdown, evernote, joplin, keep, notion, textbundle, simplenote
  case standardNotes = "standard-notes"
  case jrnl, roam, logseq
  case dayOne = "day-one"
  case org, opml, tiddlywiki
  case appleNotes = "apple-notes"
  case zim

  package var title: String {
    switch self {
    case .markdown: "Markdown, HTML and text"
    case .evernote: "Evernote"
    case .joplin: "Joplin"
    case .keep: "Google Keep"
    case .notion: "Notion"
    case .textbundle: "TextBundle and Bear"
    case .simplenote: "Simplenote"
    case .standardNotes: "Standard Notes"
    case .jrnl: "jrnl"
    case .roam: "Roam"
    case .logseq: "Logseq"
    case .dayOne: "Day One"
    case .org: "Org"
    case .opml: "OPML"
    case .tiddlywiki: "TiddlyWiki"
    case .appleNotes: "Apple Notes"
    case .zim: "Zim"
    }
  }
}

/// An archive or a folder of notes that was found.
package struct ImportSource: Equatable, Sendable {
  package var path: NotePath
  package var format: ImportFormat
  /// The program whose notes it contains.
  package var program: String

  /// Without a program, the format's title is used.
  package init(path: NotePath, format: ImportFormat, program: String? = nil) {
    self.path = path
    self.format = format
    self.program = program ?? format.title
  }
}

package struct ImportRequest: Equatable, Sendable {
  /// What to do with notes of an earlier import.
  package enum Again: String, CaseIterable, Sendable {
    case skip, newer, copy

    package var title: String {
      switch self {
      case .skip: "leave them as they are"
      case .newer: "take over what changed there, and not here"
      case .copy: "bring all of it once more"
      }
    }
  }

  /// Nil to detect it from the files.
  package var format: ImportFormat?
  /// Absolute paths of files and folders.
  package var sources: [NotePath]
  /// A folder of the vault; nil for one named after the source.
  package var folder: NotePath?
  package var again = Again.skip
  /// Whether fields without a use here become properties.
  package var keepsAllFields = false
  /// Whether the source's ids become a property.
  package var keepsIDs = false
  /// Each heading down to this level begins a separate note; nil for none.
  package var splitLevel: Int?
  package static let splitLevels = 1...6
  /// Whether the outermost items of an outline become paragraphs.
  package var isFlat = false

  package init(format: ImportFormat? = nil, sources: [NotePath]) {
    self.format = format
    self.sources = sources
  }
}

package struct ImportPlan: Equatable, Sendable {
  package enum Fate: String, Sendable {
    case new
    /// An earlier import brought it.
    case known
    /// It changed in the source, but not here.
    case newer
    /// It changed in the source and here.
    case changed
  }

  package struct Note: Equatable, Sendable {
    package var id: String
    package var title: String
    package var aliases: [String] = []
    package var part: Part?
    /// The text of its headings, by the names that links in the source use for them.
    package var anchors: [String: String] = [:]
    package var path: NotePath
    package var fate: Fate
    /// An import that was cut off made it, and perhaps did not pin it or move it to the trash.
    package var wasInterrupted = false
    /// The digest of the source, to detect later changes.
    package var digest: UInt64

    package init(id: String, title: String, path: NotePath, fate: Fate, digest: UInt64) {
      self.id = id
      self.title = title
      self.path = path
      self.fate = fate
      self.digest = digest
    }
  }

  /// A part of a note of the source.
  package struct Part: Equatable, Sendable {
    package var of: String
    /// The headings above and in it; its own is the first.
    package var headings: [String] = []

    package init(of note: String) { of = note }
  }

  package struct File: Equatable, Sendable {
    package var id: String
    package var path: NotePath
    package var size: Int
    /// Whether it will be written; false if it exists already, or equals another file.
    package var isNew: Bool

    package init(id: String, path: NotePath, size: Int, isNew: Bool) {
      self.id = id
      self.path = path
      self.size = size
      self.isNew = isNew
    }
  }

  package var request: ImportRequest
  package var format: ImportFormat
  package var folder: NotePath
  package var notes: [Note] = []
  package var files: [File] = []
  package var problems: [ImportNotice] = []

  package init(_ request: ImportRequest, format: ImportFormat, folder: NotePath) {
    self.request = request
    self.format = format
    self.folder = folder
  }

  /// The number of notes and files that it writes.
  package var changeCount: Int {
    notes.count { $0.fate == .new || $0.fate == .newer } + files.count(where: \.isNew)
  }

  /// The paths that it writes, or that an earlier import wrote.
  package var paths: Set<NotePath> { Set(notes.map(\.path)).union(files.map(\.path)) }
}

/// A message about an import.
package struct ImportNotice: Hashable, Sendable {
  /// The note or file, as its source names it.
  package var of: String
  /// A sentence.
  package var reason: String

  package init(of name: String, _ reason: String) {
    of = name
    self.reason = reason
  }
}

extension [ImportNotice] {
  /// Makes a line for each notice, but only ten for one reason, and a line that counts the rest.
  package func folded<Line>(
    _ line: (ImportNotice) -> Line, rest: (_ words: String) -> Line
  ) -> [Line] {
    let most = 10
    var counts: [String: Int] = [:]
    for notice in self { counts[notice.reason, default: 0] += 1 }
    var listed: [String: Int] = [:]
    return flatMap { notice -> [Line] in
      let number = listed[notice.reason, default: 0] + 1
      listed[notice.reason] = number
      let others = (counts[notice.reason] ?? 0) - most
      if number < most || others < 2 { return [line(notice)] }
      return number == most ? [line(notice), rest("and \(others) more like this one")] : []
    }
  }
}

package struct ImportReport: Equatable, Sendable {
  package var made: [NotePath] = []
  package var updated: [NotePath] = []
  package var trashed: [NotePath] = []
  package var files: [NotePath] = []
  /// The number of notes skipped because an earlier import brought them.
  package var known = 0
  /// Those of them that changed in the source.
  package var changed: [ImportNotice] = []
  package var problems: [ImportNotice] = []
  /// Links that lead nowhere: the note and the link.
  package var brokenLinks: [ImportNotice] = []
  package var wasStopped = false
  /// The disk was full, and nothing more was tried.
  package var isDiskFull = false
  /// The note with the list of problems, if there were any.
  package var report: NotePath?

  package init() {}

  /// The notes that changed.
  package var notes: [NoteID] {
    (made + updated + trashed + (report.map { [$0] } ?? [])).map(NoteID.init)
  }
}

package enum ImportError: ExplainedError, Equatable, Sendable {
  case stopped
  case unreadable(String)
  /// The files are in no known format.
  case unknown(String)
  case noNotes(String, format: ImportFormat)
  case folder(NotePath, reason: String)
  case store(NoteStoreError)

  package var message: String {
    switch self {
    case .stopped: "Stopped; nothing was changed."
    case .unreadable(let sentence): sentence
    case .unknown(let name):
      "\(name) is not a known export. Name its format: "
        + ImportFormat.allCases.map(\.rawValue).joined(separator: ", ") + "."
    case .noNotes(let name, let format):
      "\(name) holds no notes of \(format.title). Name the format that it has."
    case .folder(let path, let reason): "\(path.text) can be no folder of notes: \(reason)."
    case .store(let error): error.message
    }
  }
}
