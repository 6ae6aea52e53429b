package import Entities
package import NoteQueries
package import VaultSettings

/// Exports notes in formats that other programs read. The vault is only read.
///
/// ```swift
/// let plan = try await exports.plan(request) { _ in true }
/// let report = try await exports.carryOut(plan) { _ in true }
/// ```
package protocol NoteExports: Sendable {
  /// Returns what would be exported, and what is left out and why. Nothing is written.
  func plan(
    _ request: ExportRequest, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportPlan

  /// Writes everything planned, or nothing: it is written to a temporary folder that is renamed in
  /// one step.
  func carryOut(
    _ plan: ExportPlan, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportReport

  /// Removes what an export made, except files that were changed since. Folders are removed if
  /// nothing is left in them.
  func takeBack(_ receipt: ExportReceipt) async -> UndoneExport
}

/// Receives the progress and returns whether to continue.
package typealias ExportWatch = @Sendable (ExportProgress) -> Bool

package struct ExportProgress: Equatable, Sendable {
  package var notes: Int
  package var all: Int

  package init(notes: Int, of all: Int) {
    self.notes = notes
    self.all = all
  }
}

/// The export formats, by the names that a user types.
package enum ExportFormat: String, CaseIterable, Sendable {
  case html, epub, pdf
  case json
  case jsonLines = "json-lines"
  case zip
  case textbundle, textpack
  case md, org, opml, joplin

  package var title: String {
    switch self {
    case .html: "HTML"
    case .epub: "EPUB"
    case .pdf: "PDF"
    case .json: "JSON"
    case .jsonLines: "JSON lines"
    case .zip: "zip"
    case .textbundle: "TextBundle"
    case .textpack: "TextPack"
    case .md: "Markdown"
    case .org: "Org"
    case .opml: "OPML"
    case .joplin: "Joplin"
    }
  }

  /// What is included by default.
  package var attachments: ExportRequest.Attachments {
    switch self {
    case .json, .jsonLines, .opml: .none
    case .html, .epub, .pdf, .textbundle, .textpack, .md, .org, .joplin: .used
    case .zip: .all
    }
  }
}

package struct ExportRequest: Equatable, Sendable {
  package enum Attachments: String, CaseIterable, Sendable {
    case all
    /// Those that the notes link or embed.
    case used
    case none
  }

  package var format: ExportFormat
  /// An absolute path outside the vault: unused, or an empty folder.
  package var destination: NotePath
  package var query: NoteQuery?
  /// Only notes in this folder and below it.
  package var folder: NotePath?
  /// More notes. Without a query and a folder, only these.
  package var notes: [NoteID] = []
  /// How many links away from these notes others are exported too.
  package var linkedSteps = 0
  /// Nil for the format's default.
  package var attachments: Attachments?
  /// The daily notes for the calendar of a site.
  package var daily = DailyNotes(SettingValues())
  /// All pages in one file.
  package var isSingle = false
  /// Unlocked notes, exported under the names that they have without a lock.
  package var opened: Set<NotePath> = []
  /// Whether the user agreed to export locked notes in plain text.
  package var mayLeaveLock = false
  /// Whether an earlier export in the same format is replaced when this one is complete.
  package var replacesEarlier = false
  /// Receives the bytes instead of the destination.
  package var output: ExportOutput?

  /// Whether it makes a folder rather than one file.
  package var makesFolder: Bool {
    switch format {
    case .html: !isSingle
    case .textbundle, .md, .org: true
    case .epub, .pdf, .json, .jsonLines, .zip, .textpack, .opml, .joplin: false
    }
  }

  package init(_ format: ExportFormat, to destination: NotePath) {
    self.format = format
    self.destination = destination
  }
}

/// Receives the bytes of a one-file export instead of that file.
package final class ExportOutput: Sendable, Equatable {
  /// Writes all bytes; returns the system's message on failure.
  package let write: @Sendable (UnsafeRawBufferPointer) -> String?

  package init(write: @escaping @Sendable (UnsafeRawBufferPointer) -> String?) {
    self.write = write
  }

  package static func == (one: ExportOutput, other: ExportOutput) -> Bool { one === other }
}

package struct ExportPlan: Equatable, Sendable {
  package struct File: Equatable, Sendable {
    package var path: NotePath
    package var size: Int
    package var modified: Timestamp

    package init(path: NotePath, size: Int, modified: Timestamp) {
      (self.path, self.size, self.modified) = (path, size, modified)
    }
  }

  package var request: ExportRequest
  /// The name of the vault's folder.
  package var vault = ""
  /// In the order of their paths.
  package var notes: [ExportedNote] = []
  package var files: [File] = []
  /// The number of notes that leave a lock, their own or their vault's.
  package var unlocked = 0
  /// Files that are exported under another name, and why.
  package var renamed: [ExportNotice] = []
  /// Requested notes that are left out, and canvases.
  package var leftOut: [ExportNotice] = []
  /// Notes and files that the export must not show, requested or not.
  package var hidden: Set<NotePath> = []

  package init(_ request: ExportRequest) { self.request = request }
}

/// A message about a note.
package struct ExportNotice: Equatable, Sendable {
  package var of: NotePath
  /// A sentence.
  package var reason: String

  package init(of path: NotePath, _ reason: String) {
    of = path
    self.reason = reason
  }
}

package struct ExportReport: Equatable, Sendable {
  package var notes = 0
  package var files = 0
  /// Content that had to be written differently, and how.
  package var problems: [ExportNotice] = []
  /// Nil if it cannot be taken back: it replaced an earlier export, or went to a pipe.
  package var receipt: ExportReceipt?

  package init() {}
}

/// What an export made, by which it can be taken back.
package struct ExportReceipt: Equatable, Sendable {
  /// One state of a file.
  package struct Mark: Equatable, Sendable {
    package var device: UInt64
    package var inode: UInt64
    package var size: Int
    package var modified: Timestamp

    package init(device: UInt64, inode: UInt64, size: Int, modified: Timestamp) {
      (self.device, self.inode) = (device, inode)
      (self.size, self.modified) = (size, modified)
    }
  }

  package var destination: NotePath
  /// By their paths in the destination; the path of a file that is the destination is empty.
  package var files: [NotePath: Mark] = [:]
  package var folders: Set<NotePath> = []
  /// Whether the destination was an empty folder before, which then stays.
  package var hadFolder = false

  package init(_ destination: NotePath) { self.destination = destination }
}

/// What taking back an export did.
package struct UndoneExport: Equatable, Sendable {
  package var files = 0
  /// What was left as it is, and why.
  package var left: [ExportNotice] = []

  package init() {}
}

package enum ExportError: ExplainedError, Equatable, Sendable {
  case stopped
  case noNotes
  /// Something exists there that must not be overwritten.
  case taken(NotePath)
  case insideVault(NotePath)
  case unwritable(NotePath, reason: String)
  /// No program that makes this format is installed; names those that do.
  case noProgram(String)
  case programFailed(String, reason: String)
  /// Locked notes, or those of an encrypted vault, would be written in plain text.
  case needsAgreement(notes: Int)
  case note(NoteStoreError)
  case index(NoteIndexError)

  package static func agreement(notes: Int) -> String {
    "\(notes == 1 ? "1 note leaves" : "\(notes) notes leave") the lock: what is written can be read "
      + "without a passphrase."
  }

  package var message: String {
    switch self {
    case .stopped: "Stopped; nothing was written."
    case .noNotes: "No note fits, so nothing was written. “--dry-run” tells what is left out."
    case .taken(let path): "\(path.text) is there already. Name one that is not."
    case .insideVault(let path):
      "\(path.text) is in the vault, where it would become notes. Name a path outside."
    case .unwritable(let path, let reason): "\(path.text) cannot be written: \(reason)."
    case .noProgram(let names): "No program that makes it was found. Install \(names)."
    case .programFailed(let name, let reason): "\(name) did not make it: \(reason)"
    case .needsAgreement(let notes):
      "\(Self.agreement(notes: notes)) To agree, add --yes."
    case .note(let error): "Nothing was written. \(error.message)"
    case .index(let error): error.message
    }
  }
}

/// All data of an exported note except its text.
package struct ExportedNote: Equatable, Sendable {
  package struct Heading: Equatable, Sendable {
    package var level: Int
    package var text: String
    /// Counted from 1, as everywhere in this file.
    package var line: Int
    /// Its anchor in URLs: `three-laws`; the second such heading gets `three-laws-1`.
    package var anchor: String

    package init(level: Int, text: String, line: Int, anchor: String) {
      (self.level, self.text, self.line, self.anchor) = (level, text, line, anchor)
    }
  }

  package struct Link: Equatable, Sendable {
    /// The link as written.
    package var written: String
    package var line: Int
    /// The note or file of the vault that it leads to; nil if there is none, or if it must not be
    /// shown.
    package var target: NotePath?
    package var isEmbed: Bool

    package init(written: String, line: Int, target: NotePath?, isEmbed: Bool) {
      (self.written, self.line) = (written, line)
      (self.target, self.isEmbed) = (target, isEmbed)
    }
  }

  /// A link from another exported note.
  package struct Backlink: Equatable, Sendable {
    package var source: NotePath
    package var line: Int

    package init(source: NotePath, line: Int) { (self.source, self.line) = (source, line) }
  }

  package var path: NotePath
  package var title: String
  package var created: Timestamp
  package var modified: Timestamp
  package var tags: [String] = []
  package var aliases: [String] = []
  package var properties: [NoteProperty] = []
  package var headings: [Heading] = []
  /// The names of blocks, without `^`.
  package var blocks: [String] = []
  package var links: [Link] = []
  package var backlinks: [Backlink] = []
  package var tasks: [TaskRecord] = []
  /// The digest of the text that was read.
  package var digest: UInt64 = 0

  package init(path: NotePath, title: String, created: Timestamp, modified: Timestamp) {
    (self.path, self.title) = (path, title)
    (self.created, self.modified) = (created, modified)
  }
}
