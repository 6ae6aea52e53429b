import Bytes
import Entities
import Files
import Glibc

/// The UTC offsets of a time zone over time, from the system's own files (TZif).
struct TimeZoneRules {
  private static let folder = "/usr/share/zoneinfo/"
  private static let largest = 1 << 20

  /// The times when the clock changed, each with the offset from UTC in seconds from then on.
  private var changes: [(from: Int64, offset: Int64)] = []
  private var first: Int64 = 0
  /// The rule after the last change.
  private var rest: YearlyRule?

  /// Returns nil if the system does not know the zone.
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

  /// Reads a file with 64-bit times, which all files since 2005 have.
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

  /// Returns the offset of the local time from UTC in seconds.
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

  /// The numbers of entries in a section of the file.
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

/// A rule that repeats each year: `CET-1CEST,M3.5.0,M10.5.0/3`.
struct YearlyRule {
  private var standard: Int64
  private var summer: (offset: Int64, start: Change, end: Change)?

  private struct Change {
    var month: Int
    /// The week of the month; 5 is the last.
    var week: Int
    /// The weekday; 0 is Sunday.
    var weekday: Int
    var time: Int64

    /// Reads `M3.5.0/2`.
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

    /// Returns the time of the change by the clock before it.
    func seconds(in year: Int) -> Int64 {
      let first = CivilCalendar.day(of: CivilTime(year: year, month: month, day: 1))
      // 1970 began on a Thursday.
      let offset = (weekday - (first + 4) % 7 + 14) % 7
      var day = first + offset + (week - 1) * 7
      while day >= first + Day(first).daysInMonth { day -= 7 }
      return Int64(day) * 86_400 + time
    }
  }

  /// Returns nil for other kinds of rules, which no current zone has.
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

  /// Reads an offset: `-1`, `3:30`.
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
    // South of the equator, summer spans the end of the year.
    let isSummer =
      start < end ? seconds >= start && seconds < end : seconds >= start || seconds < end
    return isSummer ? summer.offset : standard
  }
}
