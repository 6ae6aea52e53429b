package import Entities
package import TextEngine

/// Unsaved text of an earlier run, applied to the current text of the file.
package enum RecoveredRope: Equatable, Sendable {
  case text(Rope)
  /// The typed passages with an empty line between them, for a note of their own: the file has another
  /// text than the one that was edited.
  case passages(Rope)

  /// `base` is the current text of the file; nil without a file.
  package init(_ recovered: RecoveredText, over base: NoteBase?) {
    guard let stored = recovered.edits else {
      self = .text(Rope(recovered.bytes))
      return
    }
    let steps = stored.edits.compactMap(StoredStep.init)
    let start = base?.text ?? Rope()
    if let rest = Self.steps(steps, after: stored.base, in: base),
      let text = Self.text(start, after: rest)
    {
      self = .text(text)
    } else {
      self = .passages(Self.passages(of: steps, byteCount: stored.base?.size ?? 0))
    }
  }

  /// Returns the steps that the file's current text lacks. Nil if the steps do not lead from or through
  /// that text.
  private static func steps(
    _ steps: [StoredStep], after old: TextBase?, in base: NoteBase?
  ) -> ArraySlice<StoredStep>? {
    guard let base else { return old == nil ? steps[...] : nil }
    guard let old else { return nil }
    if old.isText(of: base.stamp) { return steps[...] }
    let text = TextBeingSaved(base.text)
    let last = steps.lastIndex { step in
      guard case .saving(base.text.byteCount, let digest) = step else { return false }
      return digest == text.digest
    }
    return last.map { steps[($0 + 1)...] }
  }

  /// Nil if the edits were not made for this text.
  private static func text(_ base: Rope, after steps: ArraySlice<StoredStep>) -> Rope? {
    var text = base
    for case .edit(let bytes) in steps {
      guard let edit = Edit(bytes, in: text) else { return nil }
      text.apply(edit)
    }
    return text
  }

  /// Applies the edits to blanks of the same length, so that a word typed in many steps is one passage.
  private static func passages(of steps: [StoredStep], byteCount size: Int) -> Rope {
    let block = Rope([UInt8](repeating: 0x20, count: 1 << 20))
    var text = Rope()
    while text.byteCount < size {
      text.append(block[.zero..<ByteOffset(min(block.byteCount, size - text.byteCount))])
    }
    var done: [Edit] = []
    for case .edit(let bytes) in steps {
      // The edits before an unreadable one are still used.
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
