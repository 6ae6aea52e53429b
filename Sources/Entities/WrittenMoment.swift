/// A day or a moment in text: `2026-03-02T10:30:15.5+01:00`, or compact as `20260302T103015`. It
/// has only the written parts. A caller decides about the zone, and about a time without one.
package struct WrittenMoment: Equatable, Sendable {
  package enum Precision: Comparable, Sendable { case month, day, hour, minute, second, fraction }

  /// The clock time as written. Missing parts have their lowest value.
  package private(set) var time: CivilTime
  package private(set) var nanoseconds: Int32 = 0
  package private(set) var precision = Precision.month
  /// The zone in seconds east of Greenwich; nil if none is written.
  package private(set) var zone: Int?
  package private(set) var isCompact: Bool
  /// The number of bytes that were read.
  package private(set) var length = 0

  /// Reads as much of a date as the text begins with, and fails if there is none. The date may be
  /// impossible: see `exists`.
  package init?(startOf text: Span<UInt8>) {
    var end = 0
    guard let year = text.digits(4, at: &end) else { return nil }
    isCompact = !text.skip("-", at: &end)
    guard let month = text.digits(2, at: &end) else { return nil }
    time = CivilTime(year: year, month: month, day: 1)
    let hasDash = text.skip("-", at: &end)
    // Hyphens separate all parts, or none.
    if isCompact, hasDash { return nil }
    if isCompact || hasDash {
      guard let day = text.digits(2, at: &end) else { return nil }
      (time.day, precision) = (day, .day)
    }
    // Three digits are not a day.
    if !isCompact, text.hasDigit(at: end) { return nil }
    length = end
    if precision == .day { readHours(text) }
    if hasTime { readZone(text) }
  }

  /// Reads the whole text, except blanks around it. Fails for an impossible moment: February 30,
  /// 24:00 or second 60.
  package init?(_ text: String) {
    let bytes = text.utf8Span.span
    var (start, stop) = (0, bytes.count)
    bytes.skipBlanks(at: &start)
    while stop > start, bytes[stop - 1] == 0x20 { stop -= 1 }
    self.init(startOf: bytes.extracting(start..<stop))
    guard length == stop - start, exists else { return nil }
  }

  /// Reads a property's value: a day, or a day with at least hours and minutes.
  package init?(property text: String) {
    self.init(text)
    guard !isCompact, precision == .day || precision >= .minute else { return nil }
  }

  private mutating func readHours(_ text: Span<UInt8>) {
    var end = length
    if !text.skip("Tt", at: &end) { text.skipBlanks(at: &end) }
    guard end > length || isCompact, let hour = text.digits(2, at: &end) else { return }
    let hoursEnd = end
    let hasColon = text.skip(":", at: &end)
    guard hasColon || isCompact, let minute = text.digits(2, at: &end) else {
      // In a compact text, two digits after the day are not an hour yet.
      if !isCompact { (time.hour, precision, length) = (hour, .hour, hoursEnd) }
      return
    }
    (time.hour, time.minute, precision, length) = (hour, minute, .minute, end)
    guard hasColon ? text.skip(":", at: &end) : isCompact, let second = text.digits(2, at: &end)
    else { return }
    (time.second, precision, length) = (second, .second, end)
    if text.skip(".,", at: &end) { readFraction(text, end) }
  }

  private mutating func readFraction(_ text: Span<UInt8>, _ start: Int) {
    var (end, size) = (start, Int32(100_000_000))
    while let digit = text.digits(1, at: &end) {
      nanoseconds += Int32(digit) * size
      size /= 10
    }
    if end > start { (precision, length) = (.fraction, end) }
  }

  /// Reads `Z`, `+01:00`, `+0100` or `+01`.
  private mutating func readZone(_ text: Span<UInt8>) {
    var end = length
    text.skipBlanks(at: &end)
    if text.skip("Zz", at: &end) {
      (zone, length) = (0, end)
      return
    }
    let sign = text.skip("+", at: &end) ? 1 : text.skip("-", at: &end) ? -1 : 0
    guard sign != 0, let hours = text.digits(2, at: &end), hours < 24 else { return }
    let hasColon = text.skip(":", at: &end)
    let hasMinutes = hasColon || text.hasDigit(at: end)
    guard let minutes = hasMinutes ? text.digits(2, at: &end) : 0, minutes < 60 else { return }
    (zone, length) = (sign * (hours * 3600 + minutes * 60), end)
  }

  package var exists: Bool { CivilCalendar.exists(time) }

  /// The day; nil if the calendar has no such day.
  package var day: Day? {
    precision < .day ? nil : Day(year: time.year, month: time.month, day: time.day)
  }

  package var hasTime: Bool { precision > .day }

  /// The written clock time as if it were UTC: the zone is ignored.
  package var onWall: Timestamp {
    Timestamp(seconds: CivilCalendar.moment(time).seconds, nanoseconds: nanoseconds)
  }

  /// The moment in UTC. A time without a zone counts as UTC.
  package var inUTC: Timestamp { onWall.advanced(by: .seconds(-(zone ?? 0))) }
}

extension CivilTime {
  /// Reads the format of `--clock` and scripts: `2026-03-02 09:00`, also with `T` or with seconds.
  package init?(clock text: String) {
    guard let moment = WrittenMoment(text), !moment.isCompact, moment.zone == nil,
      moment.precision == .minute || moment.precision == .second
    else { return nil }
    self = moment.time
  }
}

/// Reads numbers of a fixed length and the signs between them.
extension Span<UInt8> {
  func hasDigit(at index: Int) -> Bool { index < count && self[index] &- 0x30 < 10 }

  /// Reads exactly `width` digits. With fewer, `index` stays.
  func digits(_ width: Int, at index: inout Int) -> Int? {
    var number = 0
    for position in index..<index + width {
      guard hasDigit(at: position) else { return nil }
      number = number * 10 + Int(self[position] & 15)
    }
    index += width
    return number
  }

  /// Skips one of the signs.
  func skip(_ signs: String, at index: inout Int) -> Bool {
    guard index < count, signs.utf8.contains(self[index]) else { return false }
    index += 1
    return true
  }

  func skipBlanks(at index: inout Int) {
    while skip(" ", at: &index) {}
  }
}
