import Bytes
import Entities
import Files
import Glibc

/// When the clocks of a time zone show what, by the system's own files (TZif).
struct TimeZoneRules {
  private static let folder = "/usr/share/zoneinfo/"
  private static let largest = 1 << 20

  /// When the clock was changed, and by how many seconds it is ahead of UTC from then on.
  private var changes: [(from: Int64, offset: Int64)] = []
  private var first: Int64 = 0
  /// What comes behind the last change.
  private var rest: YearlyRule?

  /// Nil where the system knows no such zone.
  init?(named name: String) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard
      parts.allSatisfy({ part in
        !part.isEmpty
          && part.utf8.allSatisfy { Byte.isName($0) || $0 == Byte.underscore || $0 == Byte.plus }
      }), let bytes = try? Self.bytes(of: Array((Self.folder + name).utf8))
    else { return nil }
    self.init(bytes)
  }

  private static func bytes(of path: [UInt8]) throws(SystemError) -> [UInt8] {
    let file = try Posix.open(path, O_RDONLY | O_NONBLOCK)
    let facts = try Posix.facts(of: file.raw)
    guard facts.kind == .file, facts.size <= largest else { throw SystemError(EFBIG) }
    return try Posix.read(file.raw, size: facts.size)
  }

  /// A file in which times have 64 bits; all since 2005 have them.
  init?(_ bytes: [UInt8]) {
    guard let old = Header(bytes, at: 0), old.version >= 0x32,
      let header = Header(bytes, at: 44 + old.size(ofTime: 4))
    else { return nil }
    let start = 88 + old.size(ofTime: 4)
    let end = start + header.size(ofTime: 8)
    guard end <= bytes.count else { return nil }
    func number(_ at: Int, _ count: Int) -> Int64 {
      let value = bytes[at..<(at + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return count == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
    }
    let kinds = start + header.times * 9
    func offset(_ kind: Int) -> Int64? {
      kind < header.kinds ? number(kinds + kind * 6, 4) : nil
    }
    guard let first = offset(0) else { return nil }
    self.first = first
    for index in 0..<header.times {
      guard let offset = offset(Int(bytes[start + header.times * 8 + index])) else { return nil }
      changes.append((number(start + index * 8, 8), offset))
    }
    let footer = bytes[end...].dropFirst().prefix { $0 != Byte.lineFeed }
    rest = YearlyRule(String(decoding: footer, as: UTF8.self))
  }

  /// By how many seconds the clock is ahead of UTC.
  func offset(at moment: Timestamp) -> Int64 {
    let seconds = moment.seconds
    guard let last = changes.last, seconds < last.from else {
      return rest?.offset(at: seconds) ?? changes.last?.offset ?? first
    }
    let next = changes.partitionPoint { $0.from > seconds }
    return changes[..<next].last?.offset ?? first
  }

  func civil(_ moment: Timestamp) -> CivilTime {
    CivilCalendar.civil(Timestamp(seconds: moment.seconds + offset(at: moment)))
  }

  /// How much of each there is in a part of the file.
  private struct Header {
    let version: UInt8
    let times: Int
    let kinds: Int
    private let utc: Int
    private let wall: Int
    private let leaps: Int
    private let letters: Int

    init?(_ bytes: [UInt8], at start: Int) {
      guard start >= 0, start + 44 <= bytes.count, bytes[start...].starts(with: "TZif".utf8) else {
        return nil
      }
      func count(_ index: Int) -> Int {
        let offset = start + 20 + index * 4
        return bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      }
      version = bytes[start + 4]
      (utc, wall, leaps, times) = (count(0), count(1), count(2), count(3))
      (kinds, letters) = (count(4), count(5))
    }

    func size(ofTime bytes: Int) -> Int {
      times * (bytes + 1) + kinds * 6 + letters + leaps * (bytes + 4) + wall + utc
    }
  }
}

/// `CET-1CEST,M3.5.0,M10.5.0/3`: the same changes each year.
struct YearlyRule {
  private var standard: Int64
  private var summer: (offset: Int64, start: Change, end: Change)?

  private struct Change {
    var month: Int
    /// 5 is the month's last.
    var week: Int
    /// 0 is Sunday.
    var weekday: Int
    var time: Int64

    /// `M3.5.0/2`.
    init?(_ text: Substring) {
      let parts = text.split(separator: "/")
      guard let date = parts.first, date.first == "M" else { return nil }
      let numbers = date.dropFirst().split(separator: ".").compactMap { Int($0) }
      guard numbers.count == 3, (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
        (0...6).contains(numbers[2])
      else { return nil }
      (month, week, weekday) = (numbers[0], numbers[1], numbers[2])
      guard let time = parts.count > 1 ? YearlyRule.seconds(parts[1]) : 7200 else { return nil }
      self.time = time
    }

    /// By the clock before it.
    func seconds(in year: Int) -> Int64 {
      let first = CivilCalendar.day(of: CivilTime(year: year, month: month, day: 1))
      // 1970 began on a Thursday.
      let offset = (weekday - (first + 4) % 7 + 14) % 7
      var day = first + offset + (week - 1) * 7
      while day >= first + Day(first).daysInMonth { day -= 7 }
      return Int64(day) * 86_400 + time
    }
  }

  /// Nil for rules of other kinds, which no zone of today has.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard var names = parts.first else { return nil }
    guard Self.dropName(&names), let standard = Self.takeOffset(&names) else { return nil }
    self.standard = -standard
    if names.isEmpty { return }
    guard Self.dropName(&names), parts.count == 3, let start = Change(parts[1]),
      let end = Change(parts[2])
    else { return nil }
    let offset = names.isEmpty ? self.standard + 3600 : -(Self.takeOffset(&names) ?? 0)
    summer = (offset, start, end)
  }

  private static func dropName(_ text: inout Substring) -> Bool {
    if text.first == "<" {
      text = text.drop { $0 != ">" }.dropFirst()
      return true
    }
    let name = text.prefix { $0.isLetter }
    text = text.dropFirst(name.count)
    return !name.isEmpty
  }

  private static func takeOffset(_ text: inout Substring) -> Int64? {
    let offset = text.prefix { $0.isNumber || ":+-".contains($0) }
    text = text.dropFirst(offset.count)
    return seconds(offset)
  }

  /// `-1`, `3:30`.
  fileprivate static func seconds(_ text: Substring) -> Int64? {
    let isNegative = text.first == "-"
    let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":").map { Int64($0) }
    guard !parts.isEmpty, parts.count <= 3, parts.allSatisfy({ ($0 ?? 1000) < 1000 }) else {
      return nil
    }
    let all = parts.compactMap(\.self) + [0, 0]
    let seconds = all[0] * 3600 + all[1] * 60 + all[2]
    return isNegative ? -seconds : seconds
  }

  func offset(at seconds: Int64) -> Int64 {
    guard let summer else { return standard }
    let year = CivilCalendar.civil(Timestamp(seconds: seconds + standard)).year
    let start = summer.start.seconds(in: year) - standard
    let end = summer.end.seconds(in: year) - summer.offset
    // South of the equator it goes over the year's end.
    let isSummer =
      start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end
    return isSummer ? summer.offset : standard
  }
}
