// The texts of the screen.

enum RequestsWords {
  static let isEmpty =
    "Nothing waits for an answer.\n"
    + "What a browser or another program asks to write comes here first."

  static let today = "today's note"

  /// What a request would do: `new note “Clips/Tea”`.
  static func title(_ change: RequestItem.Change, _ target: String?) -> String {
    guard let target else { return "new note named after the time" }
    return switch change {
    case .make: "new note \(target)"
    case .append: "add to the end of \(target)"
    case .prepend: "add to the start of \(target)"
    case .replace: "replace the text of \(target)"
    }
  }

  static func written(_ path: String) -> String { "Written to \(path)." }

  static let refused = "Refused; nothing was written."
  static let asksEachTime = "To replace a text is asked about each time."

  static let notUTF8 = "its text is not UTF-8"
  static let noTarget = "The address names no note: file= or name= is missing."

  static func full(_ count: Int, megabytes: Int) -> String {
    "Too many requests of other programs wait for an answer: \(count), or \(megabytes) MB. Answer"
      + " those with “notes-tui notes://requests”."
  }

  static func notANote(_ path: String) -> String {
    "“\(path)” is not a path that a note can have here."
  }

  static func previewTitle(_ path: String, isNew: Bool) -> String {
    isNew ? "New note: \(path)" : path
  }
}
