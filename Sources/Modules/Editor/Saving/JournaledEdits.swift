import TextEngine

/// What was done to a file's text, as one edit or, while a save may just have made another text of the
/// file, as one before that and one after.
struct JournaledEdits: Sendable {
  var since: Edit?
  /// Names the text that `since` makes, which is or was on its way to the file.
  var mark: JournaledStep?
  var after: Edit?

  var isEmpty: Bool { since == nil && after == nil }

  mutating func add(_ steps: [DraftJournal.Step]) {
    let last = steps.lastIndex(where: \.isSaving)
    if let last, case .saving(let sent) = steps[last] {
      since = ([since, after].compactMap(\.self) + steps[..<last].edits).composed
      mark = sent.mark
      after = nil
    }
    let rest = steps[(last.map { $0 + 1 } ?? 0)...].edits
    if mark == nil {
      since = ([since].compactMap(\.self) + rest).composed
    } else {
      after = ([after].compactMap(\.self) + rest).composed
    }
  }

  func withTextGrown(by bytes: Int) -> JournaledEdits {
    var grown = self
    grown.since = since?.withTextGrown(by: bytes)
    grown.after = after?.withTextGrown(by: bytes)
    return grown
  }
}

extension [DraftJournal.Step] {
  /// As few steps as say the same.
  var coded: [JournaledStep] {
    var steps: [JournaledStep] = []
    for part in split(omittingEmptySubsequences: false, whereSeparator: \.isSaving) {
      if let edit = part.edits.composed { steps.append(.edit(edit)) }
      if part.endIndex < endIndex, case .saving(let sent) = self[part.endIndex] {
        steps.append(sent.mark)
      }
    }
    return steps
  }
}

extension ArraySlice<DraftJournal.Step> {
  fileprivate var edits: [Edit] {
    compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
  }
}

extension DraftJournal.Step {
  fileprivate var isSaving: Bool { if case .saving = self { true } else { false } }
}
