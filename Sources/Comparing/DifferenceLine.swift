/// One line of a difference, for display.
package struct DifferenceLine: Equatable, Sendable {
  package enum Kind: Sendable {
    case same, removed, added
    /// A remark about the text: the number of lines left out here, or a missing line ending.
    case gap
  }

  package var kind: Kind
  /// The text without its line ending; bytes that are not UTF-8 appear as U+FFFD.
  package var text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}

extension LineDifference {
  /// Returns the number of lines that differ; a replaced line counts once.
  package static func count(between old: [UInt8], _ new: [UInt8]) -> Int {
    between(old, new).reduce(0) { $0 + max($1.old.count, $1.new.count) }
  }

  /// Returns the number of added and removed lines.
  package static func counts(
    from old: [UInt8], to new: [UInt8]
  ) -> (added: Int, removed: Int) {
    between(old, new).reduce(into: (added: 0, removed: 0)) { counts, hunk in
      counts.added += hunk.new.count
      counts.removed += hunk.old.count
    }
  }

  /// Returns the lines that differ, with some around them, up to a limit. Lines that differ only in
  /// their endings show these, so that they look different.
  package static func listing(
    of old: TextLines, _ new: TextLines, around context: Int = 2, limit: Int = 5000
  ) -> [DifferenceLine] {
    var listing = Listing(limit: limit)
    listing.showsLastEnding = hasLastEnding(old) != hasLastEnding(new)
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

  /// Returns all lines of one text, up to a limit.
  package static func listing(of text: TextLines, limit: Int = 5000) -> [DifferenceLine] {
    var listing = Listing(limit: limit)
    listing.show(0..<text.count, of: text, as: .same)
    return listing.lines
  }

  private static func hasLastEnding(_ text: TextLines) -> Bool {
    text.bytes.last == UInt8(ascii: "\n")
  }

  /// Whether the lines differ only in carriage returns.
  private static func differInEndingsAlone(
    _ old: TextLines, _ oldLines: Range<Int>, _ new: TextLines, _ newLines: Range<Int>
  ) -> Bool {
    oldLines.count == newLines.count
      && zip(oldLines, newLines).allSatisfy { old.text(of: $0) == new.text(of: $1) }
  }
}

/// Collects lines for display, up to a limit.
private struct Listing {
  private static let mostBytes = 256 * 1024

  let limit: Int
  /// Whether only one of the texts has a line ending at its end, which needs a remark.
  var showsLastEnding = false
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
      if showsLastEnding, kind != .same, whole.last != UInt8(ascii: "\n") {
        lines.append(DifferenceLine(.gap, "no line ending"))
      }
    }
  }
}
