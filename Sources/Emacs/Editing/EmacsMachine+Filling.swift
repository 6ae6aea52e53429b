import Cells
import TextEngine

/// `M-q`: lines of a paragraph are broken again at the fill column.
///
/// This is emacs's way, not that of the editor's own command and of `gq`: it takes the text for plain, with
/// a prefix that it reads off the lines, makes one blank of several, keeps a full stop that ends no sentence
/// with what follows, and breaks between ideographs. Each of its steps is one to undo and moves marks.
extension EmacsMachine {
  mutating func setFillColumn() throws(EmacsFailure) {
    switch argument {
    case .number(let number): setFillColumn(to: number)
    case .universal: setFillColumn(to: column(point))
    default: startPrompt(.fillColumn, "Set fill column to: ", text: String(column(point)))
    }
  }

  mutating func setFillColumn(to column: Int) {
    options.fillColumn = max(1, column)
    say("Lines are filled up to column \(options.fillColumn).")
  }

  mutating func fillParagraph() throws(EmacsFailure) {
    if let region = usedRegion { return fill(region) }
    let here = addMarker(point)
    point = lineStart(point)
    if moveParagraphs(1) {
      let stop = point
      moveParagraphs(-1)
      fillParagraph(point..<max(point, stop))
    }
    point = marker(here)
  }

  private mutating func fill(_ region: Range<Int>) {
    let here = addMarker(point)
    let last = addMarker(region.upperBound)
    let first = region.lowerBound
    point = lineStart(first)
    while point < marker(last) {
      let start = point
      moveParagraphs(1)
      let stop = min(marker(last), point)
      moveParagraphs(-1)
      if point < first { point = first }
      if point >= start, point < stop {
        fillParagraph(point..<stop)
      } else {
        point = max(stop, start + 1)
      }
    }
    point = marker(here)
  }

  /// Point is behind the paragraph afterwards.
  private mutating func fillParagraph(_ range: Range<Int>) {
    let text = skipWhite(range.lowerBound)
    var from = max(lineStart(text), range.lowerBound)
    point = range.upperBound
    var hasOne = false
    // One line ending stays behind it.
    while point > from, byte(point - 1) == 0x0a {
      let before = previous(point)
      if hasOne { delete(before..<point) } else { point = before }
      hasOne = true
    }
    let to = addMarker(point)
    point = text
    guard marker(to) > text else { return }
    let prefix = fillPrefix(from, marker(to))
    deletePrefixes(from, to, prefix)
    from = point
    joinLines(from, to)
    breakLines(from, to, prefix)
    point = marker(to)
    if point < end { point = next(point) }
  }

  // MARK: - Breaking it

  private mutating func breakLines(_ from: Int, _ to: Int, _ prefix: [UInt8]) {
    point = from
    while point < marker(to) {
      let start = point
      moveToColumn(options.fillColumn)
      // A prefix may reach as far.
      point = max(point, start)
      guard point < marker(to) else { break }
      if column(point) <= options.fillColumn { point = next(point) }
      moveToBreak(start, marker(to))
      point = skipBlanks(point)
      guard point < marker(to) else { break }
      breakHere(prefix)
    }
  }

  private mutating func breakHere(_ prefix: [UInt8]) {
    let stop = skipBlanks(point)
    let start = skipBlanksBack(point)
    point = start
    insert(newline)
    delete(point, point + (stop - start))
    insert(prefix, movesMarks: true)
  }

  /// Back to where the line may be broken; where there is no such place, on to the next.
  private mutating func moveToBreak(_ start: Int, _ limit: Int) {
    var place = point
    while place > start {
      let before = scalar(before: place)?.range.lowerBound ?? start
      if let byte = byte(before), byte == 0x20 || byte == 0x09 {
        place = before
        if isBreak(place + 1) { break }
        place = skipBlanksBack(place, downTo: start)
        continue
      }
      if before >= start, let left = scalar(before: before), let right = scalar(before),
        before > start, Self.breaksAnywhere(left.value) || Self.breaksAnywhere(right.value),
        !Self.isForbiddenAtStart(right.value)
      {
        place = before
        break
      }
      place = before
    }
    place = skipBlanksBack(place, downTo: start)
    if place > start {
      point = place
      return
    }
    place = start
    let stop = min(lineEnd(start), limit)
    repeat {
      place = skipBlanks(place)
      while place < stop, let byte = byte(place), byte != 0x20, byte != 0x09 {
        guard let scalar = scalar(place) else { break }
        place = scalar.range.upperBound
        if Self.breaksAnywhere(scalar.value) { break }
      }
    } while place < stop && !isBreak(place)
    point = place
  }

  private static func isForbiddenAtStart(_ value: UInt32) -> Bool {
    [0x3001, 0x3002, 0xff0c, 0xff0e, 0x300d, 0x300f, 0xff09, 0x30fc].contains(value)
  }

  /// A line is not broken behind a full stop that ends no sentence.
  private func isBreak(_ place: Int) -> Bool {
    let before = skipBlanksBack(place)
    if byte(before - 1) == UInt8(ascii: ".") {
      if options.sentencesEndWithTwoBlanks, byte(before) == 0x20, byte(before + 1) != 0x20 {
        return false
      }
      if sentenceEnd(at: before - 1, limit: end) == nil { return false }
    }
    return true
  }
}
