import Bytes
package import Entities

extension TaskLine {
  /// What the line in `range` says; nil where it is no task.
  package static func facts(
    _ bytes: Span<UInt8>, _ range: Range<Int>
  ) -> TaskFacts? {
    TaskLine(bytes, range)?.facts(in: bytes)
  }

  /// More words are not told: they are shown on a line.
  private static let longestWords = 2000

  /// What the line says; `bytes` are those that it was read from.
  package func facts(in bytes: Span<UInt8>) -> TaskFacts {
    var facts = TaskFacts()
    facts.mark = mark
    facts.words = words(in: bytes)
    facts.tags = tags.map { bytes.text($0) }
    for part in parts.reversed() {
      let value = bytes.text(part.value)
      let day = Self.writtenDay(bytes, part.value)?.day
      switch part.kind {
      case .created: facts.created = day
      case .scheduled: facts.scheduled = day
      case .start: facts.start = day
      case .due: facts.due = day
      case .done: facts.done = day
      case .cancelled: facts.cancelled = day
      case .priority: facts.priority = TaskSign.priority(value) ?? .normal
      case .recurrence: facts.recurrence = value
      case .id: facts.id = value
      case .dependsOn: facts.dependsOn = Self.ids(value)
      case .onCompletion: break
      }
    }
    return facts
  }

  private static func ids(_ value: String) -> [String] {
    value.split { $0 == "," || $0 == " " || $0 == "\u{A0}" }.map(String.init)
  }

  /// The text without its parts, and without the blanks before each. A day that there is not stays
  /// among the words: it is a slip that a person wants to see.
  private func words(in bytes: Span<UInt8>) -> String {
    var words: [UInt8] = []
    var place = text.lowerBound
    for part in parts where !isImpossible(part, in: bytes) {
      words += bytes.copy(place..<gapStart(before: part, in: bytes, from: place))
      place = part.whole.upperBound
    }
    let stop = min(text.upperBound, place + Self.longestWords + 4)
    words += bytes.copy(place..<stop)
    var kept = words[...]
    if kept.count > Self.longestWords {
      kept = kept.prefix(Self.longestWords)
      // Between characters.
      while let last = kept.last, last & 0xc0 == 0x80 { kept.removeLast() }
      if let last = kept.last, last >= 0xc0 { kept.removeLast() }
    }
    let start = kept.firstIndex { !Byte.isBlank($0) } ?? kept.endIndex
    return String(decoding: kept[start...], as: UTF8.self)
  }

  private func isImpossible(_ part: Part, in bytes: Span<UInt8>) -> Bool {
    part.kind.isDay && Self.writtenDay(bytes, part.value)?.day == nil
  }

  /// Where the blanks begin that stand before a part, with the comma that parts two fields.
  func gapStart(
    before part: Part, in bytes: Span<UInt8>, from low: Int
  ) -> Int {
    var start = part.whole.lowerBound
    start = Self.droppingSpaces(in: bytes, from: low, to: start)
    if start - 1 > text.lowerBound, start > low, bytes[start - 1] == UInt8(ascii: ","),
      part.form == .field,
      bytes[start - 2] == Byte.closing || bytes[start - 2] == Byte.rightParenthesis
    {
      start -= 1
    }
    return start
  }

  /// Blanks and those that do not break.
  private static func droppingSpaces(
    in bytes: Span<UInt8>, from low: Int, to stop: Int
  ) -> Int {
    var stop = stop
    while stop > low {
      if Byte.isBlank(bytes[stop - 1]) {
        stop -= 1
      } else if stop - 2 >= low, bytes[stop - 2] == 0xc2, bytes[stop - 1] == 0xa0 {
        stop -= 2
      } else if stop - 3 >= low, bytes[stop - 3] == 0xe2, bytes[stop - 2] == 0x80,
        bytes[stop - 1] == 0xaf
      {
        stop -= 3
      } else {
        break
      }
    }
    return stop
  }
}
