import Entities
import Expressions

/// The files that a base is about, by numbers from 0 on: notes and all others.
protocol BaseFiles {
  /// Those that a view may show, in the order of their paths.
  var candidates: [Int] { get }

  func path(of file: Int) -> NotePath
  func size(of file: Int) -> Int
  func created(of file: Int) -> DateValue
  func modified(of file: Int) -> DateValue
  /// In the order in which they are written.
  func properties(of file: Int) -> ObjectValue
  func property(_ name: FieldName, of file: Int) -> Value?
  /// Without `#`.
  func tags(of file: Int) -> [String]
  /// Each as often as it is there, embeds too.
  func links(of file: Int) -> [LinkValue]
  func embeds(of file: Int) -> [LinkValue]
  /// The files with a link to this one.
  func backlinks(of file: Int) -> [Int]
  /// The file that a name or a path means, as a link in `source` has it.
  func file(named target: String, from source: Int?) -> Int?
}

/// What time it is.
struct BaseMoment {
  package var now: DateValue
  /// How many minutes the wall is ahead of UTC.
  var offset: Int
  /// What the wall shows at another moment.
  var wall: (Timestamp) -> CivilTime

  init(now: Timestamp, wall: @escaping (Timestamp) -> CivilTime) {
    let civil = wall(now)
    self.wall = wall
    self.now = DateValue(civil, milliseconds: Int(now.nanoseconds / 1_000_000))
    offset = Int((CivilCalendar.moment(civil).seconds - now.seconds) / 60)
  }

  /// When the wall shows the date, counted from 1970 on in UTC. Its clocks may have been set since.
  func milliseconds(of date: DateValue) -> Double {
    var moment = date.milliseconds - Int64(offset) * 60_000
    for _ in 0..<2 { moment += date.milliseconds - self.date(moment).milliseconds }
    return Double(moment)
  }

  /// What the wall shows then.
  func date(_ milliseconds: Int64) -> DateValue {
    let rest = (milliseconds % 1000 + 1000) % 1000
    return DateValue(
      wall(Timestamp(seconds: (milliseconds - rest) / 1000)), milliseconds: Int(rest))
  }
}
