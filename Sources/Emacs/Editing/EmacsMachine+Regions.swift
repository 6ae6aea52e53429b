import TextEngine

/// Commands on the lines of the region.
extension EmacsMachine {
  /// Replaces a range whose ends stay its ends: marks at its end are at the end of the new text.
  private mutating func rewrite(_ range: Range<Int>, _ new: [UInt8]) {
    let old = bytes(range)
    if old == new { return }
    text.pay(forBytes: 16 * old.count)
    let isMarkAtEnd = region.mark == range.upperBound
    let isPointAtEnd = point == range.upperBound
    replace(range, with: new)
    let end = range.lowerBound + new.count
    if isMarkAtEnd { region.mark = end }
    if isPointAtEnd { point = end }
  }

  /// Sorts the lines of the region by their bytes; with an argument the other way round.
  mutating func sortLines() throws(EmacsFailure) {
    let region = try markedRange()
    var lines = bytes(region).split(separator: 0x0a, omittingEmptySubsequences: false)
    let endsLine = lines.last?.isEmpty == true && lines.count > 1
    if endsLine { lines.removeLast() }
    var order = lines.enumerated().sorted {
      $0.element == $1.element
        ? $0.offset < $1.offset : $0.element.lexicographicallyPrecedes($1.element)
    }.map(\.element)
    if argument != nil { order.reverse() }
    rewrite(region, Array(order.joined(separator: [0x0a])) + (endsLine ? [0x0a] : []))
    command.endsRegion = true
  }

  /// Sorts paragraphs, which blank lines separate. The blank lines stay where they are.
  mutating func sortParagraphs() throws(EmacsFailure) {
    let region = try markedRange()
    var (paragraphs, gaps): ([[UInt8]], [[UInt8]]) = ([], [[]])
    var isInside = false
    for line in bytes(region).split(separator: 0x0a, omittingEmptySubsequences: false) {
      let isBlank = line.allSatisfy(Self.isWhite)
      if isBlank {
        gaps[gaps.count - 1] += line + [0x0a]
      } else if isInside {
        paragraphs[paragraphs.count - 1] += line + [0x0a]
      } else {
        paragraphs.append(line + [0x0a])
        gaps.append([])
      }
      isInside = !isBlank
    }
    var order = paragraphs.sorted { $0.lexicographicallyPrecedes($1) }
    if argument != nil { order.reverse() }
    var new = gaps[0]
    for (paragraph, gap) in zip(order, gaps.dropFirst()) { new += paragraph + gap }
    // The last line was counted with an ending that it does not have.
    new.removeLast()
    rewrite(region, new)
    command.endsRegion = true
  }

  /// Reverses the order of the lines that are in the region as a whole.
  mutating func reverseLines() throws(EmacsFailure) {
    let region = try markedRange()
    let start =
      isLineStart(region.lowerBound) ? region.lowerBound : nextLineStart(region.lowerBound)
    var stop = region.upperBound
    if !isLineEnd(stop) || isLineStart(stop) { stop = self.start(ofLine: max(0, line(stop) - 1)) }
    stop = lineEnd(stop)
    guard start < stop else { throw failure("There are no full lines in the region") }
    let lines = bytes(start..<stop).split(separator: 0x0a, omittingEmptySubsequences: false)
    let here = (point: point, mark: self.region.mark)
    rewrite(start..<stop, Array(lines.reversed().joined(separator: [0x0a])))
    (point, self.region.mark) = here
    command.endsRegion = true
  }

  /// Deletes lines that are the same as one before; with `C-u` as one behind.
  mutating func deleteDuplicateLines() throws(EmacsFailure) {
    let region = try markedRange()
    var ranges = lineRanges(lineStart(region.lowerBound)..<region.upperBound)
    if case .universal = argument { ranges.reverse() }
    var known: Set<[UInt8]> = []
    let twice = ranges.filter {
      !known.insert(bytes($0.lowerBound..<lineEnd($0.lowerBound))).inserted
    }
    deleteAll(twice)
    say("Deleted \(twice.count) duplicate line\(twice.count == 1 ? "" : "s")")
  }

  /// The lines that begin in a range, with their endings.
  private func lineRanges(_ range: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let next = line(start) == lastLine ? end : nextLineStart(start)
      if next <= start { break }
      ranges.append(start..<next)
      start = next
    }
    return ranges
  }

  /// Deletes ranges in one edit, which marks follow.
  private mutating func deleteAll(_ ranges: [Range<Int>]) {
    for range in ranges.sorted(by: { $0.lowerBound > $1.lowerBound }) { delete(range) }
  }

  // MARK: - Lines with a match

  enum MatchedLines: Equatable { case flush, keep, count }

  mutating func askForLines(_ use: MatchedLines) {
    let words =
      switch use {
      case .flush: "Flush lines containing match for regexp: "
      case .keep: "Keep lines containing match for regexp: "
      case .count: "How many matches for regexp: "
      }
    startPrompt(.text(.lines(use)), words)
  }

  mutating func matchLines(_ use: MatchedLines, _ expression: String) throws(EmacsFailure) {
    let pattern = try EmacsPattern(
      expression: expression, foldsCase: EmacsExpression.hasNoCapital(expression), in: text)
    let isRegion = usedRegion != nil
    let range = usedRegion ?? point..<end
    if isRegion { point = range.lowerBound }
    switch use {
    case .flush: flushLines(pattern, in: range)
    case .keep: keepLines(pattern, in: range, isRegion: isRegion)
    case .count: countMatches(pattern, in: range)
    }
  }

  private mutating func flushLines(_ pattern: EmacsPattern, in range: Range<Int>) {
    var (lines, offset) = ([Range<Int>](), range.lowerBound)
    while offset < range.upperBound,
      let match = pattern.first(in: rope, from: offset, upTo: range.upperBound)
    {
      let last = match.upperBound
      let next = line(last) == lastLine ? end : nextLineStart(last)
      lines.append(lineStart(match.lowerBound)..<next)
      offset = max(next, offset + 1)
    }
    deleteAll(lines)
    say("Deleted \(lines.count) matching line\(lines.count == 1 ? "" : "s")")
  }

  private mutating func keepLines(
    _ pattern: EmacsPattern, in range: Range<Int>, isRegion: Bool
  ) {
    let start = isLineStart(range.lowerBound) ? range.lowerBound : nextLineStart(range.lowerBound)
    let stop = isRegion && range.upperBound < end ? lineStart(range.upperBound) : range.upperBound
    if start >= stop || !isLineStart(start) { return }
    let lines = lineRanges(start..<stop).filter { line in
      let content = line.lowerBound..<lineEnd(line.lowerBound)
      return pattern.first(in: rope, from: content.lowerBound, upTo: content.upperBound) == nil
    }
    deleteAll(lines)
  }

  private mutating func countMatches(_ pattern: EmacsPattern, in range: Range<Int>) {
    var (count, offset) = (0, range.lowerBound)
    while offset < range.upperBound,
      let match = pattern.first(in: rope, from: offset, upTo: range.upperBound)
    {
      // An empty match does not count, as in Emacs.
      if match.isEmpty {
        offset = next(match.upperBound)
      } else {
        count += 1
        offset = match.upperBound
      }
    }
    say("\(count) occurrence\(count == 1 ? "" : "s")")
  }

  // MARK: - Tabs, and other changes

  /// The region; with `C-u` the whole text.
  private func tabRange() throws(EmacsFailure) -> Range<Int> {
    if case .universal = argument { return 0..<end }
    return try markedRange()
  }

  mutating func untabify() throws(EmacsFailure) {
    let range = try tabRange()
    let tabs = bytes(range).indices(of: 0x09).ranges.flatMap { Array($0) }
    let columns = tabs.map { column(range.lowerBound + $0) }
    for (tab, column) in zip(tabs, columns).reversed() {
      let offset = range.lowerBound + tab
      rewrite(
        offset..<offset + 1, [UInt8](repeating: 0x20, count: tabWidth - column % tabWidth))
    }
  }

  /// Makes tabs of blanks that reach a tab stop.
  mutating func tabify() throws(EmacsFailure) {
    let range = try tabRange()
    var (runs, offset) = ([Range<Int>](), range.lowerBound)
    let bytes = bytes(range)
    while offset < range.upperBound {
      let first = offset - range.lowerBound
      let length = bytes[first...].prefix(while: Self.isBlank).count
      // A run begins with a blank and is at least two long.
      if bytes[first] == 0x20, length > 1 { runs.append(offset..<offset + length) }
      offset += bytes[first] == 0x20 ? max(1, length) : 1
    }
    let columns = runs.map { (column($0.lowerBound), column($0.upperBound)) }
    for (run, (first, last)) in zip(runs, columns).reversed()
    where first / tabWidth != last / tabWidth {
      let stops = last / tabWidth - first / tabWidth
      rewrite(
        run,
        [UInt8](repeating: 0x09, count: stops)
          + [UInt8](repeating: 0x20, count: last % tabWidth))
    }
  }

  mutating func fillRegion() throws(EmacsFailure) { fill(try markedRange()) }

  mutating func deleteRegion() throws(EmacsFailure) {
    delete(try markedRange())
    command.endsRegion = true
  }

  mutating func upcaseCharacters() {
    let here = point
    var stop = point
    for _ in 0..<max(0, count) { stop = next(stop) }
    guard let old = String(validating: bytes(here..<stop), as: UTF8.self) else { return }
    replace(here..<stop, with: Array(old.uppercased().utf8), keepsMarkers: true)
    point = here
  }

  mutating func centerLine() {
    let start = lineStart(point)
    delete(skipBlanksBack(lineEnd(point), downTo: start)..<lineEnd(point))
    let here = addMarker(point)
    let text = skipBlanks(start)
    let width = column(lineEnd(start)) - column(text)
    delete(start..<text)
    point = start
    insert(
      [UInt8](repeating: 0x20, count: max(0, options.fillColumn - width) / 2), movesMarks: true)
    point = marker(here)
  }

  mutating func insertParentheses() throws(EmacsFailure) {
    if let region = usedRegion {
      replace(region.upperBound..<region.upperBound, with: Array(")".utf8))
      let isMarkFirst = self.region.mark == region.lowerBound
      replace(region.lowerBound..<region.lowerBound, with: Array("(".utf8))
      if isMarkFirst { self.region.mark = region.lowerBound }
      point = region.lowerBound + 1
      return
    }
    let before = syntax(before: point)
    if before == .word || before == .symbol || before == .close { insert(" ") }
    insert("()")
    let after = syntax(point)
    let here = point - 1
    if after == .word || after == .symbol || after == .open { insert(" ") }
    point = here
  }

  /// Moves over pages, which form feeds at line starts separate.
  mutating func movePages(_ count: Int) {
    for _ in 0..<abs(count) {
      if count > 0 {
        point =
          (point..<end).first { byte($0) == 0x0c && isLineStart($0) && $0 >= point }
          .map { $0 + 1 } ?? end
      } else {
        let before = point - 1
        point =
          (0..<max(0, before)).last { byte($0) == 0x0c && isLineStart($0) }
          .map { $0 + 1 } ?? 0
      }
    }
  }

  /// Marks from the heading before the cursor to the next one.
  mutating func markSection() throws(EmacsFailure) {
    let context = text.context(Selections(Selection(at: ByteOffset(lineEnd(point)))))
    func target(_ id: CommandID) -> Int? {
      EditCommands.run(Invocation(id), in: context)?.selections.main.head.value
    }
    guard let start = target(.headingUp), let stop = target(.headingDown) else {
      throw failure("There is no section here.")
    }
    pushMark()
    pushMark(stop > point ? stop : end)
    region.isActive = true
    point = start
  }
}
