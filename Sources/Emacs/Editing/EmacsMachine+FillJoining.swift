import TextEngine

/// Before a paragraph is broken it becomes one long line.
extension EmacsMachine {
  /// The prefix goes from all lines but the first; point is behind that of the first.
  mutating func deletePrefixes(_ from: Int, _ to: Int, _ prefix: [UInt8]) {
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

  mutating func joinLines(_ from: Int, _ to: Int) {
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
        replace(place..<place + 1, with: [0x20], keepsPlaces: true)
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
}
