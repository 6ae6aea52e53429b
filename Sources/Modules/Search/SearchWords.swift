import VaultSettings
import Viper

// The texts and questions of search and replace.

enum SearchWords {
  static let help =
    "Words find notes with all of them.\n\"an exact text\" -without OR /expression/\n"
    + "tag:x title:x path:x task:todo due:today modified:today has:link name:value"
  static let nothingFound = "Nothing found."

  static func changed(_ change: SavedSearchChange, isBack: Bool) -> String {
    switch change {
    case .keep(let search):
      isBack
        ? "“\(search.name)” is back."
        : "Saved as “\(search.name)”: it is listed here while nothing is typed."
    case .rename(_, let name): "It is called “\(name)” now."
    case .forget(let name): "Deleted “\(name)”. M-u brings it back."
    }
  }

  static func nameIsTaken(_ name: String) -> String {
    "“\(name)” is the name of another one: delete that first."
  }

  static func more(_ lines: Int) -> String { counted(lines, "more line") }

  static let noQuery = "Type a query first, then give it a name."
  static let unreadable = "The query cannot be read: it is not saved."
  static let noName = "Without a name it is not saved."
}

enum ReplaceWords {
  static let nothingFound = "Nothing to replace was found."

  static func options(isWholeWord: Bool, isExpression: Bool, in scope: String) -> String {
    "[\(isWholeWord ? "x" : " ")] whole words (M-w)"
      + "  [\(isExpression ? "x" : " ")] expression (M-e)"
      + (scope.isEmpty ? "" : "  in: \(scope)")
  }

  static func help(isExpression: Bool) -> String {
    "Enter shows every change before anything is done.\n"
      + (isExpression
        ? "$1 and ${name} are groups, $$ is a dollar sign." : "Small letters find capitals too.")
  }

  static func counts(_ wanted: Int, of matches: Int, in notes: Int) -> String {
    "\(wanted) of \(matches) in \(counted(notes, "note"))"
  }

  static func looking(at notes: Int, of all: Int) -> String {
    "looking… \(notes) of \(counted(all, "note"))"
  }

  static func writing(_ notes: Int) -> String { "writing \(counted(notes, "note"))…" }

  static func replaced(_ matches: Int, in notes: Int) -> String {
    "Replaced \(counted(matches, "match", "matches")) in \(counted(notes, "note")). u undoes all of it."
  }

  static func takenBack(in notes: Int) -> String { "Undone in \(counted(notes, "note"))." }

  static let looking = "looking…"
  static let takingBack = "taking back…"
  static let stopped = "Stopped looking. Nothing was changed."
  static let nothingWanted = "There is nothing to search for."
  static let allLeftOut = "All matches are left out: nothing to replace."
}

extension Question {
  static func name(_ naming: SearchPresenter.Naming, now name: String) -> Question {
    let text =
      switch naming {
      case .query(let query): "A name for “\(query)”:"
      case .saved: "Its new name:"
      }
    return .line("Saved search", text, initial: name)
  }
}
