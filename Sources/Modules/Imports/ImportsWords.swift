import Entities
import Viper

// The texts and questions of imports.

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

  /// Summarizes a plan.
  package static func summary(of plan: PlannedImport) -> String {
    let known = plan.knownCount
    return "\(plan.format): \(counted(plan.noteCount, "note")) and "
      + "\(counted(plan.fileCount, "file")) would come into "
      + "\(plan.folder.bytes.isEmpty ? "the vault's top" : plan.folder.text)"
      + (known == 0 ? "" : "; \(counted(known, "note")) \(known == 1 ? "is" : "are") here already")
      + "."
  }

  /// Summarizes a finished import.
  package static func summary(of done: DoneImport) -> String {
    var parts = [
      "\(counted(done.madeCount, "note")) and \(counted(done.fileCount, "file")) were imported"
    ]
    if done.updatedCount > 0 { parts.append("\(counted(done.updatedCount, "note")) changed") }
    if done.knownCount > 0 { parts.append("\(counted(done.knownCount, "note")) here already") }
    if done.problemCount > 0 { parts.append(counted(done.problemCount, "problem")) }
    if done.looseCount > 0 { parts.append("\(counted(done.looseCount, "link")) to nothing") }
    return "\(done.format): \(parts.joined(separator: ", "))."
  }

  /// Returns the format and the options that differ from the defaults.
  static func choices(_ format: String, _ choices: ImportChoices?) -> String {
    var words = [format]
    guard let choices else { return format }
    if let again = choices.again { words.append("again: \(again)") }
    if let level = choices.splitLevel { words.append("split: \(level)") }
    if choices.isFlat { words.append("flat") }
    if choices.keepsAllFields { words.append("all fields") }
    if choices.keepsIDs { words.append("ids") }
    return words.joined(separator: " · ")
  }

  static func notTakenBack(_ reason: String) -> String {
    "Not all of it could be taken back: \(reason)"
  }

  static func takenBack(_ count: Int, stayed: Int, gone: Int) -> String {
    "Taken back: \(counted(count, "file")) removed."
      + (stayed == 0 ? "" : " \(counted(stayed, "file")) stayed, edited since.")
      + (gone == 0
        ? "" : " \(counted(gone, "imported file")) \(gone == 1 ? "was" : "were") already gone.")
  }

  static func short(_ notes: Int, of all: Int?) -> String {
    all.map { "\(notes) of \($0) notes" } ?? counted(notes, "note")
  }
}

extension Question {
  static func source(_ initial: String) -> Question {
    .line("Import", "A file or folder from another program:", initial: initial, offers: .files)
  }

  static func folder(_ initial: String) -> Question {
    .line(
      "Import", "Into which folder of the vault? Empty is its top.", initial: initial,
      offers: .folders(makesNew: true))
  }

  static let format = Question.list(
    "Format", "What is it?", of: ["detect it from the files"] + ImportChoices.formats)

  static let split = Question.list(
    "Split", "Which headings begin a note of their own?",
    of: ["none"]
      + ImportChoices.splitLevels.map { $0 == 1 ? "those of level 1" : "down to level \($0)" })

  static let again = Question.list("Again", "Notes that came before:", of: ImportChoices.again)
}
