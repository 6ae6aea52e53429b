/// Sentences that more than one screen says.
package enum SharedWords {
  /// In the title line.
  package static let reading = "reading…"
  /// Instead of rows.
  package static let isReading = "Reading…"
  package static let nothingToUndo = "Nothing to undo."
  package static let picturesAllowed = "The pictures of this vault are drawn from now on."

  package static func part(_ count: Int, of all: Int) -> String { "\(count) of \(all)" }
}
