import Bytes
import Glibc

/// Dates as people and programs write them into notes.
enum WrittenDate {
  /// `2026-03-02`, `2026-03-02T10:30:00Z`, `2026-03-02 10:30+01:00` in nanoseconds since
  /// 1970. Without a zone it is meant as the person's own.
  static func moment(_ text: String) -> Int64? {
    var reader = Digits(text.utf8)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2)
    else { return nil }
    var time = (hour: 0, minute: 0, second: 0)
    if reader.skip("T") || reader.skip("t") || reader.skip(" "), let hour = reader.number(2),
      reader.skip(":"), let minute = reader.number(2)
    {
      time = (hour, minute, 0)
      if reader.skip(":"), let second = reader.number(2) { time.second = second }
      if reader.skip(".") { reader.skipDigits() }
    }
    _ = reader.skip(" ")
    return moment(year, month, day, time, zone: reader.zone())
  }

  /// `zone` in seconds east of Greenwich; nil is the person's own.
  static func moment(
    _ year: Int, _ month: Int, _ day: Int, _ time: (hour: Int, minute: Int, second: Int),
    zone: Int?
  ) -> Int64? {
    guard (1...12).contains(month), (1...31).contains(day), time.hour < 24, time.minute < 60,
      time.second < 61
    else { return nil }
    var parts = tm()
    parts.tm_year = Int32(year - 1900)
    parts.tm_mon = Int32(month - 1)
    parts.tm_mday = Int32(day)
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = Int32(time.second)
    parts.tm_isdst = -1
    let seconds = zone.map { timegm(&parts) - $0 } ?? mktime(&parts)
    let (whole, isBeyond) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isBeyond ? nil : whole
  }
}

/// Reads numbers of a fixed length and what stands between them.
struct Digits {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: some Sequence<UInt8>) { rest = Array(bytes.prefix(64))[...] }

  var next: UInt8? { rest.first }

  mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func skipDigits() { rest = rest.drop { (0x30...0x39).contains($0) } }

  /// `Z` or `+01:00`; nil without.
  mutating func zone() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(2) else { return nil }
    _ = skip(":")
    return sign * (hours * 3600 + (number(2) ?? 0) * 60)
  }
}

/// What a file's name says of when the note was made: `20220621T062327--title`,
/// `202206210623 title`, `2026-03-02`.
enum NameStamp {
  /// In nanoseconds since 1970; nil where it says nothing.
  static func moment(of stem: [UInt8]) -> Int64? {
    var reader = Digits(stem)
    let count = stem.prefix { (0x30...0x39).contains($0) }.count
    switch count {
    case 8:
      guard let day = day(&reader), reader.skip("T"), let time = time(&reader, 3) else {
        return nil
      }
      return WrittenDate.moment(day.0, day.1, day.2, time, zone: nil)
    case 12, 14:
      guard let day = day(&reader), let time = time(&reader, count / 2 - 4) else { return nil }
      return WrittenDate.moment(day.0, day.1, day.2, time, zone: nil)
    case 4 where stem.count == 10:
      guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
        reader.skip("-"), let day = reader.number(2)
      else { return nil }
      return WrittenDate.moment(year, month, day, (0, 0, 0), zone: nil)
    default: return nil
    }
  }

  private static func day(_ reader: inout Digits) -> (Int, Int, Int)? {
    guard let year = reader.number(4), let month = reader.number(2), let day = reader.number(2)
    else { return nil }
    return (year, month, day)
  }

  private static func time(
    _ reader: inout Digits, _ parts: Int
  ) -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = reader.number(2), let minute = reader.number(2) else { return nil }
    if parts == 2 { return (hour, minute, 0) }
    return reader.number(2).map { (hour, minute, $0) }
  }
}
