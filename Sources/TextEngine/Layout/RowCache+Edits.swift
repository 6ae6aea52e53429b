/// Keeps the stretches that an edit does not change.
extension RowCache {
  /// Updates the cache for an edit that made a text.
  package func apply(_ edit: Edit, after text: Rope) {
    guard knows(textOf: edit.byteCountBefore), text.byteCount == edit.byteCountAfter else {
      return forgetAll(of: text)
    }
    if edit.isEmpty { return }
    setByteCount(of: text)
    moveAnchors(through: edit, in: text)
    if edit.changes.count > Self.manyChanges {
      stretches.removeAll(for: text.byteCount)
      return
    }
    if !staysInPart(edit, in: text) { forgetParts() }
    for change in edit.changes {
      let change = RowReplacement(change)
      stretches.remove(touched(by: change))
      stretches.replace(
        at: change.offset, removing: change.removed, inserting: change.inserted)
    }
  }

  private static var manyChanges: Int { 64 }

  /// Returns the stretches whose bytes or borders a replacement changes.
  private func touched(by change: RowReplacement) -> Range<Int> {
    var low = stretches.count(upTo: change.offset)
    while low > 0 {
      let stretch = stretches[low - 1]
      if change.offset < stretch.end || change.offset == stretch.end && stretch.isLastOfText {
        low -= 1
      } else {
        break
      }
    }
    return low..<max(low, stretches.count(upTo: change.end))
  }

  /// Whether an edit changes one part of a long line and nothing that other parts depend on: the
  /// start of the line sets the indent of all of them.
  private func staysInPart(_ edit: Edit, in text: Rope) -> Bool {
    guard edit.changes.count == 1, edit.inserted.newlineCount == 0 else { return false }
    let change = RowReplacement(edit.changes[0])
    let touched = touched(by: change)
    guard touched.count == 1 else { return false }
    let stretch = stretches[touched.lowerBound]
    let content = TextLine(at: change.offset, in: text).content
    return change.offset >= stretch.offset && change.end <= stretch.contentEnd
      && stretch.byteCount + change.inserted > change.removed && isLong(content)
      && (change.offset - content.lowerBound >= limits.longestPrefix
        || hangingIndent(of: content, in: text) == stretch.indent)
  }

  func forgetParts() {
    if hasParts { stretches.removeAll { !$0.isWholeLine } }
    hasParts = false
  }
}

/// A change with its offset in a text in which all earlier changes are done.
struct RowReplacement {
  let offset: Int
  let removed: Int
  let inserted: Int

  init(_ change: Edit.Change) {
    offset = change.after.lowerBound.value
    removed = change.before.byteCount
    inserted = change.after.byteCount
  }

  var end: Int { offset + removed }
}
