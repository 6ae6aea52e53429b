import Cells
import TextEngine

/// `M-q`: lines of a paragraph are broken anew at the fill column.
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
    if let region = usedRegion {
      endsRegion = true
      return fill(region)
    }
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

  // MARK: - One long line

  /// The prefix goes from all lines but the first; point is behind that of the first.
  private mutating func deletePrefixes(_ from: Int, _ to: Int, _ prefix: [UInt8]) {
    point = from
    forwardLine()
    while point < marker(to) {
      let line = line(point)
      delete(point, prefixEnd(point, prefix))
      point = start(ofLine: line + 1)
    }
    point = prefixEnd(from, prefix)
  }

  private func prefixEnd(_ offset: Int, _ prefix: [UInt8]) -> Int {
    let start = skipBlanks(offset)
    let marks = prefix.filter { $0 != 0x20 && $0 != 0x09 }
    if marks.isEmpty { return start }
    var (place, seen) = (start, 0)
    while seen < marks.count {
      while let byte = byte(place), byte == 0x20 || byte == 0x09 { place += 1 }
      if byte(place) != marks[seen] { return start }
      place += 1
      seen += 1
    }
    return skipBlanks(place)
  }

  private mutating func joinLines(_ from: Int, _ to: Int) {
    addSentenceBlanks(from, to)
    var place = from
    while place < marker(to) {
      if isLineEnd(place), place < end {
        let after = next(place)
        if after > marker(to) { break }
        let isWide = isWideBreak(place, after)
        replace(place..<after, with: isWide ? [] : [0x20])
      } else {
        place = next(place)
      }
    }
    squeezeBlanks(skipBlanks(from, upTo: marker(to)), to)
    let stop = marker(to)
    delete(skipBlanksBack(stop, downTo: from), stop)
  }

  /// Between characters of Chinese or Japanese no blank comes in.
  private func isWideBreak(_ place: Int, _ after: Int) -> Bool {
    guard let left = scalar(before: place), let right = scalar(after) else { return false }
    return Self.breaksAnywhere(left.value) || Self.breaksAnywhere(right.value)
  }

  static func breaksAnywhere(_ value: UInt32) -> Bool {
    switch value {
    case 0x3040...0x30ff, 0x3000...0x303f, 0x3400...0x9fff, 0xf900...0xfaff, 0xff00...0xffef,
      0x20000...0x3ffff:
      true
    default: false
    }
  }

  /// A sentence that ends a line gets one more blank.
  private mutating func addSentenceBlanks(_ from: Int, _ to: Int) {
    var place = from
    while place < marker(to) {
      if let stop = sentenceEnd(at: place, limit: marker(to)), isLineEnd(stop) {
        if stop >= marker(to) { return }
        if let before = byte(stop - 1), before != 0x20, before != 0x09,
          options.sentencesEndWithTwoBlanks
        {
          point = stop
          insert(" ")
        }
        place = max(stop, place + 1)
      } else if let stop = lineSentenceEnd(place, marker(to)) {
        if options.sentencesEndWithTwoBlanks {
          point = stop
          insert(" ")
        }
        place = stop + 1
      } else {
        place = next(place)
      }
    }
  }

  /// The end of a line whose last characters end a sentence.
  private func lineSentenceEnd(_ place: Int, _ limit: Int) -> Int? {
    let stop = lineEnd(place)
    guard stop < limit, let found = sentenceEnd(at: place, limit: stop), found == stop,
      let before = byte(stop - 1), before != 0x20, before != 0x09
    else { return nil }
    return stop
  }

  /// One blank between words, two behind a sentence where the options want it.
  private mutating func squeezeBlanks(_ from: Int, _ to: Int) {
    var place = from
    while place < marker(to) {
      guard let byte = byte(place) else { return }
      if byte == 0x09 {
        rewrite(place..<place + 1, with: [0x20])
        continue
      }
      if byte != 0x20 {
        place += 1
        continue
      }
      let stop = skipBlanks(place, upTo: marker(to))
      let kept = min(stop - place, blanksKept(before: place, from, count: stop - place))
      delete(place + kept..<stop)
      place += max(1, kept)
    }
  }

  private func blanksKept(before place: Int, _ from: Int, count: Int) -> Int {
    var offset = place
    while offset > from, let byte = byte(offset - 1), Array(" ]})\"'".utf8).contains(byte) {
      offset -= 1
    }
    let isSentence = byte(offset - 1).map { Array(".?!".utf8).contains($0) } ?? false
    return options.sentencesEndWithTwoBlanks && isSentence && offset > 0 ? 2 : 1
  }

  // MARK: - Breaking it

  private mutating func breakLines(_ from: Int, _ to: Int, _ prefix: [UInt8]) {
    point = from
    while point < marker(to) {
      let start = point
      moveToColumn(options.fillColumn)
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
