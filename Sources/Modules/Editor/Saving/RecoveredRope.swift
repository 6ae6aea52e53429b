import Entities
import TextEngine

/// Unsaved text of an earlier run, applied to what the file has now.
enum RecoveredRope: Equatable, Sendable {
  /// The whole text as it was typed.
  case text(Rope)
  /// The file is no longer the one that was typed into. What was typed is there, passage by passage
  /// with an empty line between, to be saved as a note of its own.
  case passages(Rope)

  /// `base` is what the file holds now; nil: there is none.
  init(_ recovered: RecoveredText, over base: NoteBase?) {
    guard let stored = recovered.edits else {
      self = .text(Rope(recovered.bytes))
      return
    }
    let steps = stored.edits.compactMap(JournaledStep.Coded.init)
    let start = base?.text ?? Rope()
    if let rest = Self.steps(steps, after: stored.base, in: base),
      let text = Self.text(start, after: rest)
    {
      self = .text(text)
    } else {
      self = .passages(Self.passages(of: steps, byteCount: stored.base?.size ?? 0))
    }
  }

  /// Those that are to be done to the file's text of now; nil where it is no text that they know.
  private static func steps(
    _ steps: [JournaledStep.Coded], after old: TextBase?, in base: NoteBase?
  ) -> ArraySlice<JournaledStep.Coded>? {
    guard let base else { return old == nil ? steps[...] : nil }
    guard let old else { return nil }
    if old.isText(of: base.stamp) { return steps[...] }
    var digest: UInt64?
    let last = steps.lastIndex { step in
      guard case .saving(base.text.byteCount, let saved) = step else { return false }
      let own = digest ?? base.text.digest
      digest = own
      return saved == own
    }
    return last.map { steps[($0 + 1)...] }
  }

  /// Nil where the edits cannot have been done to this text.
  private static func text(
    _ base: Rope, after steps: ArraySlice<JournaledStep.Coded>
  ) -> Rope? {
    var text = base
    for case .edit(let bytes) in steps {
      guard let edit = Edit(bytes, in: text) else { return nil }
      text.apply(edit)
    }
    return text
  }

  /// Applied to blanks of the same length, so that a word typed in many steps is one.
  private static func passages(of steps: [JournaledStep.Coded], byteCount size: Int) -> Rope {
    let block = Rope([UInt8](repeating: 0x20, count: 1 << 20))
    var text = Rope()
    while text.byteCount < size {
      text.append(block[.zero..<ByteOffset(min(block.byteCount, size - text.byteCount))])
    }
    var done: [Edit] = []
    for case .edit(let bytes) in steps {
      // What came before an unreadable edit is used all the same.
      guard let edit = Edit(bytes, in: text) else { break }
      text.apply(edit)
      done.append(edit)
    }
    var passages = RopeBuilder()
    let feed = UInt8(ascii: "\n")
    for change in done.composed?.changes ?? [] where !change.after.isEmpty {
      passages.append(text, change.after)
      let isEnded = text[change.after.upperBound - 1] == feed
      passages.append(isEnded ? [feed] : [feed, feed])
    }
    return passages.takeRope()
  }
}
