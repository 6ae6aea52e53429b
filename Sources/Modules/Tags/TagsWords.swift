import Viper

// The texts and questions of the tags screen.

enum TagsWords {
  static let counting = "counting…"
  static let countingTags = "Counting the tags…"
  static let noTags = "No note has a tag yet.\nWrite one into a note: #idea, or #work/plans."
  static let nothingFits = "No tag has this in its name."
  static let merges = "That tag is there already: the two become one."

  static func title(of changes: TagChanges) -> String {
    let count = changes.lines.count == 1 ? "1 change" : "\(changes.lines.count) changes"
    let files =
      switch changes.moves.count {
      case 0: ""
      case 1: ", 1 in a file's name"
      case let count: ", \(count) in files' names"
      }
    return "#\(changes.tag) becomes #\(changes.name): \(count) in \(notes(changes.notes))\(files)"
  }

  static func renamed(_ changes: TagChanges, _ rewritten: TagsRewritten) -> String {
    let (moves, linking) = (rewritten.moves.count, rewritten.linking.count)
    let names = moves == 0 ? "" : moves == 1 ? " and 1 file's name" : " and \(moves) files' names"
    let links = linking == 0 ? "" : ", with the links in \(notes(linking))"
    return
      "#\(changes.tag) is #\(changes.name) now, in \(notes(rewritten.notes.count))\(names)\(links)."
      + " Press u to undo."
  }

  static func takenBack(_ rewritten: TagsRewritten) -> String {
    "The tags in \(notes(rewritten.notes.count)) are as they were."
  }

  static func isNameAlready(_ tag: String) -> String { "#\(tag) is already its name." }

  static func isGone(_ tag: String) -> String {
    "No note has #\(tag) any more: nothing to change."
  }

  static let nothingBelow = "No tags below this one."
  static let nothingChanged = "Nothing was changed."
  static let nameIsMissing = "A tag needs a name. Press r to type one."

  private static func notes(_ count: Int) -> String { count == 1 ? "1 note" : "\(count) notes" }
}

extension Question {
  static func name(insteadOf tag: String) -> Question {
    .line("Rename", "The tag's name in all notes, and in those below it:", initial: tag)
  }
}
