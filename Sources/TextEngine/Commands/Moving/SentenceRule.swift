/// What ends a sentence: a stop, with closing signs and blanks behind it or the end of its line.
package struct SentenceRule: Sendable {
  private let stops: Set<Unicode.Scalar>
  /// Stops of scripts without blanks: nothing needs to be behind them.
  private let wideStops: Set<Unicode.Scalar>
  private let closers: Set<Unicode.Scalar>
  private let blanks: Set<Unicode.Scalar>
  /// How many blanks are needed; a tab does for all of them.
  private let blankCount: Int

  package init(
    stops: String, wideStops: String = "", closers: String, blanks: String = " ",
    blankCount: Int = 1
  ) {
    self.stops = Set(stops.unicodeScalars)
    self.wideStops = Set(wideStops.unicodeScalars)
    self.closers = Set(closers.unicodeScalars)
    self.blanks = Set(blanks.unicodeScalars)
    self.blankCount = blankCount
  }

  static let usual = SentenceRule(stops: ".?!…", wideStops: "。？！", closers: "\"')]”’»」』*_")

  /// Where what ends a sentence itself ends, with the blanks that it needs, if it begins at an index of a
  /// line.
  package func end(in line: [UInt8], at start: Int) -> Int? {
    guard let first = scalar(line, start) else { return nil }
    let next = start + first.utf8.count
    if wideStops.contains(first) { return skip(wideStops, in: line, from: next) }
    guard stops.contains(first) else { return nil }
    var end = skip(closers, in: line, from: next)
    for count in 0..<blankCount {
      guard let blank = scalar(line, end) else { break }
      if count == 0, blank == "\t" { return end + 1 }
      guard blanks.contains(blank) else { return nil }
      end += blank.utf8.count
    }
    return end
  }

  /// Whether a line ends with the end of a sentence.
  func isOver(_ line: [UInt8]) -> Bool {
    line.indices.contains { end(in: line, at: $0) == line.count }
  }

  /// Where sentences start in a line behind others, and whether the last one is over at its end.
  func sentences(in line: [UInt8]) -> (starts: [Int], isOver: Bool) {
    var (starts, isOver, index) = ([Int](), false, 0)
    while index < line.count {
      guard var next = end(in: line, at: index) else {
        (index, isOver) = (index + 1, false)
        continue
      }
      if scalar(line, index).map(wideStops.contains) ?? false {
        next = skip(closers, in: line, from: next)
      }
      index = skip(blanks.union(["\t"]), in: line, from: next)
      isOver = index == line.count
      // Behind an abbreviation a sentence goes on with a small letter.
      if let first = scalar(line, index), !first.properties.isLowercase { starts.append(index) }
    }
    return (starts, isOver)
  }

  private func skip(_ scalars: Set<Unicode.Scalar>, in line: [UInt8], from start: Int) -> Int {
    var index = start
    while let next = scalar(line, index), scalars.contains(next) { index += next.utf8.count }
    return index
  }

  /// No rule names what bytes stand for that are no UTF-8.
  private func scalar(_ line: [UInt8], _ index: Int) -> Unicode.Scalar? {
    guard index < line.count else { return nil }
    if line[index] < 0x80 { return Unicode.Scalar(line[index]) }
    return String(decoding: line[index...].prefix(4), as: UTF8.self).unicodeScalars.first
  }
}
