/// Texts that several screens share.
package enum SharedWords {
  /// For the title line.
  package static let reading = "reading…"
  /// Shown instead of rows.
  package static let isReading = "Reading…"
  package static let nothingToUndo = "Nothing to undo."
  package static let picturesAllowed = "The pictures of this vault are drawn from now on."

  /// Says what was done, and how to undo it in a list.
  package static func undoable(_ done: String) -> String { "\(done) Press u to undo." }

  package static func part(_ count: Int, of all: Int) -> String { "\(count) of \(all)" }
}
