/// Folded lines: whole lines, hidden after a visible line. A fold may contain others, which come
/// back when it opens.
///
/// ```swift
/// folds.hide(LineNumber(3)..<LineNumber(9), in: text)   // line 2 says that 6 lines are hidden
/// text.apply(edit)
/// folds.apply(edit, after: text)
/// ```
package struct Folds: Sendable {
  /// A hidden range: from the end of the line before to the end of the last hidden line, without
  /// their endings.
  struct Fold: Positioned, Sendable {
    var offset: Int
    var byteCount: Int
    /// The folds inside, in order, with offsets relative to this one's.
    var inner: [Fold] = []

    var end: Int { offset + byteCount }
    var range: Range<ByteOffset> { (offset..<end).offsets }

    func moved(by bytes: Int) -> Fold {
      Fold(offset: offset + bytes, byteCount: byteCount, inner: inner)
    }
  }

  /// No two folds touch.
  var list = OffsetList<Fold>()

  package init() {}

  package var isEmpty: Bool { list.isEmpty }
  package var count: Int { list.count }

  /// The hidden ranges, in order: each from the end of the visible line before it to the end of the
  /// last hidden line.
  package var ranges: [Range<ByteOffset>] { list.indices.map { list[$0].range } }

  /// Returns the fold that hides an offset. The end of the line before it is not hidden.
  package func hidden(at offset: ByteOffset) -> Range<ByteOffset>? {
    hidden(at: offset.value).map(\.offsets)
  }

  func hidden(at offset: Int) -> Range<Int>? {
    if list.isEmpty { return nil }
    let index = list.count(before: offset) - 1
    guard index >= 0 else { return nil }
    let fold = list[index]
    return offset <= fold.end ? fold.offset..<fold.end : nil
  }

  /// Returns the range hidden after a line that ends at an offset.
  func fold(behind offset: Int) -> Range<Int>? {
    if list.isEmpty { return nil }
    let index = list.count(before: offset)
    guard index < list.count, list.offset(at: index) == offset else { return nil }
    return offset..<list[index].end
  }

  /// Hides lines after the line before them. Overlapping folds are merged.
  package mutating func hide(_ lines: Range<LineNumber>, in text: Rope) {
    if list.byteCount != text.byteCount { list.removeAll(for: text.byteCount) }
    let first = max(lines.lowerBound, LineNumber(1))
    let last = min(lines.upperBound - 1, text.lastLine)
    guard first <= last else { return }
    let start = text.content(of: first - 1).upperBound.value
    let end = text.content(of: last).upperBound.value
    add(Fold(offset: start, byteCount: end - start))
  }

  private mutating func add(_ new: Fold) {
    var new = new
    let touched = indices(touching: new.offset...new.end)
    if touched.count == 1 {
      var outer = list[touched.lowerBound]
      if outer.offset <= new.offset, new.end <= outer.end {
        if outer.byteCount > new.byteCount {
          Self.add(new.moved(by: -outer.offset), to: &outer.inner)
          list[touched.lowerBound] = outer
        }
        return
      }
    }
    for old in touched.map({ list[$0] }) { new.absorb(old) }
    list.remove(touched)
    list.insert(new, at: touched.lowerBound)
  }

  private static func add(_ new: Fold, to folds: inout [Fold]) {
    var new = new
    let low = folds.firstIndex { $0.end >= new.offset } ?? folds.count
    let high = folds.firstIndex { $0.offset > new.end } ?? folds.count
    if high - low == 1, folds[low].offset <= new.offset, new.end <= folds[low].end {
      if folds[low].byteCount > new.byteCount {
        add(new.moved(by: -folds[low].offset), to: &folds[low].inner)
      }
      return
    }
    for old in folds[low..<high] { new.absorb(old) }
    folds.replaceSubrange(low..<high, with: [new])
  }

  /// Opens the fold after the line of an offset, or the one around it. Returns whether it did.
  @discardableResult
  package mutating func show(at offset: ByteOffset, in text: Rope) -> Bool {
    guard list.byteCount == text.byteCount else { return false }
    let end = text.content(at: offset).upperBound.value
    let touched = indices(touching: end...end)
    guard let index = touched.first else { return false }
    let fold = list[index]
    list.remove(at: index)
    for (number, inner) in fold.inner.enumerated() {
      list.insert(inner.moved(by: fold.offset), at: index + number)
    }
    return true
  }

  /// Opens folds until an offset is visible.
  package mutating func reveal(_ offset: ByteOffset, in text: Rope) {
    while hidden(at: offset) != nil, show(at: offset, in: text) {}
  }

  package mutating func showAll() { list.removeAll(for: list.byteCount) }

  func indices(touching range: ClosedRange<Int>) -> Range<Int> {
    let high = list.count(upTo: range.upperBound)
    var low = high
    while low > 0, list[low - 1].end >= range.lowerBound { low -= 1 }
    return low..<high
  }
}

extension Folds.Fold {
  /// Extends the fold over another one, which stays as an inner fold if it fits inside.
  fileprivate mutating func absorb(_ other: Folds.Fold) {
    if offset <= other.offset, other.end <= end {
      inner.append(other.moved(by: -offset))
      return
    }
    let start = min(offset, other.offset)
    let shift = offset - start
    inner = inner.map { $0.moved(by: shift) }
    byteCount = max(end, other.end) - start
    offset = start
  }
}

extension Folds: Equatable {
  package static func == (left: Folds, right: Folds) -> Bool { left.ranges == right.ranges }
}

/// Folds move with the text. A fold opens if an edit crosses its border.
extension Folds {
  /// Updates the folds for an edit that made a text.
  package mutating func apply(_ edit: Edit, after text: Rope) {
    if list.isEmpty { return list.removeAll(for: text.byteCount) }
    guard list.byteCount == edit.byteCountBefore, text.byteCount == edit.byteCountAfter else {
      return list.removeAll(for: text.byteCount)
    }
    for change in edit.changes { move(through: RowReplacement(change)) }
    for change in edit.changes { check(near: change.after.values, in: text) }
  }

  /// Updates the folds for bytes that were appended, as while a file is read.
  package mutating func textGrew(to text: Rope) {
    let inserted = text.byteCount - list.byteCount
    if inserted < 0 || list.isEmpty { return list.removeAll(for: text.byteCount) }
    let end = list.byteCount
    list.replace(at: end, removing: 0, inserting: inserted)
    check(near: end..<end, in: text)
  }

  private mutating func move(through change: RowReplacement) {
    for index in indices(touching: change.offset...change.end).reversed() {
      var fold = list[index]
      // Text was inserted at the end of the visible line.
      if change.end == fold.offset { continue }
      let isInside = change.offset >= fold.offset && change.end <= fold.end
      if !isInside || change.offset == fold.end && change.removed > 0 {
        list.remove(at: index)
        continue
      }
      fold.byteCount += change.inserted - change.removed
      fold.inner = []
      // Its offset stays; the folds after it are moved below.
      list[index] = fold
    }
    let isAtHead = fold(behind: change.end) != nil
    list.replace(at: change.offset, removing: change.removed, inserting: change.inserted)
    if isAtHead, change.removed == 0 { moveHead(from: change.offset, by: change.inserted) }
  }

  /// Keeps text visible that is typed at the end of the visible line.
  private mutating func moveHead(from offset: Int, by inserted: Int) {
    let index = list.count(before: offset)
    guard index < list.count, list.offset(at: index) == offset else { return }
    var fold = list[index]
    fold.offset += inserted
    list.remove(at: index)
    list.insert(fold, at: index)
  }

  /// Opens folds that no longer start and end at a line's end.
  private mutating func check(near range: Range<Int>, in text: Rope) {
    // The bytes next to a fold may be a line ending.
    for index in indices(touching: range.lowerBound - 2...range.upperBound + 2).reversed() {
      let fold = list[index]
      let head = text.content(at: ByteOffset(fold.offset))
      let last = text.content(at: ByteOffset(fold.end))
      if head.upperBound.value != fold.offset || last.upperBound.value != fold.end
        || head == last
      {
        list.remove(at: index)
      }
    }
  }
}
