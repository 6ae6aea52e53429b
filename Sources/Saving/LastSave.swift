package import TextEngine

/// The text to which vim's `:q!` and `:e!` go back: that of the last save which the person asked for,
/// or of the opening. Saves after a pause do not change it.
package struct LastSave: Sendable {
  private struct Change: Sendable {
    var from: Rope
    var to: Rope
  }

  private let text: Rope
  /// Whether a file had it. A new note that was never saved on request has none.
  package let isInFile: Bool
  /// What others wrote since then. It is merged only when it is needed.
  private var others: [Change] = []
  private var isLost = false

  /// Each change holds two texts, which share most of their memory.
  private static let mostChanges = 100

  package init(_ text: Rope, isInFile: Bool) { (self.text, self.isInFile) = (text, isInFile) }

  package var hasOthers: Bool { !others.isEmpty }

  /// Others brought the file's text from one state to another.
  package mutating func othersChanged(_ from: Rope, to: Rope) {
    if others.count < Self.mostChanges {
      others.append(Change(from: from, to: to))
    } else {
      isLost = true
    }
  }

  /// The text with what others wrote since. Nil if that cannot be told from what was typed here.
  package func withOthers() -> Rope? {
    if isLost { return nil }
    var text = text
    for change in others {
      guard let merged = RopeMerge.merge(base: change.from, mine: text, theirs: change.to) else {
        return nil
      }
      text = merged
    }
    return text
  }
}
