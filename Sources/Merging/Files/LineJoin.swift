import Bytes
import Comparing
import Tasks

/// Joins changes of two sides in adjacent lines, and tasks that one side ticked while the other
/// edited their text.
///
/// In a list of tasks nearly every change touches another: one side ticks the last task, the other
/// adds the next below it.
struct LineJoin {
  /// The change of one side to a line of the base.
  private enum Change: Equatable {
    case same, gone
    case new(Int)
    /// Several lines replaced this one and its neighbors; the number is the hunk's.
    case block(Int)
  }

  private struct Side {
    let text: TextLines
    var changes: [Change]
    /// The lines inserted before each line, and after the last.
    var inserted: [Range<Int>?]
    var blocks: [Hunk] = []

    init(_ text: TextLines, against base: TextLines) {
      self.text = text
      changes = Array(repeating: .same, count: base.count)
      inserted = Array(repeating: nil, count: base.count + 1)
      for hunk in LineDifference.between(base, text) {
        if hunk.old.isEmpty {
          inserted[hunk.old.lowerBound] = hunk.new
        } else if hunk.new.isEmpty {
          for line in hunk.old { changes[line] = .gone }
        } else if hunk.old.count == hunk.new.count {
          for (line, new) in zip(hunk.old, hunk.new) { changes[line] = .new(new) }
        } else {
          for line in hunk.old { changes[line] = .block(blocks.count) }
          blocks.append(hunk)
        }
      }
    }

    /// Whether a line is unchanged, and nothing is inserted before or after it.
    func isUntouched(around line: Int) -> Bool {
      changes[line] == .same && inserted[line] == nil && inserted[line + 1] == nil
    }

    func line(_ number: Int) -> [UInt8] { Array(text[number..<(number + 1)]) }
  }

  private let base: TextLines
  private let mine: Side
  private let theirs: Side
  private var joined: [UInt8] = []

  /// Returns nil if both sides changed the same lines in different ways.
  static func join(
    _ base: ArraySlice<UInt8>, _ mine: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>
  ) -> [UInt8]? {
    if base.isEmpty { return nil }
    let text = TextLines(Array(base))
    var join = LineJoin(
      base: text, mine: Side(TextLines(Array(mine)), against: text),
      theirs: Side(TextLines(Array(theirs)), against: text))
    return join.run() ? join.joined : nil
  }

  private init(base: TextLines, mine: Side, theirs: Side) {
    self.base = base
    self.mine = mine
    self.theirs = theirs
  }

  private mutating func run() -> Bool {
    for line in 0...base.count {
      guard insert(before: line) else { return false }
      if line < base.count, !change(line) { return false }
    }
    return true
  }

  private mutating func insert(before line: Int) -> Bool {
    switch (mine.inserted[line], theirs.inserted[line]) {
    case (nil, nil): return true
    case (let lines?, nil): joined += mine.text[lines]
    case (nil, let lines?): joined += theirs.text[lines]
    case (let my?, let their?):
      guard mine.text[my] == theirs.text[their] else { return false }
      joined += mine.text[my]
    }
    return true
  }

  private mutating func change(_ line: Int) -> Bool {
    if case .block(let number) = mine.changes[line] {
      return take(mine.blocks[number], of: mine, at: line, against: theirs)
    }
    if case .block(let number) = theirs.changes[line] {
      return take(theirs.blocks[number], of: theirs, at: line, against: mine)
    }
    switch (mine.changes[line], theirs.changes[line]) {
    case (.same, .same): joined += base[line..<(line + 1)]
    case (.gone, .gone), (.gone, .same), (.same, .gone): break
    case (.new(let new), .same): joined += mine.line(new)
    case (.same, .new(let new)): joined += theirs.line(new)
    case (.new(let my), .new(let their)):
      let (my, their) = (mine.line(my), theirs.line(their))
      let old = Array(base[line..<(line + 1)])
      guard let line = my == their ? my : TaskJoin.join(old, my, their) else { return false }
      joined += line
    default: return false
    }
    return true
  }

  /// Adds a block, unless the other side has changes in it or next to it: their order would be unknown.
  private mutating func take(
    _ block: Hunk, of side: Side, at line: Int, against other: Side
  ) -> Bool {
    guard other.isUntouched(around: line) else { return false }
    if line == block.old.lowerBound { joined += side.text[block.new] }
    return true
  }
}

/// A task that one side ticked, or dated as done, while the other edited its text: both changes apply.
private struct TaskJoin {
  private let bytes: [UInt8]
  private let task: TaskLine

  private init?(_ line: [UInt8]) {
    guard let task = TaskLine(line.span, 0..<line.count) else { return nil }
    bytes = line
    self.task = task
  }

  /// Returns nil if a line is not a task, or if both sides changed the same part of it.
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

  /// The parts that ticking changes: the character in the box, and the date of completion.
  private var state: [[UInt8]] { [Array(bytes[task.markRange])] + ends.map { Array(bytes[$0]) } }

  private var ends: [Range<Int>] {
    task.parts.filter { $0.kind == .done || $0.kind == .cancelled }.map(\.whole)
  }

  /// The dates, with the blanks before them.
  private var widerEnds: [Range<Int>] {
    ends.map { end in
      var start = end.lowerBound
      while start > task.text.lowerBound, Byte.isBlank(bytes[start - 1]) { start -= 1 }
      return start..<end.upperBound
    }
  }

  /// The task without the parts that ticking changes.
  private var rest: [UInt8] {
    let edits = [ByteEdit(range: task.markRange, bytes: [])]
    return ByteEdit.apply(edits + widerEnds.map { ByteEdit(range: $0, bytes: []) }, to: bytes)
  }

  private func with(_ other: TaskJoin) -> [UInt8] {
    var edits = [ByteEdit(range: task.markRange, bytes: Array(other.bytes[other.task.markRange]))]
    edits += widerEnds.map { ByteEdit(range: $0, bytes: []) }
    let added = other.widerEnds.flatMap { other.bytes[$0] }
    let end = task.text.upperBound
    // A date at the very end must be replaced in one edit.
    if let last = edits.last, last.range.upperBound == end, last.range != task.markRange {
      edits[edits.count - 1] = ByteEdit(range: last.range, bytes: added)
    } else {
      edits.append(ByteEdit(range: end..<end, bytes: added))
    }
    return ByteEdit.apply(edits, to: bytes)
  }

  /// Whether it is the same task with other words: the two share half of the shorter one's words.
  private func isLike(_ other: TaskJoin) -> Bool {
    let (own, others) = (words, other.words)
    let shared = own.intersection(others).count
    return 2 * shared >= min(own.count, others.count) && shared > 0 || own == others
  }

  private var words: Set<[UInt8]> {
    Set(bytes[task.text].split(whereSeparator: Byte.isBlank).map(Array.init))
  }
}
