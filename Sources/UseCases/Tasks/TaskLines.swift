import Entities
import Services

/// What becomes of lines of a text, as pieces of a change.
struct TaskLines {
  private typealias Edit = (range: Range<Int>, new: [UInt8], line: Int, shown: String)

  static let feed = UInt8(ascii: "\n")

  private let text: [UInt8]
  private var edits: [Edit] = []

  init(_ text: [UInt8]) { self.text = text }

  /// False where something takes the place of this line already.
  mutating func replace(_ place: TaskInText, by new: [UInt8]) -> Bool {
    let old = text[place.range]
    if edits.contains(where: { $0.range.overlaps(place.range) }) { return false }
    edits.append((place.range, new, place.line, Self.shown(old)))
    return true
  }

  /// None where nothing changes.
  var pieces: [NoteChange.Piece] {
    joined(joined(changed).map(anchored)).map { edit in
      NoteChange.Piece(
        range: edit.range, old: Array(text[edit.range]), new: edit.new, line: edit.line,
        context: edit.shown, place: 0..<edit.shown.utf8.count)
    }
  }

  private var changed: [Edit] {
    edits.filter { !text[$0.range].elementsEqual($0.new) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// A line that goes is one piece with the changed lines that touch it: no line is in two.
  private func joined(_ edits: [Edit]) -> [Edit] {
    var joined: [Edit] = []
    for edit in edits {
      guard let last = joined.last, last.range.upperBound >= edit.range.lowerBound,
        last.range.upperBound > edit.range.lowerBound || last.new.isEmpty || edit.new.isEmpty
      else {
        joined.append(edit)
        continue
      }
      // The line that both have is as it was in both.
      let shared = last.range.upperBound - edit.range.lowerBound
      joined[joined.count - 1].range = last.range.lowerBound..<edit.range.upperBound
      joined[joined.count - 1].new += edit.new.dropFirst(shared)
    }
    return joined
  }

  /// What goes, with a line beside it: where it was is found again only by what stands there.
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

  /// A new line behind the item that begins with `last`, or at the end, and its number.
  func inserting(_ line: [UInt8], behind last: TaskSpan?) -> (NoteChange.Piece, line: Int) {
    let end = last.map { itemEnd(behind: $0.range.upperBound) } ?? text.count
    let isAtOpenEnd = end > 0 && text[end - 1] != Self.feed
    let lineEnd = Self.end(in: text)
    let new = isAtOpenEnd ? lineEnd + line : line + lineEnd
    let number = text[..<end].count { $0 == Self.feed } + (isAtOpenEnd ? 2 : 1)
    // With the line before it: where others wrote meanwhile, no other line's middle is taken for the end.
    let before = Array(text[Self.start(before: end, in: text)..<end])
    let piece = NoteChange.Piece(
      range: (end - before.count)..<end, old: before, new: before + new, line: number,
      context: Self.shown(line[...]), place: 0..<0)
    return (piece, number)
  }

  /// Behind the lines that go on with an item, which stand further in.
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

  // MARK: Where a task stands

  /// Where a task stands now: in its line, else in the nearest that says the same; nil where none
  /// does, or two are as near.
  static func place(of task: TaskRecord, among places: [TaskInText]) -> TaskInText? {
    let same = places.filter { says(task.facts, $0.facts) }
    guard let nearest = same.map({ abs($0.line - task.line) }).min() else { return nil }
    let found = same.filter { abs($0.line - task.line) == nearest }
    return found.count == 1 ? found.first : nil
  }

  /// Whether a line says what was told of it. Not all may have been told, and long words in part.
  private static func says(_ told: TaskFacts, _ now: TaskFacts) -> Bool {
    guard told.mark == now.mark, told.priority == now.priority, told.due == now.due,
      told.scheduled == now.scheduled, told.start == nil || told.start == now.start,
      told.recurrence == nil || told.recurrence == now.recurrence
    else { return false }
    return told.words.utf8.elementsEqual(now.words.utf8)
      || told.words.utf8.count > 500 && now.words.utf8.starts(with: told.words.utf8)
  }

  // MARK: Lines

  /// How the text's lines end.
  static func end(in text: [UInt8]) -> [UInt8] {
    guard let feed = text.firstIndex(of: feed) else { return [Self.feed] }
    return feed > 0 && text[feed - 1] == UInt8(ascii: "\r")
      ? [UInt8(ascii: "\r"), Self.feed] : [Self.feed]
  }

  /// Where the line begins that ends there.
  static func start(before end: Int, in text: [UInt8]) -> Int {
    text[..<max(0, end - 1)].lastIndex(of: feed).map { $0 + 1 } ?? 0
  }

  /// A line as a person is shown it.
  private static func shown(_ line: ArraySlice<UInt8>) -> String {
    let end = line.lastIndex { $0 != feed && $0 != UInt8(ascii: "\r") }.map { $0 + 1 }
    return String(decoding: line[..<(end ?? line.startIndex)], as: UTF8.self)
  }
}
