import Services
import Viper

// What the screen of bases says and asks, in words.

enum TableWords {
  static let noTables = "This vault has nothing to make tables of."
  static let nothingToUndo = "Nothing to undo."
  static let takenBack = "The view is as it was."
  static let isNoNote = "This file is no note and opens in no editor here."

  static func failure(_ error: any Error) -> String {
    switch error {
    case let error as NoteStoreError: error.message
    case let error as NoteIndexError: error.message
    default: "The base: \(error)."
    }
  }

  static func leftAlone(_ path: String, _ problem: String) -> String {
    "\(path) is left alone: \(problem). Change it in an editor."
  }

  static func isMissing(_ name: String) -> String { "No base is called “\(name)”." }

  static func hasNoView(_ name: String) -> String { "The base has no view “\(name)”." }

  static func foreign(_ type: String) -> String { "“\(type)” is shown as a table." }

  static func notALimit(_ text: String) -> String { "“\(text)” is no number of rows." }

  static func changed(_ change: String) -> String { "\(change) u takes it back." }
}

extension Question {
  static func limit(_ limit: Int?) -> Question {
    .line("Limit", "How many rows (leave empty for all):", initial: limit.map { "\($0)" } ?? "")
  }
}
