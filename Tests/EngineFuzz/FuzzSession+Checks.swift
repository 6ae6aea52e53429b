import Cells
import TestSupport
import TextEngine

/// What must hold after each step.
extension FuzzSession {
  mutating func disagreement(isThorough: Bool) -> String? {
    if text.byteCount != model.count { return "\(text.byteCount) bytes, not \(model.count)" }
    if let broken = text.brokenInvariant { return "the rope: \(broken)" }
    if isThorough {
      if text.bytes != model { return "other bytes" }
      if snapshot.rope.bytes != snapshot.bytes { return "a snapshot changed" }
      if let broken = history.brokenInvariant { return "the history: \(broken)" }
      if let states = states[history.current], states != model { return "another state" }
    }
    return lineProblem() ?? selectionProblem() ?? glyphProblem() ?? foldProblem()
      ?? windowProblem() ?? (isThorough ? rowProblem() : nil) ?? inkProblem(isThorough)
      ?? (isThorough ? countProblem() : nil) ?? (isThorough ? wordProblem() : nil)
  }

  // MARK: - Lines, glyphs, selections

  private mutating func lineProblem() -> String? {
    let offset = number(0...model.count)
    let feed = model[offset...].firstIndex(of: 0x0a)
    let start = model[..<offset].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    var end = feed ?? model.count
    let ending: LineEnding?
    if feed == nil {
      ending = nil
    } else if end > start, model[end - 1] == 0x0d {
      (end, ending) = (end - 1, .crlf)
    } else {
      ending = .lf
    }
    let line = text.line(at: ByteOffset(offset))
    let content = text.content(of: line)
    if content != (start..<end).offsets { return "line \(line.value) is \(content)" }
    if text.ending(of: line) != ending { return "line \(line.value) ends otherwise" }
    if setting.size == .small {
      let before = model[..<offset].reduce(0) { $0 + ($1 == 0x0a ? 1 : 0) }
      if line.value != before { return "\(offset) is in line \(line.value), not \(before)" }
    }
    return nil
  }

  private func selectionProblem() -> String? {
    for selection in selections.all where selection.range.upperBound > text.end {
      return "selected behind the end: \(selection.range)"
    }
    for (left, right) in zip(selections.all, selections.all.dropFirst())
    where left.range.upperBound > right.range.lowerBound {
      return "selections overlap"
    }
    return nil
  }

  /// A cursor's steps in a line that is not too long to be read from its start.
  private mutating func glyphProblem() -> String? {
    let line = text.content(at: anyOffset())
    if line.byteCount > 3_000 { return nil }
    var starts = [line.lowerBound.value]
    for glyph in Cells.glyphs(
      inUTF8: model[line.lowerBound.value..<line.upperBound.value])
    {
      starts.append(starts[starts.count - 1] + glyph.byteCount)
    }
    if starts.last != line.upperBound.value { return "glyphs that are not the line" }
    for _ in 0..<3 {
      let offset = number(line.lowerBound.value...line.upperBound.value)
      let here = text.boundary(atOrBefore: ByteOffset(offset)).value
      if here != starts.last(where: { $0 <= offset }) {
        return "the glyph at \(offset) starts at \(here)"
      }
      if let next = starts.first(where: { $0 > offset }) {
        let found = text.boundary(after: ByteOffset(offset)).value
        if found != next { return "from \(offset) on to \(found), not \(next)" }
      }
      if let last = starts.last(where: { $0 < offset }) {
        let found = text.boundary(before: ByteOffset(offset)).value
        if found != last { return "from \(offset) back to \(found), not \(last)" }
      }
    }
    return nil
  }

  // MARK: - What is seen

  private func foldProblem() -> String? {
    var last = -1
    for range in folds.ranges {
      let (low, high) = (range.lowerBound, range.upperBound)
      if low.value <= last || high > text.end { return "folds out of order: \(range)" }
      let areEnds =
        text.content(at: low).upperBound == low && text.content(at: high).upperBound == high
      if !areEnds || text.line(at: low) == text.line(at: high) { return "a fold of \(range)" }
      last = high.value
    }
    return nil
  }

  private mutating func windowProblem() -> String? {
    let rows = rows
    let top = min(viewport.top, text.end)
    if viewport.top <= text.end, rows.row(at: top).start != top {
      return "the window begins inside of a row"
    }
    let seen = rows.rows(from: top, count: viewport.height)
    for (row, next) in zip(seen, seen.dropFirst()) where next.start <= row.start {
      return "rows out of order at \(row.start.value)"
    }
    guard let row = seen.randomElement(using: &random) else { return "no rows" }
    if let after = rows.row(after: row), rows.row(before: after) != row {
      return "up and down from \(row.start.value) leads elsewhere"
    }
    if rows.row(at: rows.end(of: row)).start != row.start { return "a row's end is not in it" }
    return nil
  }

  private mutating func rowProblem() -> String? {
    let rows = rows
    let near = rows.rows(from: anyOffset(), count: 5)
    let all = rows.rows(from: .zero, count: model.count + 1)
    let starts = cache.layout.wraps ? cache.partStarts(in: text) : []
    let plain = LayoutModel(
      layout: cache.layout, anchors: starts, longestPrefix: cache.longestPrefix)
    let expected = plain.rows(of: model).filter {
      let hidden = folds.hidden(at: ByteOffset($0.bytes.lowerBound))
      return hidden == nil || hidden?.lowerBound.value == $0.bytes.lowerBound
    }
    if let problem = LayoutCheck.difference(all, expected, in: text) { return problem }
    if !near.allSatisfy(all.contains) { return "rows seen before are gone" }
    let check = LayoutCheck(rows, bytes: model)
    let left = cache.layout.wraps ? 0 : number(0...90)
    for _ in 0..<3 {
      guard let row = all.randomElement(using: &random) else { return "no rows" }
      let hidden = folds.ranges.first { $0.lowerBound == row.bytes.upperBound }
      let count =
        hidden.map { text.line(at: $0.upperBound).value - text.line(at: $0.lowerBound).value } ?? 0
      if row.endsLine, row.hiddenLines != count { return "\(row.hiddenLines) lines, not \(count)" }
      // Each offset of a row is looked for from the row's start.
      if row.bytes.byteCount > 3_000 || row.bytes.byteCount > 300 && !chance(8) { continue }
      if let problem = check.problem(in: row, from: left) { return problem }
    }
    return nil
  }

  // MARK: - Colors, matches, words

  private mutating func inkProblem(_ isThorough: Bool) -> String? {
    for row in viewport.rows(in: rows) {
      var last = row.start
      for span in highlighter.spans(of: row.bytes, in: text) {
        if span.range.lowerBound < last || span.range.upperBound > row.bytes.upperBound {
          return "inks out of order in the row at \(row.start.value)"
        }
        last = span.range.upperBound
      }
    }
    guard isThorough, chance(setting.size == .small ? 3 : 1) else { return nil }
    let low = anyOffset()
    let range = low..<min(text.end, low + 600)
    var fresh = Highlighter(for: text)
    while !fresh.advance(in: text, budget: 1 << 20).isFinished {}
    if highlighter.isFinal(range, in: text),
      highlighter.spans(of: range, in: text) != fresh.spans(of: range, in: text)
    {
      return "other inks at \(low.value)"
    }
    guard chance(4) else { return nil }
    while !highlighter.advance(in: text, budget: 1 << 20).isFinished {}
    if !highlighter.isFinal(range, in: text) { return "all is known, and this is not final" }
    if highlighter.spans(of: range, in: text) != fresh.spans(of: range, in: text) {
      return "other inks once all is known at \(low.value)"
    }
    if highlighter.outline(in: text) != fresh.outline(in: text) { return "another outline" }
    return highlighter.brokenInvariant(in: text)
  }

  /// The count that followed all edits, beside that of a rope that is cut elsewhere.
  private mutating func countProblem() -> String? {
    guard var counter, chance(3) else { return nil }
    while counter.advance(in: text) {}
    self.counter = counter
    let other = Rope(model, limits: RopeLimits(leaf: 32, fanout: 6))
    guard let all = try? counter.search.matches(inside: other.all, of: other),
      counter.trouble == nil
    else { return nil }
    let name = String(decoding: counter.search.pattern, as: UTF8.self)
    if counter.count != min(all.count, counter.most) {
      return "\(name): \(counter.count) matches, not \(all.count)"
    }
    if let match = all.indices.randomElement(using: &random),
      counter.number(of: all[match]) != match + 1
    {
      return "\(name): match \(match + 1) is \(String(describing: counter.number(of: all[match])))"
    }
    if let naive = plainMatches(of: counter.search), all.map({ $0 }) != naive.map(\.offsets) {
      return "\(name): other matches than in an array"
    }
    return nil
  }

  private func wordProblem() -> String? {
    // A longer run without blanks is counted as if it started again.
    guard setting.size == .small, model.count < 4_000, let words else { return nil }
    let fresh = WordCounter(of: Rope(model))
    return words.count == fresh?.count ? nil : "\(words.count) words, not \(fresh?.count ?? -1)"
  }
}
