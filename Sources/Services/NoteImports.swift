package import Entities

/// Brings the notes of other programs into a vault.
///
/// ```swift
/// let plan = try await imports.plan(request) { _ in true }
/// let report = await imports.carryOut(plan) { _ in true }
/// ```
package protocol NoteImports: Sendable {
  /// Reads all that is there, and says what would be made of it. Nothing is written.
  func plan(
    _ request: ImportRequest, watch: @escaping ImportWatch
  ) async throws(ImportError) -> ImportPlan

  /// Archives of other programs in the folders where they are left, the newest first.
  func found() async -> [ImportSource]

  /// Writes what was planned. Where it is stopped, or the program ends, the same import continues
  /// later.
  func carryOut(_ plan: ImportPlan, watch: @escaping ImportWatch) async -> ImportReport
}

/// Called with the progress; answers whether to continue.
package typealias ImportWatch = @Sendable (ImportProgress) -> Bool

package struct ImportProgress: Equatable, Sendable {
  package var notes: Int
  /// Nil while it is not known.
  package var all: Int?

  package init(notes: Int, of all: Int? = nil) {
    self.notes = notes
    self.all = all
  }
}

/// The programs and forms that notes are read from, by the names that a person types.
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
  /// What program's notes it holds.
  package var program: String

  /// Without a program its format says enough.
  package init(path: NotePath, format: ImportFormat, program: String? = nil) {
    self.path = path
    self.format = format
    self.program = program ?? format.title
  }
}

package struct ImportRequest: Equatable, Sendable {
  /// What is done with notes that an earlier import brought.
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

  /// Nil: detected from the files.
  package var format: ImportFormat?
  /// Absolute paths of files and folders.
  package var sources: [NotePath]
  /// A folder of the vault; nil for one named after the source.
  package var folder: NotePath?
  package var again = Again.skip
  /// What has no use here comes along as properties.
  package var keepsAllFields = false
  /// The source's own ids come along as a property.
  package var keepsIDs = false
  /// Each heading down to this level begins a note of its own; nil for none.
  package var splitLevel: Int?
  package static let splitLevels = 1...6
  /// The outermost items of an outline become paragraphs.
  package var isFlat = false

  package init(format: ImportFormat? = nil, sources: [NotePath]) {
    self.format = format
    self.sources = sources
  }
}

/// What an import will do.
package struct ImportPlan: Equatable, Sendable {
  package enum Fate: String, Sendable {
    case new
    /// It is here since an earlier import.
    case known
    /// It changed where it came from, and not here.
    case newer
    /// It changed in both.
    case changed
  }

  package struct Note: Equatable, Sendable {
    package var id: String
    package var title: String
    package var aliases: [String] = []
    package var part: Part?
    /// What its headings say, by the other names that links have for them.
    package var anchors: [String: String] = [:]
    package var path: NotePath
    package var fate: Fate
    /// An import that was cut off made it, and perhaps did not pin it or move it to the trash.
    package var wasCutOff = false
    /// Of what was read, so that a change is seen.
    package var digest: UInt64

    package init(id: String, title: String, path: NotePath, fate: Fate, digest: UInt64) {
      self.id = id
      self.title = title
      self.path = path
      self.fate = fate
      self.digest = digest
    }
  }

  /// Which part of a note of the source it is.
  package struct Part: Equatable, Sendable {
    package var of: String
    /// What its headings say; its own is the first.
    package var headings: [String] = []

    package init(of note: String) { of = note }
  }

  package struct File: Equatable, Sendable {
    package var id: String
    package var path: NotePath
    package var size: Int
    /// It is written; else it is there already, or the same as another one.
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

  /// How many notes and files it makes or writes again.
  package var changeCount: Int {
    notes.count { $0.fate == .new || $0.fate == .newer } + files.count(where: \.isNew)
  }

  /// What it makes, or what is here of it.
  package var paths: Set<NotePath> { Set(notes.map(\.path)).union(files.map(\.path)) }
}

/// Something that a person should know of an import.
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
  /// A line for each; but of many with one reason the first few, and how many more there are.
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

/// What an import did.
package struct ImportReport: Equatable, Sendable {
  package var made: [NotePath] = []
  package var updated: [NotePath] = []
  package var trashed: [NotePath] = []
  package var files: [NotePath] = []
  /// Left as they are, since they are here.
  package var known = 0
  /// Of these those that changed where they came from.
  package var changed: [ImportNotice] = []
  package var problems: [ImportNotice] = []
  /// Links that lead to nothing: in which note, and what they say.
  package var loose: [ImportNotice] = []
  package var wasStopped = false
  /// Nothing more was tried then.
  package var isDiskFull = false
  /// The note that says what went wrong, where something did.
  package var report: NotePath?

  package init() {}

  /// What is other than it was.
  package var notes: [NoteID] {
    (made + updated + trashed + (report.map { [$0] } ?? [])).map(NoteID.init)
  }
}

package enum ImportError: ExplainedError, Equatable, Sendable {
  case stopped
  case unreadable(String)
  /// No format fits what is there.
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
