import Entities

// The texts of the screen.

enum {{Name}}Words {
  static let nothingToUndo = "Nothing to undo."

  static func trashed(_ title: String) -> String {
    "“\(title)” is in the trash. Press u to undo."
  }

  static func isBack(_ note: NoteID) -> String { "\(note.path.text) is back." }
}
