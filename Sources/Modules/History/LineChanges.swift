import Services

/// What is different between two texts, as lines to be read: what went, what came, and a few lines
/// around for the eye.
enum LineChanges {
  /// Equal lines before and after each change.
  private static let context = 3

  /// How many lines came and went.
  static func counts(from old: [UInt8], to new: [UInt8]) -> (added: Int, removed: Int) {
    LineDifference.between(old, new).reduce(into: (added: 0, removed: 0)) { counts, hunk in
      counts.added += hunk.new.count
      counts.removed += hunk.old.count
    }
  }

  /// Empty where the texts are equal.
  static func lines(from old: [UInt8], to new: [UInt8]) -> [HistoryLine] {
    let (old, new) = (TextLines(old), TextLines(new))
    let hunks = LineDifference.between(old, new)
    var page = LinePage()
    page.tellsOfEndings = hasLastEnding(old) != hasLastEnding(new)
    var shown = 0
    for (index, hunk) in hunks.enumerated() {
      let before = max(shown, hunk.new.lowerBound - context)
      page.leaveOut(before - shown)
      page.add(.same, new, before..<hunk.new.lowerBound)
      let isExact = differInEndingsAlone(old, hunk.old, new, hunk.new)
      page.add(.removed, old, hunk.old, showingReturns: isExact)
      page.add(.added, new, hunk.new, showingReturns: isExact)
      let next = index + 1 < hunks.count ? hunks[index + 1].new.lowerBound : new.count
      shown = min(next, hunk.new.upperBound + context)
      page.add(.same, new, hunk.new.upperBound..<shown)
      if page.isFull { return page.lines }
    }
    if !hunks.isEmpty { page.leaveOut(new.count - shown) }
    return page.lines
  }

  /// All lines of one text.
  static func lines(of text: [UInt8]) -> [HistoryLine] {
    let text = TextLines(text)
    var page = LinePage()
    page.add(.same, text, 0..<text.count)
    return page.lines
  }

  private static func hasLastEnding(_ text: TextLines) -> Bool {
    text.bytes.last == UInt8(ascii: "\n")
  }

  /// Whether nobody would see a difference if carriage returns were left out.
  private static func differInEndingsAlone(
    _ old: TextLines, _ oldLines: Range<Int>, _ new: TextLines, _ newLines: Range<Int>
  ) -> Bool {
    oldLines.count == newLines.count
      && zip(oldLines, newLines).allSatisfy { old.text(of: $0) == new.text(of: $1) }
  }
}

/// Lines on their way to the screen, as many as anybody reads there.
private struct LinePage {
  static let mostLines = 5_000
  static let mostBytes = 256 * 1024

  private(set) var lines: [HistoryLine] = []
  private var bytes = 0
  private(set) var isFull = false
  /// Only one of the texts ends with a line ending: nothing else shows that.
  var tellsOfEndings = false

  mutating func leaveOut(_ count: Int) {
    guard count > 0, !isFull else { return }
    lines.append(HistoryLine(.remark, count == 1 ? "… 1 equal line" : "… \(count) equal lines"))
  }

  mutating func add(
    _ kind: HistoryLine.Kind, _ text: TextLines, _ range: Range<Int>,
    showingReturns: Bool = false
  ) {
    for number in range where !isFull {
      var line = text.text(of: number)
      let whole = text[number..<(number + 1)]
      if showingReturns, whole.suffix(2).elementsEqual("\r\n".utf8) {
        line.append(UInt8(ascii: "\r"))
      }
      guard lines.count < Self.mostLines, bytes + line.count <= Self.mostBytes else {
        isFull = true
        lines.append(HistoryLine(.remark, "… There is more than is shown here."))
        return
      }
      bytes += line.count
      lines.append(HistoryLine(kind, String(decoding: line, as: UTF8.self)))
      if tellsOfEndings, kind != .same, whole.last != UInt8(ascii: "\n") {
        lines.append(HistoryLine(.remark, "  (no line ending)"))
      }
    }
  }
}
