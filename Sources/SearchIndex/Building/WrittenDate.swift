import Bytes
import Entities
import Glibc

/// Dates as people and programs write them into notes, in nanoseconds since 1970.
enum WrittenDate {
  /// What a property begins with.
  static func moment(_ text: String) -> Int64? {
    WrittenMoment(startOf: text.utf8Span.span).flatMap { $0.isCompact ? nil : nanoseconds($0) }
  }

  /// What a file's name says of when the note was made: `20220621T062327--title`,
  /// `202206210623 title`, `2026-03-02`.
  static func moment(ofStem stem: [UInt8]) -> Int64? {
    guard let moment = WrittenMoment(startOf: stem.span) else { return nil }
    let isWhole = moment.length == stem.count
    let isStamp =
      moment.isCompact
      ? moment.hasTime && (isWhole || !Byte.isDigit(stem[moment.length]))
      : moment.precision == .day && isWhole
    return isStamp ? nanoseconds(moment) : nil
  }

  /// Without a zone it is meant as the person's own.
  private static func nanoseconds(_ moment: WrittenMoment) -> Int64? {
    guard moment.precision >= .day, moment.exists else { return nil }
    let time = moment.time
    var parts = tm()
    parts.tm_year = Int32(time.year - 1900)
    parts.tm_mon = Int32(time.month - 1)
    parts.tm_mday = Int32(time.day)
    parts.tm_hour = Int32(time.hour)
    parts.tm_min = Int32(time.minute)
    parts.tm_sec = Int32(time.second)
    parts.tm_isdst = -1
    let seconds = moment.zone == nil ? Int64(mktime(&parts)) : moment.inUTC.seconds
    let (whole, isBeyond) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    return isBeyond ? nil : whole
  }
}
