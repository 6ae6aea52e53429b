import Entities
import Expressions

/// The files of a base, notes and others, numbered from 0.
protocol BaseFiles {
  /// The files that a view may show, in the order of their paths.
  var candidates: [Int] { get }

  func path(of file: Int) -> NotePath
  func size(of file: Int) -> Int
  func created(of file: Int) -> DateValue
  func modified(of file: Int) -> DateValue
  /// Returns the properties in the order in which they are written.
  func properties(of file: Int) -> ObjectValue
  func property(_ name: FieldName, of file: Int) -> Value?
  /// Returns the tags without `#`.
  func tags(of file: Int) -> [String]
  /// Returns all links, including repeated ones and embeds.
  func links(of file: Int) -> [LinkValue]
  func embeds(of file: Int) -> [LinkValue]
  func backlinks(of file: Int) -> [Int]
  /// Returns the file that a name or a path means in a link of `source`.
  func file(named target: String, from source: Int?) -> Int?
}

/// The current time and the local time zone.
struct BaseMoment {
  package var now: DateValue
  /// The current offset of local time from UTC, in minutes.
  var offset: Int
  /// Converts a moment to local time.
  var wall: (Timestamp) -> CivilTime

  init(now: Timestamp, wall: @escaping (Timestamp) -> CivilTime) {
    let civil = wall(now)
    self.wall = wall
    self.now = DateValue(civil, milliseconds: Int(now.nanoseconds / 1_000_000))
    offset = Int((CivilCalendar.moment(civil).seconds - now.seconds) / 60)
  }

  /// Returns the milliseconds since 1970 in UTC for a local date, using the offset of that time.
  func milliseconds(of date: DateValue) -> Double {
    var moment = date.milliseconds - Int64(offset) * 60_000
    for _ in 0..<2 { moment += date.milliseconds - self.date(moment).milliseconds }
    return Double(moment)
  }

  /// Converts a moment to local time.
  func date(_ milliseconds: Int64) -> DateValue {
    let rest = (milliseconds % 1000 + 1000) % 1000
    return DateValue(
      wall(Timestamp(seconds: (milliseconds - rest) / 1000)), milliseconds: Int(rest))
  }
}
