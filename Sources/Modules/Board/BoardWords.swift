import Boards
import Entities
import Viper

// The board's messages and questions.

enum BoardWords {
  static let noColumns = "No columns yet.\nPress c to add one."
  static let noCard = "No card is selected. Press n to add one."
  static let noLink = "This card has no link."
  static let leadsHere = "This link leads to a part of the board itself."

  static func failure(_ failure: BoardFailure) -> String {
    switch failure {
    case .store(let error): error.explanation
    case .isNoBoard(let note):
      "\(note.path.text) is no board: its properties have no “kanban-plugin”."
    case .changedSince: "Another program changed the board since. Nothing was taken back."
    case .problem(.isGone): "The card or column is gone: another program changed the board."
    case .problem(.wouldReadOtherwise):
      "Left alone: the text around it would be read differently. Press Enter to change it there."
    case .problem(.isEmpty): "Nothing was typed, and nothing changed."
    case .problem(.hasNoBox): "This card has no box to tick."
    case .problem(.task(let reason)): reason
    }
  }

  /// Returns a message about a change; empty if the change can be seen.
  static func did(_ change: BoardChange, _ words: String, in column: String) -> String {
    let words = words.count > 40 ? words.prefix(39) + "…" : words[...]
    return switch change {
    case .move(let from, let to, _):
      from.column == to.column ? "" : "“\(words)” is in \(column) now. u takes it back."
    case .delete: "“\(words)” was deleted. u takes it back."
    case .archive: "“\(words)” is in the archive. u takes it back."
    case .deleteColumn: "“\(column)” was deleted. u takes it back."
    case .tick, .add, .edit, .addColumn, .renameColumn, .moveColumn: ""
    }
  }

  static let tookBack = "The board is as it was."
}

extension Question {
  static func card(for column: String) -> Question {
    .line("New card", "New card in “\(column)”:")
  }

  static func words(_ words: String) -> Question { .line("Card", "Words:", initial: words) }

  static let column = Question.line("New column", "Name; add (5) to allow at most five cards:")

  static func name(_ name: String) -> Question {
    .line("Column", "Name; add (5) to allow at most five cards:", initial: name)
  }

  static func deleting(_ column: String, with cards: Int) -> Question {
    let count = cards == 1 ? "its card" : "its \(cards) cards"
    return .choice(
      "Column", "Delete “\(column)” with \(count)?", .init("y", "delete", "yes"),
      .init("n", "keep", "no"))
  }
}
