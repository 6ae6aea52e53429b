/// States by the order in which they came.
extension UndoTree {
  /// 0 is the first text.
  package var currentNumber: Int { current.number }

  /// Nil where there is none, or it was forgotten.
  package func state(number: Int) -> StateID? {
    let id = StateID(number: number)
    return id == root.id || nodes[id] != nil ? id : nil
  }

  /// What was selected before the step that led to the text of now.
  package var selectionsBeforeCurrent: Selections? { nodes[current]?.before }
}
