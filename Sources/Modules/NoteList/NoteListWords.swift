import Viper

// What the list asks, in words. `notes` is what they are called in a sentence: “Plan”, or 3 notes.

extension Question {
  static func trashing(_ notes: String) -> Question {
    .choice("Trash", "Delete \(notes)?", Choice("y", "delete", "yes"), Choice("n", "keep", "no"))
  }

  static func title(insteadOf title: String) -> Question {
    .line("Rename", "The note's title:", initial: title)
  }

  static func folder(insteadOf folder: String, of notes: String) -> Question {
    .line("Move", "Folder of \(notes) (leave empty for the top folder):", initial: folder)
  }

  static func tags(of notes: String) -> Question {
    .line("Tags", "Tags to add to \(notes), with - before those to take away:")
  }

  static func task(_ words: [String], of title: String) -> Question {
    let most = 9
    let rest = words.count - most
    let more = rest > 0 ? " \(rest) more are in the note." : ""
    return .list("Task", "Which task of “\(title)” is done?\(more)", of: Array(words.prefix(most)))
  }
}
