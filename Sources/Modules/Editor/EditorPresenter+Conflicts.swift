import TextEngine

/// Conflicts that stand in the text: which version of the lines is to stay.
extension EditorPresenter {
  func markConflicts() {
    leaving.problem = nil
    interactor.markConflicts(ending: format.ending)
  }

  /// Goes to the first of them.
  func conflictsWereMarked(_ count: Int) {
    goToConflict(from: .zero)
    say(
      count == 1
        ? "1 place was changed by both: M-, takes yours, M-. theirs, M-; both."
        : "\(count) places were changed by both: M-, takes yours, M-. theirs, M-; both.")
  }

  func settle(taking choice: ConflictMarks.Choice) {
    let text = interactor.text
    guard interactor.isLoaded,
      let conflict = ConflictMarks(at: selections.main.head, in: text)
    else { return say("There is no conflict here or below.") }
    let edit = conflict.edit(of: text, taking: choice)
    let after = Selections(Selection(at: conflict.all.lowerBound))
    guard mayChange(), interactor.apply(edit, as: .other, from: selections, to: after) else {
      return
    }
    textChanged()
    selections = after
    if !goToConflict(from: conflict.all.lowerBound) { say("No conflict is left. C-s saves.") }
    showRows()
  }

  @discardableResult
  private func goToConflict(from place: ByteOffset) -> Bool {
    guard let next = ConflictMarks(at: place, in: interactor.text) else { return false }
    selections = Selections(Selection(at: next.myLines.lowerBound))
    return true
  }
}

extension CommandID {
  static let takeMine: Self = "take-mine"
  static let takeTheirs: Self = "take-theirs"
  static let takeBoth: Self = "take-both"

  /// Commands of this module that the engine has no name for, with what they do and their keys.
  static let ofConflicts: [(id: Self, summary: String, keys: [String])] = [
    (.takeMine, "in a conflict, take your lines", ["M-,"]),
    (.takeTheirs, "in a conflict, take the others' lines", ["M-."]),
    (.takeBoth, "in a conflict, take both", ["M-;"]),
  ]
}
