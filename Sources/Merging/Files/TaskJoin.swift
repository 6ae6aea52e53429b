import Bytes
import Tasks

/// A task that one side ticked, or dated as done, while the other one edited its words: both hold.
struct TaskJoin {
  private let bytes: [UInt8]
  private let task: TaskLine

  private init?(_ line: [UInt8]) {
    guard let task = TaskLine(line.span, 0..<line.count) else { return nil }
    bytes = line
    self.task = task
  }

  /// Nil where a line is no task, or both changed the same of it.
  static func join(_ base: [UInt8], _ mine: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    guard let base = TaskJoin(base), let mine = TaskJoin(mine), let theirs = TaskJoin(theirs),
      base.isLike(mine), base.isLike(theirs)
    else { return nil }
    let isTickedOnce = mine.state == base.state || theirs.state == base.state
    guard isTickedOnce || mine.state == theirs.state else { return nil }
    let ticked = mine.state == base.state ? theirs : mine
    if mine.rest == base.rest { return theirs.with(ticked) }
    if theirs.rest == base.rest { return mine.with(ticked) }
    return nil
  }

  /// What ticking changes: the character in the box, and on which day it was done.
  private var state: [[UInt8]] { [Array(bytes[task.markPlace])] + ends.map { Array(bytes[$0]) } }

  private var ends: [Range<Int>] {
    task.parts.filter { $0.kind == .done || $0.kind == .cancelled }.map(\.whole)
  }

  /// The same with the blanks before each.
  private var widerEnds: [Range<Int>] {
    ends.map { end in
      var start = end.lowerBound
      while start > task.text.lowerBound, Byte.isBlank(bytes[start - 1]) { start -= 1 }
      return start..<end.upperBound
    }
  }

  /// All else.
  private var rest: [UInt8] {
    let edits = [ByteEdit(range: task.markPlace, bytes: [])]
    return ByteEdit.apply(edits + widerEnds.map { ByteEdit(range: $0, bytes: []) }, to: bytes)
  }

  private func with(_ other: TaskJoin) -> [UInt8] {
    var edits = [ByteEdit(range: task.markPlace, bytes: Array(other.bytes[other.task.markPlace]))]
    edits += widerEnds.map { ByteEdit(range: $0, bytes: []) }
    let added = other.widerEnds.flatMap { other.bytes[$0] }
    let end = task.text.upperBound
    // A part at the very end goes and comes in one edit.
    if let last = edits.last, last.range.upperBound == end, last.range != task.markPlace {
      edits[edits.count - 1] = ByteEdit(range: last.range, bytes: added)
    } else {
      edits.append(ByteEdit(range: end..<end, bytes: added))
    }
    return ByteEdit.apply(edits, to: bytes)
  }

  /// Whether it is the same task in other words: half of the shorter one's words are in both.
  private func isLike(_ other: TaskJoin) -> Bool {
    let (own, others) = (words, other.words)
    let shared = own.intersection(others).count
    return 2 * shared >= min(own.count, others.count) && shared > 0 || own == others
  }

  private var words: Set<[UInt8]> {
    Set(bytes[task.text].split(whereSeparator: Byte.isBlank).map(Array.init))
  }
}
