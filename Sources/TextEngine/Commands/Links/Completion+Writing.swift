extension Completion {
  /// What stands before each of the cursors, once where they are several: the main one's. Nil where
  /// nothing is to be completed, where it is not the same at all of them, or where text is selected.
  package static func at(_ selections: Selections, in text: Rope) -> Completion? {
    guard let completions = all(selections, in: text) else { return nil }
    return completions[selections.mainIndex]
  }

  /// With more cursors nobody is helped by names: each would be looked at with every key.
  private static let most = 1_000

  private static func all(_ selections: Selections, in text: Rope) -> [Completion]? {
    guard selections.count <= most, selections.main.isEmpty,
      let main = at(selections.main.head, in: text)
    else { return nil }
    var completions: [Completion] = []
    for (index, selection) in selections.all.enumerated() {
      let own = index == selections.mainIndex ? main : at(selection.head, in: text)
      guard selection.isEmpty, let own, own.kind == main.kind, own.typed == main.typed,
        // Two cursors in one name would write over each other.
        completions.last.map({ $0.range.upperBound <= own.range.lowerBound }) ?? true
      else { return nil }
      completions.append(own)
    }
    return completions
  }

  /// The change that writes a name at every cursor, and closes the links where that is missing. Nil
  /// where not all of them have the same to be completed. What is whole takes the place of the brackets
  /// too.
  package static func change(
    writing name: String, isWhole: Bool = false, in context: EditContext
  ) -> TextChange? {
    let text = context.text
    guard let completions = all(context.selections, in: text) else { return nil }
    var builder = EditBuilder(text)
    var cursors: [Selection] = []
    var growth = 0
    for completion in completions {
      let range = isWhole ? completion.brackets(in: text) : completion.range
      let written: (bytes: [UInt8], behind: Int) =
        isWhole ? (Array(name.utf8), 0) : completion.writing(name, in: text)
      builder.replace(range, with: written.bytes)
      let end = range.lowerBound + (growth + written.bytes.count + written.behind)
      cursors.append(Selection(at: end))
      growth += written.bytes.count - range.byteCount
    }
    guard let selections = Selections(cursors, main: context.selections.mainIndex) else {
      return nil
    }
    let edit = builder.takeEdit()
    var after = text
    after.apply(edit)
    return TextChange(edit: edit, selections: selections.snapped(in: after))
  }

  /// From the brackets that began the link to those that end it, if they are there.
  private func brackets(in text: Rope) -> Range<ByteOffset> {
    let line = text.content(at: range.lowerBound)
    let before = text.bytes(
      in: max(line.lowerBound, range.lowerBound - Self.reach)..<range.lowerBound)
    let open = before.indices.last {
      $0 > 0 && before[$0] == .openBracket && before[$0 - 1] == .openBracket
    }
    let start = open.map { range.lowerBound - (before.count - $0 + 1) } ?? range.lowerBound
    let after = text.bytes(in: range.upperBound..<min(line.upperBound, range.upperBound + 2))
    return start..<range.upperBound + after.prefix { $0 == .closeBracket }.count
  }

  /// What takes the place of what was typed, and how far behind that the cursor goes: past brackets
  /// that are there already.
  private func writing(_ name: String, in text: Rope) -> (bytes: [UInt8], behind: Int) {
    var new = Array(name.utf8)
    if kind == .tag { return (new, 0) }
    let line = text.content(at: range.upperBound)
    let after = text.bytes(in: range.upperBound..<min(line.upperBound, range.upperBound + 2))
    switch after.first {
    case .bar, .hash: return (new, 0)
    case .closeBracket where after.count == 2 && after[1] == .closeBracket: return (new, 2)
    case .closeBracket:
      new += [.closeBracket]
      return (new, 1)
    default: return (new + [.closeBracket, .closeBracket], 0)
    }
  }
}
