import Entities
package import Services
import Undo
import Viper

// What an import says and asks, in words.

package enum ImportsWords {
  static let reading = "reading…"
  static let stopping = "stopping…"
  static let takingBack = "taking back…"
  static let nothingChosen = "Choose a file or folder first: o."
  static let nothingNew = "Nothing in it is new. a changes what is done with notes that are here."
  static let nothingToUndo = "No import is known that could be taken back."
  static let howToBring = "Enter brings it."
  static let goesOn = " F5 goes on."
  static let isUnderWay = "Esc stops it first."

  static let another = "o names a file or a folder, for instance ~/Notes.enex."
  static let offer =
    "No notes of other programs were found in your home folder, Downloads, Documents or on the "
    + "desktop.\n" + another

  package static func counted(_ count: Int, _ name: String) -> String {
    "\(count) \(name)\(count == 1 ? "" : "s")"
  }

  /// What would come.
  package static func summary(of plan: ImportPlan) -> String {
    let known = plan.notes.count { $0.fate == .known || $0.fate == .changed }
    return "\(plan.format.title): \(counted(plan.notes.count - known, "note")) and "
      + "\(counted(plan.files.count(where: \.isNew), "file")) would come into "
      + "\(plan.folder.bytes.isEmpty ? "the vault's top" : plan.folder.text)"
      + (known == 0 ? "" : "; \(counted(known, "note")) \(known == 1 ? "is" : "are") here already")
      + "."
  }

  /// What came.
  package static func summary(of report: ImportReport, _ plan: ImportPlan) -> String {
    var parts = [
      "\(counted(report.made.count, "note")) and \(counted(report.files.count, "file")) came"
    ]
    if !report.updated.isEmpty {
      parts.append("\(counted(report.updated.count, "note")) changed")
    }
    if report.known > 0 { parts.append("\(counted(report.known, "note")) here already") }
    if !report.problems.isEmpty { parts.append(counted(report.problems.count, "problem")) }
    if !report.loose.isEmpty { parts.append("\(counted(report.loose.count, "link")) to nothing") }
    return "\(plan.format.title): \(parts.joined(separator: ", "))."
  }

  /// The format, and what is chosen beside it.
  static func choices(_ format: ImportFormat, _ request: ImportRequest?) -> String {
    var words = [format.title]
    guard let request else { return format.title }
    if request.again != .skip { words.append("again: \(request.again.rawValue)") }
    if let level = request.splitLevel { words.append("split: \(level)") }
    if request.isFlat { words.append("flat") }
    if request.keepsAllFields { words.append("all fields") }
    if request.keepsIDs { words.append("ids") }
    return words.joined(separator: " · ")
  }

  static func takenBack(_ outcome: UndoneSteps.Outcome) -> String {
    if let failure = outcome.failure {
      return "Not all of it could be taken back: \(failure.message)"
    }
    var said = "Taken back: \(counted(outcome.files.count, "file")) removed."
    if !outcome.kept.isEmpty {
      said += " \(counted(outcome.kept.count, "file")) stayed, edited since."
    }
    if outcome.missing > 0 {
      said +=
        " \(counted(outcome.missing, "file")) it made \(outcome.missing == 1 ? "is" : "are") gone."
    }
    return said
  }

  static func short(_ progress: ImportProgress) -> String {
    progress.all.map { "\(progress.notes) of \($0) notes" } ?? counted(progress.notes, "note")
  }

  static func again(_ again: ImportRequest.Again) -> String {
    switch again {
    case .skip: "leave them as they are"
    case .newer: "take over what changed there, and not here"
    case .copy: "bring all of it once more"
    }
  }
}

extension Question {
  static func source(_ initial: String) -> Question {
    .line("Import", "A file or folder of another program:", initial: initial)
  }

  static func folder(_ initial: String) -> Question {
    .line("Import", "Into which folder of the vault? Empty is its top.", initial: initial)
  }

  static let format = Question.list(
    "Format", "What is it?", of: ["told by the files"] + ImportFormat.allCases.map(\.title))

  static let split = Question.list(
    "Split", "Which headings begin a note of their own?",
    of: ["none"]
      + ImportRequest.splitLevels.map { $0 == 1 ? "those of level 1" : "down to level \($0)" })

  static let again = Question.list(
    "Again", "Notes that came before:",
    of: ImportRequest.Again.allCases.map(ImportsWords.again))
}
