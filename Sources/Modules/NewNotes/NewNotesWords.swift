import Entities
import Viper

// What is asked and said of notes that are not there yet.

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

  static func making(noteNamed name: String, in folder: NotePath?) -> Question {
    let folder = folder.map { $0.bytes.isEmpty ? "" : " in \($0.text)/" } ?? ""
    return choice(
      "New note", "No note is called “\(name)”. Make it\(folder)?",
      Choice("m", "make it", "make"), Choice("l", "leave it", "leave"))
  }
}
