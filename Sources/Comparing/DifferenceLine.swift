/// One line of a difference as a person reads it.
package struct DifferenceLine: Equatable, Sendable {
  package enum Kind: Sendable {
    case same, removed, added
    /// Said about the text: how many lines were left out here, that a line ending is missing.
    case gap
  }

  package var kind: Kind
  /// Without its ending; bytes that are no UTF-8 show as U+FFFD.
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

extension LineDifference {
  /// How many lines differ: those that were replaced count once.
  package static func count(between old: [UInt8], _ new: [UInt8]) -> Int {
    between(old, new).reduce(0) { $0 + max($1.old.count, $1.new.count) }
  }

  /// How many lines came and went.
  package static func counts(
    from old: [UInt8], to new: [UInt8]
  ) -> (added: Int, removed: Int) {
    between(old, new).reduce(into: (added: 0, removed: 0)) { counts, hunk in
      counts.added += hunk.new.count
      counts.removed += hunk.old.count
    }
  }

  /// The lines that differ with some of those around them, limited to what a person reads. Texts
  /// that differ have lines that do not look the same: line endings are shown where nothing else
  /// differs.
  package static func listing(
    of old: TextLines, _ new: TextLines, around context: Int = 2, limit: Int = 5000
  ) -> [DifferenceLine] {
    var listing = Listing(limit: limit)
    listing.tellsOfLastEnding = hasLastEnding(old) != hasLastEnding(new)
    let hunks = between(old, new)
    var shown = 0
    for (index, hunk) in hunks.enumerated() {
      let before = max(shown, hunk.new.lowerBound - context)
      listing.leaveOut(before - shown)
      listing.show(before..<hunk.new.lowerBound, of: new, as: .same)
      let isExact = differInEndingsAlone(old, hunk.old, new, hunk.new)
      listing.show(hunk.old, of: old, as: .removed, withReturns: isExact)
      listing.show(hunk.new, of: new, as: .added, withReturns: isExact)
      let next = index + 1 < hunks.count ? hunks[index + 1].new.lowerBound : new.count
      shown = min(next, hunk.new.upperBound + context)
      listing.show(hunk.new.upperBound..<shown, of: new, as: .same)
      if listing.isFull { return listing.lines }
    }
    if !hunks.isEmpty { listing.leaveOut(new.count - shown) }
    return listing.lines
  }

  /// All lines of one text, as many as anybody reads.
  package static func listing(of text: TextLines, limit: Int = 5000) -> [DifferenceLine] {
    var listing = Listing(limit: limit)
    listing.show(0..<text.count, of: text, as: .same)
    return listing.lines
  }

  private static func hasLastEnding(_ text: TextLines) -> Bool {
    text.bytes.last == UInt8(ascii: "\n")
  }

  /// Whether the texts differ only in carriage returns.
  private static func differInEndingsAlone(
    _ old: TextLines, _ oldLines: Range<Int>, _ new: TextLines, _ newLines: Range<Int>
  ) -> Bool {
    oldLines.count == newLines.count
      && zip(oldLines, newLines).allSatisfy { old.text(of: $0) == new.text(of: $1) }
  }
}

/// Lines on their way to the screen, as many as anybody reads there.
private struct Listing {
  private static let mostBytes = 256 * 1024

  let limit: Int
  /// Only one of the texts ends with a line ending: nothing else shows that.
  var tellsOfLastEnding = false
  private(set) var lines: [DifferenceLine] = []
  private(set) var isFull = false
  private var bytes = 0

  init(limit: Int) {
    self.limit = limit
  }

  mutating func leaveOut(_ count: Int) {
    guard count > 0, !isFull else { return }
    lines.append(DifferenceLine(.gap, count == 1 ? "1 line" : "\(count) lines"))
  }

  mutating func show(
    _ range: Range<Int>, of text: TextLines, as kind: DifferenceLine.Kind,
    withReturns: Bool = false
  ) {
    for number in range where !isFull {
      var line = text.text(of: number)
      let whole = text[number..<(number + 1)]
      if withReturns, whole.suffix(2).elementsEqual("\r\n".utf8) { line.append(UInt8(ascii: "\r")) }
      guard lines.count < limit, bytes + line.count <= Self.mostBytes else {
        isFull = true
        lines.append(DifferenceLine(.gap, "and more"))
        return
      }
      bytes += line.count
      lines.append(DifferenceLine(kind, String(decoding: line, as: UTF8.self)))
      if tellsOfLastEnding, kind != .same, whole.last != UInt8(ascii: "\n") {
        lines.append(DifferenceLine(.gap, "no line ending"))
      }
    }
  }
}
