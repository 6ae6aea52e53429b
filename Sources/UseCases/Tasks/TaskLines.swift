import Entities
import Services

/// Edits of lines in a text, as pieces of a change.
struct TaskLines {
  private typealias Edit = (range: Range<Int>, new: [UInt8], line: Int, shown: String)

  static let feed = UInt8(ascii: "\n")

  private let text: [UInt8]
  private var edits: [Edit] = []

  init(_ text: [UInt8]) { self.text = text }

  /// Returns false if the line already has an edit.
  mutating func replace(_ found: TaskInText, by new: [UInt8]) -> Bool {
    let old = text[found.range]
    if edits.contains(where: { $0.range.overlaps(found.range) }) { return false }
    edits.append((found.range, new, found.line, Self.shown(old)))
    return true
  }

  /// The pieces; none if nothing changes.
  var pieces: [NoteChange.Piece] {
    joined(joined(changed).map(anchored)).map { edit in
      NoteChange.Piece(
        range: edit.range, old: Array(text[edit.range]), new: edit.new, line: edit.line,
        context: edit.shown, contextRange: 0..<edit.shown.utf8.count)
    }
  }

  private var changed: [Edit] {
    edits.filter { !text[$0.range].elementsEqual($0.new) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Merges a removed line with the changed lines that touch it, so that no line is in two pieces.
  private func joined(_ edits: [Edit]) -> [Edit] {
    var joined: [Edit] = []
    for edit in edits {
      guard let last = joined.last, last.range.upperBound >= edit.range.lowerBound,
        last.range.upperBound > edit.range.lowerBound || last.new.isEmpty || edit.new.isEmpty
      else {
        joined.append(edit)
        continue
      }
      // The shared line is unchanged in both edits.
      let shared = last.range.upperBound - edit.range.lowerBound
      joined[joined.count - 1].range = last.range.lowerBound..<edit.range.upperBound
      joined[joined.count - 1].new += edit.new.dropFirst(shared)
    }
    return joined
  }

  /// Extends a removal by a neighboring line, which is needed to find its position again.
  private func anchored(_ edit: Edit) -> Edit {
    guard edit.new.isEmpty else { return edit }
    var edit = edit
    let (start, end) = (edit.range.lowerBound, edit.range.upperBound)
    if start > 0 {
      edit.range = Self.start(before: start, in: text)..<end
      edit.new = Array(text[edit.range.lowerBound..<start])
    } else {
      let next = text[end...].firstIndex(of: Self.feed).map { $0 + 1 } ?? text.count
      edit.range = start..<next
      edit.new = Array(text[end..<next])
    }
    return edit
  }

  /// Inserts a line after the item that begins with `last`, or at the end. Returns the piece and
  /// the line number.
  func inserting(_ line: [UInt8], behind last: TaskSpan?) -> (NoteChange.Piece, line: Int) {
    let end = last.map { itemEnd(behind: $0.range.upperBound) } ?? text.count
    let isAtOpenEnd = end > 0 && text[end - 1] != Self.feed
    let lineEnd = Self.end(in: text)
    let new = isAtOpenEnd ? lineEnd + line : line + lineEnd
    let number = text[..<end].count { $0 == Self.feed } + (isAtOpenEnd ? 2 : 1)
    // The piece includes the line before it, so that after another program's edit it does not go
    // into the middle of a line.
    let before = Array(text[Self.start(before: end, in: text)..<end])
    let piece = NoteChange.Piece(
      range: (end - before.count)..<end, old: before, new: before + new, line: number,
      context: Self.shown(line[...]), contextRange: 0..<0)
    return (piece, number)
  }

  /// Returns the end of an item, after its continuation lines, which are indented further.
  private func itemEnd(behind start: Int) -> Int {
    var end = start
    while end < text.count, text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: "\t") {
      let feed = text[end...].firstIndex(of: Self.feed)
      let line = text[end..<(feed ?? text.count)]
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { break }
      end = feed.map { $0 + 1 } ?? text.count
    }
    return end
  }

  // MARK: Finding a task again

  /// Finds a task's current position: its own line, or the nearest one with the same content. Nil
  /// if there is none, or two are equally near.
  static func match(for task: TaskRecord, among tasks: [TaskInText]) -> TaskInText? {
    let same = tasks.filter { says(task.facts, $0.facts) }
    guard let nearest = same.map({ abs($0.line - task.line) }).min() else { return nil }
    let found = same.filter { abs($0.line - task.line) == nearest }
    return found.count == 1 ? found.first : nil
  }

  /// Whether a line matches the known facts, some of which may be missing or cut.
  private static func says(_ old: TaskFacts, _ now: TaskFacts) -> Bool {
    guard old.mark == now.mark, old.priority == now.priority, old.due == now.due,
      old.scheduled == now.scheduled, old.start == nil || old.start == now.start,
      old.recurrence == nil || old.recurrence == now.recurrence
    else { return false }
    return old.words.utf8.elementsEqual(now.words.utf8)
      || old.words.utf8.count > 500 && now.words.utf8.starts(with: old.words.utf8)
  }

  // MARK: Lines

  static func end(in text: [UInt8]) -> [UInt8] {
    guard let feed = text.firstIndex(of: feed) else { return [Self.feed] }
    return feed > 0 && text[feed - 1] == UInt8(ascii: "\r")
      ? [UInt8(ascii: "\r"), Self.feed] : [Self.feed]
  }

  /// Returns the start of the line that ends at `end`.
  static func start(before end: Int, in text: [UInt8]) -> Int {
    text[..<max(0, end - 1)].lastIndex(of: feed).map { $0 + 1 } ?? 0
  }

  /// Returns a line for display.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let end = line.lastIndex { $0 != feed && $0 != UInt8(ascii: "\r") }.map { $0 + 1 }
    return String(decoding: line[..<(end ?? line.startIndex)], as: UTF8.self)
  }
}
