import Entities
import Viper

// The texts and questions of exports.

enum ExportsWords {
  static let isUnderWay = "Esc stops it first."
  static let nothingToUndo = "This screen has no export to take back."
  static let takingBack = "taking it back…"
  static let usualFiles = "as usual for the format"
  static let allFiles = "all files of the vault"
  static let usedFiles = "those that the notes use"
  static let none = "none"

  /// What formats are for, in a few words. The others have a name that says it.
  static let formats = [
    "html": "HTML: a site of pages", "epub": "EPUB: a book", "pdf": "PDF: paper",
    "zip": "zip: the files as they are", "md": "Markdown that other programs read",
    "opml": "OPML: an outline",
  ]

  static func name(of choice: ExportChoice) -> String {
    switch choice {
    case .format: "Format"
    case .notes: "Notes"
    case .linked: "Linked notes"
    case .files: "Attachments"
    case .destination: "Write to"
    }
  }

  static func value(
    of choice: ExportChoice, in options: ExportOptions, _ notes: ExportedNotes, _ subject: String
  ) -> String {
    switch choice {
    case .format: options.format
    case .notes:
      switch notes {
      case .all: "all notes"
      case .given: subject
      case .folder(let folder): "those in \(folder.text)/"
      case .query(let query): "those that match “\(query)”"
      }
    case .linked: linked(options.linkedSteps)
    case .files: options.files
    case .destination: options.destination
    }
  }

  static func linked(_ steps: Int) -> String {
    switch steps {
    case 0: none
    case 1: "those that these link to"
    default: "those up to \(steps) links away"
    }
  }

  static func action(in phase: ExportPhase) -> String {
    switch phase {
    case .open, .failed, .takenBack: "See what would be exported"
    case .planned: "Export"
    case .reading, .writing: "Esc stops"
    case .takingBack: "Taking it back"
    case .done: "Export again"
    }
  }

  static func reading(_ notes: Int, of all: Int) -> String { "reading \(notes) of \(all)" }

  static func writing(_ notes: Int, of all: Int) -> String { "writing \(notes) of \(all)" }

  static func planned(_ plan: PlannedExport, as title: String, to target: String) -> String {
    let left = plan.leftOut.isEmpty ? "" : "; \(counted(plan.leftOut.count, "note")) left out"
    return "\(title): \(amount(plan.notes, plan.files)) would go to \(target)\(left). Enter writes."
  }

  static func done(
    _ notes: Int, _ files: Int, _ problems: Int, as title: String, to target: String
  ) -> String {
    let more = problems == 0 ? "" : "; \(counted(problems, "problem")), listed below"
    return "\(title): \(amount(notes, files)) went to \(target)\(more)."
  }

  static func takenBack(_ files: Int, left: Int) -> String {
    "Taken back: \(counted(files, "file")) removed\(left == 0 ? "" : "; \(left) left, listed below")."
  }

  static func remains(_ remains: ExportRemains) -> String {
    let others = remains.left == 1 ? "" : ", and \(remains.left - 1) more"
    return "\(counted(remains.removed, "file")) removed. Left: \(remains.first.path)\(others). "
      + remains.first.reason
  }

  private static func amount(_ notes: Int, _ files: Int) -> String {
    counted(notes, "note") + (files == 0 ? "" : " and \(counted(files, "file"))")
  }
}

extension Question {
  static let exportFormat = Question.list(
    "Format", "", of: ExportOptions.formats)

  static let linkedNotes = Question.list(
    "Linked notes", "Which linked notes come along?", of: (0...5).map(ExportsWords.linked))

  static let exportFiles = Question.list("Attachments", "", of: ExportOptions.files)

  static func whichNotes(_ subject: String?) -> Question {
    .list(
      "Notes", "Which notes?",
      of: [subject].compactMap(\.self) + [
        "all notes", "those in a folder", "those that a search finds",
      ])
  }

  static let exportFolder = Question.line("Notes", "Folder in the vault:")
  static let exportQuery = Question.line("Notes", "Search, such as tag:work or task:open:")

  static func destination(_ initial: String) -> Question {
    .line(
      "Write to", "A file or folder that is not there yet, outside the vault:", initial: initial)
  }

  static func leavingLock(_ agreement: String) -> Question {
    .choice(
      "Locked notes", "\(agreement) Export them?", Choice("n", "no", "no"),
      Choice("y", "export", "yes"))
  }
}
