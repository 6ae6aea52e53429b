import Services
import TextEngine

/// Two versions of the same lines in one text, between lines that say whose they are.
struct ConflictMarks: Equatable {
  static let mine = "<<<<<<< mine"
  static let between = "======="
  static let theirs = ">>>>>>> theirs"

  enum Choice: Equatable, Sendable { case mine, theirs, both }

  /// With the lines that mark it.
  let all: Range<ByteOffset>
  let myLines: Range<ByteOffset>
  let theirLines: Range<ByteOffset>

  /// Whether a row says where a version begins or ends.
  static func isMark(_ pieces: [EditorRow.Piece]) -> Bool {
    guard
      pieces.first?.text.hasPrefix("<<<<<<<") == true
        || pieces.first?.text.hasPrefix(">>>>>>>") == true
    else { return false }
    let text = pieces.map(\.text).joined()
    return text == mine || text == theirs
  }

  /// The conflict that a place is in, or the next one behind it; nil where there is none.
  init?(at place: ByteOffset, in text: Rope) {
    let start = Self.line(Self.mine, before: text.content(at: place).upperBound, in: text)
    if let found = start.flatMap({ Self(from: $0, in: text) }), place < found.all.upperBound {
      self = found
    } else if let next = Self.line(Self.mine, from: place, in: text),
      let found = Self(from: next, in: text)
    {
      self = found
    } else {
      return nil
    }
  }

  private init?(from start: LineNumber, in text: Rope) {
    guard let middle = Self.line(Self.between, from: text.start(of: start), in: text),
      let end = Self.line(Self.theirs, from: text.start(of: middle), in: text)
    else { return nil }
    all = text.start(of: start)..<text.start(of: end + 1)
    myLines = text.start(of: start + 1)..<text.start(of: middle)
    theirLines = text.start(of: middle + 1)..<text.start(of: end)
  }

  /// The text with one version, or with both, and no marks.
  func edit(of text: Rope, taking choice: Choice) -> Edit {
    var new = Rope()
    if choice != .theirs { new.append(text[myLines]) }
    if choice != .mine { new.append(text[theirLines]) }
    return Edit(in: text, replacing: all, with: new)
  }

  private static func line(_ mark: String, from place: ByteOffset, in text: Rope) -> LineNumber? {
    guard let search = LiteralSearch(Array(mark.utf8)) else { return nil }
    var start = place
    while let match = search.first(in: text, range: start..<text.end) {
      if isLine(match, in: text) { return text.line(at: match.lowerBound) }
      start = match.upperBound
    }
    return nil
  }

  private static func line(_ mark: String, before place: ByteOffset, in text: Rope) -> LineNumber? {
    guard let search = LiteralSearch(Array(mark.utf8)) else { return nil }
    var end = place
    while let match = search.last(in: text, range: .zero..<end) {
      if isLine(match, in: text) { return text.line(at: match.lowerBound) }
      end = match.lowerBound
    }
    return nil
  }

  private static func isLine(_ match: Range<ByteOffset>, in text: Rope) -> Bool {
    text.content(at: match.lowerBound) == match
  }

  /// Both texts in one, with marks where both changed the same lines; the count of such places.
  static func merging(
    base: [UInt8], mine: [UInt8], theirs: [UInt8], ending: LineEnding
  ) -> (text: [UInt8], count: Int) {
    let merge = ThreeWayMerge.merge(base: base, mine: mine, theirs: theirs)
    let (lines, others) = (TextLines(merge.bytes), TextLines(theirs))
    var text: [UInt8] = []
    var next = 0
    func add(_ lines: ArraySlice<UInt8>) {
      text += lines
      if let last = text.last, last != UInt8(ascii: "\n") { text += ending.bytes }
    }
    func add(_ mark: String) { text += Array(mark.utf8) + ending.bytes }
    for conflict in merge.conflicts {
      text += lines[next..<conflict.merged.lowerBound]
      if let last = text.last, last != UInt8(ascii: "\n") { text += ending.bytes }
      add(Self.mine)
      add(lines[conflict.merged])
      add(Self.between)
      add(others[conflict.theirs])
      add(Self.theirs)
      next = conflict.merged.upperBound
    }
    text += lines[next..<lines.count]
    return (text, merge.conflicts.count)
  }
}
