import Entities
import TestSupport
import Testing

@Suite("A moment in a text")
struct WrittenMomentTests {
  /// The result in one line: the fields, their precision, the zone in seconds.
  private static func shown(_ moment: WrittenMoment?) -> String {
    guard let moment else { return "-" }
    let fraction = moment.precision == .fraction ? ".\(moment.nanoseconds)" : ""
    let zone = moment.zone.map { " \($0)" } ?? ""
    return "\(moment.precision) \(moment.time.written)\(fraction)\(zone)"
  }

  private static let whole: [(String, String)] = [
    ("2026-03", "month 2026-03-01T00:00:00"), ("2026-03-02", "day 2026-03-02T00:00:00"),
    ("2026-03-02T10", "hour 2026-03-02T10:00:00"),
    ("2026-03-02T10:30", "minute 2026-03-02T10:30:00"),
    ("2026-03-02t10:30", "minute 2026-03-02T10:30:00"),
    ("2026-03-02 10:30", "minute 2026-03-02T10:30:00"),
    ("2026-03-02  10:30", "minute 2026-03-02T10:30:00"),
    ("2026-03-02T10:30:15", "second 2026-03-02T10:30:15"),
    ("2026-03-02T10:30:15.5", "fraction 2026-03-02T10:30:15.500000000"),
    ("2026-03-02T10:30:15,25", "fraction 2026-03-02T10:30:15.250000000"),
    ("2026-03-02T10:30:15.1234567899", "fraction 2026-03-02T10:30:15.123456789"),
    ("2026-03-02T10:30Z", "minute 2026-03-02T10:30:00 0"),
    ("2026-03-02T10:30z", "minute 2026-03-02T10:30:00 0"),
    ("2026-03-02T10Z", "hour 2026-03-02T10:00:00 0"),
    ("2026-03-02T10:30+01:00", "minute 2026-03-02T10:30:00 3600"),
    ("2026-03-02T10:30:15.5-0330", "fraction 2026-03-02T10:30:15.500000000 -12600"),
    ("2026-03-02T10:30+14", "minute 2026-03-02T10:30:00 50400"),
    ("2026-03-02 10:30:15 +0100", "second 2026-03-02T10:30:15 3600"),
    ("20260302", "day 2026-03-02T00:00:00"), ("202603021030", "minute 2026-03-02T10:30:00"),
    ("20260302103015", "second 2026-03-02T10:30:15"),
    ("20260302T103015Z", "second 2026-03-02T10:30:15 0"),
    ("20260302T10:30", "minute 2026-03-02T10:30:00"),
    (" 2026-03-02 ", "day 2026-03-02T00:00:00"), ("0000-01-01", "day 0000-01-01T00:00:00"),
    ("2024-02-29T23:59:59", "second 2024-02-29T23:59:59"),
  ]

  @Test("A whole text is read with its precision and its zone", arguments: whole)
  func reads(text: String, read: String) {
    #expect(Self.shown(WrittenMoment(text)) == read)
  }

  private static let refused = [
    "", " ", "2026", "202603", "2026-", "2026-3-2", "2026-13", "2026-00-01", "2026-02-29",
    "2026-02-30", "2026-03-32", "2026-03-02T", "2026-03-02T1", "2026-03-02T10:", "2026-03-02T24:00",
    "2026-03-02T10:60", "2026-03-02T10:30:60", "2026-03-02T10:30:15.", "2026-03-02T10:30:15:16",
    "2026-03-02T10:30-", "2026-03-02T10:30+1", "2026-03-02T10:30+01:", "2026-03-02T10:30+01:0",
    "2026-03-02T10:30+24:00", "2026-03-02T10:30+01:60", "2026-03-02T10:30 UTC", "2026-03-02Z",
    "2026-03-021", "2026-0302", "202603-02", "2026030210", "202603021", "-2026-03-02",
    "２０２６-03-02", "2026-03-02x", "2026–03–02",
  ]

  @Test("A text that is not a moment or not in the calendar is refused", arguments: refused)
  func refuses(text: String) { #expect(WrittenMoment(text) == nil) }

  private static let starts: [(String, String, Int, String?)] = [
    ("2026-03-02, a Monday", "day 2026-03-02T00:00:00", 10, "2026-03-02"),
    ("2026-03-02T10:30 or so", "minute 2026-03-02T10:30:00", 16, "2026-03-02"),
    ("2026-03-02 10:30 +01:00!", "minute 2026-03-02T10:30:00 3600", 23, "2026-03-02"),
    ("2026-03-02 - 2026-03-05", "day 2026-03-02T00:00:00", 10, "2026-03-02"),
    ("2026-03 and on", "month 2026-03-01T00:00:00", 7, nil),
    ("2024-02-31 late", "day 2024-02-31T00:00:00", 10, nil),
    ("2026-03-02 99:99", "minute 2026-03-02T99:99:00", 16, "2026-03-02"),
    ("20220621T062327--title", "second 2022-06-21T06:23:27", 15, "2022-06-21"),
    ("20220621 title", "day 2022-06-21T00:00:00", 8, "2022-06-21"),
    ("2022062106232", "minute 2022-06-21T06:23:00", 12, "2022-06-21"),
  ]

  @Test("The beginning of a text is read as far as it is a moment", arguments: starts)
  func begins(text: String, read: String, length: Int, day: String?) {
    let moment = WrittenMoment(startOf: text.utf8Span.span)
    #expect(Self.shown(moment) == read)
    #expect(moment?.length == length)
    #expect(moment?.day?.text == day)
  }

  @Test("A property holds a day or a day with hours and minutes")
  func properties() {
    for text in ["2026-03-02", "2026-03-02T10:30", "2026-03-02 10:30:15.5+01:00"] {
      #expect(WrittenMoment(property: text) != nil)
    }
    for text in ["2026-03", "20260302", "2026-03-02T10", "soon"] {
      #expect(WrittenMoment(property: text) == nil)
    }
  }

  @Test("Local time ignores the zone, UTC subtracts it, and a moment without a zone is in UTC")
  func zones() throws {
    let moment = try #require(WrittenMoment("1970-01-01T02:00:00.5+01:30"))
    #expect(moment.onWall == Timestamp(seconds: 7200, nanoseconds: 500_000_000))
    #expect(moment.inUTC == Timestamp(seconds: 1800, nanoseconds: 500_000_000))
    #expect(WrittenMoment("1970-01-01T02:00")?.inUTC == Timestamp(seconds: 7200))
  }

  private static let clocks: [(String, String?)] = [
    ("2026-03-02 09:00", "2026-03-02T09:00:00"), ("2026-03-02T09:00:07", "2026-03-02T09:00:07"),
    ("0999-12-31 23:59:58", "0999-12-31T23:59:58"), ("2026-3-02 09:00", nil),
    ("2026-03-02", nil), ("2026-03-02 09", nil), ("2026-03-02 09:00Z", nil),
    ("2026-03-02 09:00:00.5", nil), ("202603020900", nil), ("2026-03-02 24:00", nil),
  ]

  @Test("A clock is set from a day with hours and minutes", arguments: clocks)
  func clock(text: String, read: String?) { #expect(CivilTime(clock: text)?.written == read) }

  // MARK: - A naive model

  private static let pattern =
    #" *(?:([0-9]{4})-([0-9]{2})(?:-([0-9]{2})(?:(?:[Tt]| +)([0-9]{2})(?::([0-9]{2})"#
    + #"(?::([0-9]{2})(?:[.,]([0-9]+))?)?)?(?: *([Zz]|[-+][0-9]{2}(?::?[0-9]{2})?))?)?)?"#
    + #"|([0-9]{4})([0-9]{2})([0-9]{2})(?:(?:[Tt]| *)([0-9]{2})"#
    + #"(?:([0-9]{2})(?:([0-9]{2})(?:[.,]([0-9]+))?)?"#
    + #"|:([0-9]{2})(?::([0-9]{2})(?:[.,]([0-9]+))?)?)(?: *([Zz]|[-+][0-9]{2}(?::?[0-9]{2})?))?)?) *"#

  /// Uses a pattern and counts the days of months.
  private static func naive(_ text: String, _ regex: Regex<AnyRegexOutput>) -> String {
    guard let match = text.wholeMatch(of: regex) else { return "-" }
    func part(_ places: Int...) -> String? {
      places.lazy.compactMap { match.output[$0].substring.map { String($0) } }.first
    }
    let (hour, minute, second) = (part(4, 12), part(5, 13, 16), part(6, 14, 17))
    let (fraction, zone) = (part(7, 15, 18), part(8, 19))
    let parts = [part(1, 9), part(2, 10), part(3, 11), hour, minute, second]
    let fields = zip(parts, [0, 1, 1, 0, 0, 0]).map { $0.flatMap { Int($0) } ?? $1 }
    let isLeap = fields[0] % 4 == 0 && (fields[0] % 100 != 0 || fields[0] % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(fields[1]), (1...days[fields[1] - 1]).contains(fields[2]),
      fields[3] < 24, fields[4] < 60, fields[5] < 60
    else { return "-" }
    let written: [(String?, String)] = [
      (fraction, "fraction"), (second, "second"), (minute, "minute"), (hour, "hour"),
      (part(3, 11), "day"),
    ]
    var shown = written.first { $0.0 != nil }?.1 ?? "month"
    let time = CivilTime(
      year: fields[0], month: fields[1], day: fields[2], hour: fields[3], minute: fields[4],
      second: fields[5])
    shown += " \(time.written)"
    if let fraction { shown += ".\(Int((fraction + "000000000").prefix(9)) ?? 0)" }
    guard let zone else { return shown }
    let digits = zone.filter(\.isNumber)
    let (hours, minutes) = (Int(digits.prefix(2)) ?? 0, Int(digits.dropFirst(2)) ?? 0)
    guard hours < 24, minutes < 60 else { return "-" }
    return shown + " \((zone.hasPrefix("-") ? -1 : 1) * (hours * 3600 + minutes * 60))"
  }

  /// Mostly moments, some of them corrupted.
  private static func text(_ random: inout SeededRandom) -> String {
    func number(_ below: Int, _ width: Int = 2) -> String {
      Int.random(in: 0..<below, using: &random).padded(to: width)
    }
    func one(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let isCompact = Bool.random(using: &random)
    let (dash, colon) = isCompact ? ("", "") : ("-", ":")
    let pieces = [
      number(3000, 4), dash + number(14), dash + number(33),
      one(["T", "t", " ", "  ", isCompact ? "" : "T"]) + number(26), colon + number(62),
      colon + number(62), one([".", ",", "."]) + number(1000, 3),
    ]
    let most = isCompact ? 6 : 7
    var text = pieces.prefix(Int.random(in: 1...most, using: &random)).joined()
    text += one(["", "", "Z", " z", "+01:00", "-0330", " +05", "+\(number(30)):\(number(70))"])
    for _ in 0..<one(["", "", "", "x", "xx"]).count {
      let place = text.indices.randomElement(using: &random) ?? text.startIndex
      let sign = one(["", "0", "9", "-", ":", "T", " ", "+", "Z", ".", "x"])
      text.replaceSubrange(place...place, with: sign)
      if text.isEmpty { break }
    }
    return text
  }

  @Test("The parser reads what a regular expression reads")
  func naive() throws {
    let regex = try Regex(Self.pattern)
    var random = SeededRandom(seed: 53)
    for _ in 0..<5000 {
      let text = Self.text(&random)
      let wanted = Self.naive(text, regex)
      if Self.shown(WrittenMoment(text)) != wanted {
        Issue.record("“\(text)” is \(Self.shown(WrittenMoment(text))), not \(wanted)")
        break
      }
    }
  }

  @Test("Units are recognized by name, and days advance by them")
  func units() {
    #expect(TimeUnit(word: "weeks") == .week && TimeUnit(word: "day") == .day)
    #expect(TimeUnit(word: "s") == nil && TimeUnit(word: "fortnight") == nil)
    let day = Day(20_514)
    #expect(day.advanced(by: 2, .week) == day.advanced(by: 14))
    #expect(day.advanced(by: -1, .year) == day.advanced(byMonths: -12))
    #expect(day.advanced(by: 1, .hour) == nil)
  }
}
