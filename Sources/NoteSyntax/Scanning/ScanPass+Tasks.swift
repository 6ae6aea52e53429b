import Bytes
package import Entities

/// Tasks: items with a box.
extension ScanPass {
  /// Reads `[x] Words` behind an item's mark; `place` stands behind the box then.
  mutating func readTask(_ place: inout LinePlace, _ stop: Int) -> Bool {
    guard let box = TaskBox(bytes, place.index, stop) else { return false }
    place.skip(box.end - place.index)
    place.skipBlanks(bytes, stop)
    guard scan.tasks.count < NoteScan.most else { return true }
    let text = place.index..<TaskLine.end(bytes, place.index, stop)
    scan.tasks.append(
      NoteScan.Task(status: box.status, text: text, line: line, due: TaskLine.due(bytes, text)))
    return true
  }
}

/// What stands in a task's line.
package enum TaskLine {
  /// Without the block's id at its end.
  static func end(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ stop: Int) -> Int {
    guard let id = LineSigns.blockID(bytes, start, stop, after: start) else { return stop }
    return Byte.droppingBlanks(in: bytes, from: start, to: id.lowerBound - 1)
  }

  /// The first date that is said to be the due one, as `📅 2026-03-02` or `[due:: 2026-03-02]`.
  package static func due(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> CivilTime? {
    var index = range.lowerBound
    while index < range.upperBound {
      let rest = Line(bytes: bytes, start: index, end: range.upperBound)
      switch bytes[index] {
      case 0xf0:
        if rest.starts(with: "📅") || rest.starts(with: "📆") || rest.starts(with: "🗓"),
          let date = date(rest.dropping(4))
        {
          return date
        }
      case UInt8(ascii: "["), UInt8(ascii: "("):
        if rest.starts(with: "[due::") || rest.starts(with: "(due::"),
          let date = date(rest.dropping(6))
        {
          return date
        }
      default: break
      }
      index += 1
    }
    return nil
  }

  /// `2026-03-02`, behind blanks, no-break spaces and variation selectors.
  private static func date(_ line: Line) -> CivilTime? {
    var line = line
    while let byte = line.first {
      if Byte.isBlank(byte) {
        line.start += 1
      } else if line.starts(with: "\u{A0}") {
        line.start += 2
      } else if line.starts(with: "\u{FE0F}") || line.starts(with: "\u{FE0E}")
        || line.starts(with: "\u{202F}")
      {
        line.start += 3
      } else {
        break
      }
    }
    return CivilDate.read(line)
  }
}

/// Dates as people write them into notes.
enum CivilDate {
  /// The day that the line begins with, if there is such a day.
  static func read(_ line: Line) -> CivilTime? {
    guard line.count >= 10, line.bytes[line.start + 4] == UInt8(ascii: "-"),
      line.bytes[line.start + 7] == UInt8(ascii: "-"),
      let year = number(line, 0..<4), let month = number(line, 5..<7),
      let day = number(line, 8..<10),
      line.count == 10 || line.bytes[line.start + 10] &- 0x30 >= 10,
      (1...12).contains(month), day >= 1, day <= days(of: month, year)
    else { return nil }
    return CivilTime(year: year, month: month, day: day)
  }

  private static func number(_ line: Line, _ range: Range<Int>) -> Int? {
    var number = 0
    for offset in range {
      let digit = line.bytes[line.start + offset] &- 0x30
      guard digit < 10 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  private static func days(of month: Int, _ year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
