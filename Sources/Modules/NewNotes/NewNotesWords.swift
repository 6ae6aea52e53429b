import Entities
import Viper

// The texts and questions for new notes.

enum NewNotesWords {
  static func notDaily(_ note: NoteID) -> String {
    "“\(note.path.text)” is not a daily note: daily-format gives other names."
  }

  static func noTemplates(in folder: NotePath) -> String {
    "No templates yet: every note in "
      + (folder.bytes.isEmpty ? "the top folder" : "the folder “\(folder.text)”") + " is one."
  }
}

extension Question {
  static let titleOfNewNote = line("New note", "Title (leave empty to use the first line):")
  static let templateName = line("Template", "Its name:")

  static func template(of titles: [String], hasMore: Bool) -> Question {
    var question = list("Template", "Which one?", of: titles)
    if hasMore, case .choices(let choices, let isList) = question.kind {
      let other = Choice("0", "another, by its name", "named")
      question.kind = .choices(choices + [other], isList: isList)
    }
    return question
  }

  /// A typed name may be a mistake, so that Enter makes no note of it.
  static func making(noteNamed name: String, in folder: NotePath?, wasTyped: Bool) -> Question {
    let folder = folder.map { $0.bytes.isEmpty ? "" : " in \($0.text)/" } ?? ""
    let (make, leave) = (Choice("m", "make it", "make"), Choice("l", "leave it", "leave"))
    return choice(
      "New note", "No note is called “\(name)”. Make it\(folder)?",
      wasTyped ? leave : make, wasTyped ? make : leave)
  }
}
