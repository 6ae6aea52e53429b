import VaultSettings
import Viper

// What the search, and replacing, say and ask, in words.

enum SearchWords {
  static func changed(_ change: SavedSearchChange, isBack: Bool) -> String {
    switch change {
    case .keep(let search):
      isBack
        ? "“\(search.name)” is back."
        : "Saved as “\(search.name)”: it stands here while nothing is typed."
    case .rename(_, let name): "It is called “\(name)” now."
    case .forget(let name): "Deleted “\(name)”. M-u brings it back."
    }
  }

  static func nameIsTaken(_ name: String) -> String {
    "“\(name)” is the name of another one: delete that first."
  }

  static func more(_ lines: Int) -> String { counted(lines, "more line") }

  static let nothingToUndo = "Nothing to undo."
  static let noQuery = "Type a query first, then give it a name."
  static let unreadable = "The query cannot be read: it is not saved."
  static let noName = "Without a name it is not saved."
}

enum ReplaceWords {
  static func counts(_ wanted: Int, of places: Int, in notes: Int) -> String {
    "\(wanted) of \(places) in \(counted(notes, "note"))"
  }

  static func looking(at notes: Int, of all: Int) -> String {
    "looking… \(notes) of \(counted(all, "note"))"
  }

  static func writing(_ notes: Int) -> String { "writing \(counted(notes, "note"))…" }

  static func replaced(_ places: Int, in notes: Int) -> String {
    "Replaced \(counted(places, "place")) in \(counted(notes, "note")). u takes all of it back."
  }

  static func takenBack(in notes: Int) -> String { "Taken back in \(counted(notes, "note"))." }

  static let looking = "looking…"
  static let takingBack = "taking back…"
  static let stopped = "Stopped looking. Nothing was changed."
  static let nothingWanted = "There is nothing to search for."
  static let allLeftOut = "All matches are left out: nothing to replace."
  static let nothingToUndo = "Nothing to undo."
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
