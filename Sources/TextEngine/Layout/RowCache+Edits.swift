/// What stays right after an edit stays as it is.
extension RowCache {
  /// Takes note of the edit that made a text.
  package func apply(_ edit: Edit, after text: Rope) {
    guard knows(textOf: edit.byteCountBefore), text.byteCount == edit.byteCountAfter else {
      return forgetAll(of: text)
    }
    if edit.isEmpty { return }
    setByteCount(of: text)
    moveAnchors(through: edit, in: text)
    if edit.changes.count == 1 {
      apply(edit.changes[0], isInLine: edit.inserted.newlineCount == 0, in: text)
    } else if edit.changes.count > Self.manyChanges {
      stretches.removeAll(for: text.byteCount)
    } else {
      for change in edit.changes { forgetTouched(by: RowReplacement(change)) }
      forgetParts()
    }
  }

  private static var manyChanges: Int { 64 }

  private func apply(_ change: Edit.Change, isInLine: Bool, in text: Rope) {
    let change = RowReplacement(change)
    let touched = touched(by: change)
    if isInLine, touched.count == 1 {
      let index = touched.lowerBound
      var stretch = stretches[index]
      if change.place >= stretch.place, change.end <= stretch.contentEnd {
        stretch.byteCount += change.inserted - change.removed
        stretches.replace(
          at: stretch.place, removing: 0, inserting: change.inserted - change.removed)
        switch update(&stretch, change, in: text) {
        case .done: stretches[index] = stretch
        case .forget: stretches.remove(at: index)
        case .forgetParts:
          stretches.remove(at: index)
          forgetParts()
        }
        return
      }
    }
    forgetTouched(by: change)
    forgetParts()
  }

  private enum Outcome {
    case done
    /// The stretch is another one now, or all parts of its line are.
    case forget, forgetParts
  }

  /// Brings a stretch up to date where that can be done.
  private func update(_ stretch: inout Stretch, _ change: RowReplacement, in text: Rope) -> Outcome
  {
    let end = stretch.contentEnd
    // A carriage return at a line's end may have become part of the ending.
    if change.place + change.inserted == end, stretch.ending == 1, stretch.byteCount > 0,
      text[ByteOffset(end - 1)] == .carriageReturn
    {
      return .forget
    }
    guard layout.wraps else { return .done }
    if stretch.isWholeLine {
      if isLong(stretch.place..<end) { return .forget }
    } else {
      let content = TextLine(at: change.place, in: text).content
      let prefix = content.lowerBound + limits.longestPrefix
      // Of one that is empty now, the part before it has become the line's last.
      if !isLong(content) || stretch.byteCount == 0
        || change.place < prefix && hangingIndent(of: content, in: text) != stretch.indent
      {
        return .forgetParts
      }
    }
    // A part may have become too long, or got an anchor that stood at its end.
    if stretch.byteCount > limits.longestPart || !stretch.isWholeLine && hasAnchor(in: stretch) {
      return .forget
    }
    let stretchRange = stretch.place..<end
    let (layout, limits) = (layout, limits)
    withBytes(stretchRange, of: text) { bytes in
      let start = UnsafeBufferPointer(rebasing: bytes.prefix(limits.longestPrefix))
      if stretch.startsLine {
        let indent = HangingIndent(of: start, layout: layout)
        if indent != stretch.indent {
          stretch.indent = indent
          stretch.layOut(bytes, layout)
          return
        }
      }
      stretch.layOut(
        bytes, layout, changedAt: change.place - stretch.place, removing: change.removed,
        inserting: change.inserted)
    }
    return .done
  }

  private func hasAnchor(in stretch: Stretch) -> Bool {
    let next = anchors.count(upTo: stretch.place)
    return next < anchors.count && anchors.place(at: next) < stretch.contentEnd
  }

  /// The stretches whose bytes or borders a replacement changes.
  private func touched(by change: RowReplacement) -> Range<Int> {
    var low = stretches.count(upTo: change.place)
    while low > 0 {
      let stretch = stretches[low - 1]
      if change.place < stretch.end || change.place == stretch.end && stretch.isLastOfText {
        low -= 1
      } else {
        break
      }
    }
    return low..<max(low, stretches.count(upTo: change.end))
  }

  private func forgetTouched(by change: RowReplacement) {
    stretches.remove(touched(by: change))
    stretches.replace(
      at: change.place, removing: change.removed, inserting: change.inserted)
  }

  /// The edit may have taken the last anchor; the part before it is none any more all the same.
  private func forgetParts() {
    if !hasParts { return }
    stretches.removeAll { !$0.isWholeLine }
    hasParts = false
  }
}

/// A change on its way through a text in which all changes before it are done.
struct RowReplacement {
  let place: Int
  let removed: Int
  let inserted: Int

  init(_ change: Edit.Change) {
    place = change.after.lowerBound.value
    removed = change.before.byteCount
    inserted = change.after.byteCount
  }

  var end: Int { place + removed }
}
