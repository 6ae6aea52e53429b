package import Entities

/// A day, or a moment of a day, as a wall shows it.
package struct BaseDate: Sendable, Comparable {
  /// Since 1970-01-01 00:00 on that wall.
  package let milliseconds: Int64
  package var hasTime: Bool

  /// As far as JavaScript's dates reach.
  private static let limit = 8.64e15

  package init?(milliseconds: Double, hasTime: Bool) {
    guard abs(milliseconds) <= Self.limit else { return nil }
    self.milliseconds = Int64(milliseconds.rounded(.down))
    self.hasTime = hasTime
  }

  package init(_ time: CivilTime, milliseconds: Int = 0, hasTime: Bool = true) {
    self.milliseconds = CivilCalendar.moment(time).seconds * 1000 + Int64(milliseconds)
    self.hasTime = hasTime
  }

  package static func == (left: BaseDate, right: BaseDate) -> Bool {
    left.milliseconds == right.milliseconds
  }

  package static func < (left: BaseDate, right: BaseDate) -> Bool {
    left.milliseconds < right.milliseconds
  }

  private var seconds: Int64 { (milliseconds - Int64(millisecond)) / 1000 }

  package var millisecond: Int { Int(((milliseconds % 1000) + 1000) % 1000) }
  package var civil: CivilTime { CivilCalendar.civil(Timestamp(seconds: seconds)) }
  package var day: BaseDate { BaseDate(Day(civil).time, hasTime: false) }

  /// As `date()` reads it.
  package var text: String {
    let time = civil
    return hasTime ? "\(time.date) \(time.clock)" : time.date
  }

  package var clock: String { civil.clock }

  package func advanced(by duration: BaseDuration) -> BaseDate? {
    guard let months = Int(exactly: duration.months.rounded()), abs(months) < 1_000_000 else {
      return nil
    }
    let time = civil
    let day = Day(time).advanced(byMonths: months)
    let rest = milliseconds - Int64(Day(time).number) * 86_400_000
    let total = Double(day.number) * 86_400_000 + Double(rest) + duration.milliseconds
    let isWholeDays = duration.milliseconds.truncatingRemainder(dividingBy: 86_400_000) == 0
    return BaseDate(milliseconds: total, hasTime: hasTime || !isWholeDays)
  }

  /// `2025-01-01`, with `12:00`, `12:00:00` or `12:00:00.000` behind a blank or a T, with an offset behind
  /// it; `20250101` and `202501011200`. `wall` tells what the wall shows at a moment of UTC.
  package init?(_ written: String, wall: (Timestamp) -> CivilTime) {
    var reader = Digits(Array(written.utf8))
    reader.skipBlanks()
    guard let year = reader.number(4) else { return nil }
    var time = CivilTime(year: year, month: 1, day: 1)
    let isSeparated = reader.take("-")
    guard let month = reader.number(2) else { return nil }
    if isSeparated, !reader.take("-") {
      guard reader.isAtEnd else { return nil }
      time.month = month
      self.init(checked: time, hasTime: false)
      return
    }
    guard let day = reader.number(2) else { return nil }
    (time.month, time.day) = (month, day)
    var fraction = 0
    var hasTime = false
    if isSeparated ? reader.take("T") || reader.take("t") || reader.take(" ") : !reader.isAtEnd {
      if !isSeparated { _ = reader.take("T") }
      reader.skipBlanks()
      if !reader.isAtEnd {
        guard let hour = reader.number(2) else { return nil }
        hasTime = true
        time.hour = hour
        let hasColon = reader.take(":")
        if hasColon || !isSeparated {
          guard let minute = reader.number(2) else { return nil }
          time.minute = minute
        }
        if hasColon ? reader.take(":") : !isSeparated && reader.isAtDigit {
          guard let second = reader.number(2) else { return nil }
          time.second = second
          if reader.take(".") || reader.take(",") {
            guard let part = reader.fraction() else { return nil }
            fraction = part
          }
        }
        reader.skipBlanks()
        if let offset = reader.offset() {
          guard CivilCalendar.exists(time) else { return nil }
          let moment = CivilCalendar.moment(time)
          time = wall(Timestamp(seconds: moment.seconds - Int64(offset) * 60))
        }
      }
    }
    reader.skipBlanks()
    guard reader.isAtEnd else { return nil }
    self.init(checked: time, milliseconds: fraction, hasTime: hasTime)
  }

  private init?(checked time: CivilTime, milliseconds: Int = 0, hasTime: Bool) {
    guard CivilCalendar.exists(time) else { return nil }
    self.init(time, milliseconds: milliseconds, hasTime: hasTime)
  }

  private struct Digits {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes.count <= 64 ? bytes : [] }

    var isAtEnd: Bool { index >= bytes.count }
    var isAtDigit: Bool { index < bytes.count && (0x30...0x39).contains(bytes[index]) }

    mutating func skipBlanks() {
      while index < bytes.count, bytes[index] == 0x20 { index += 1 }
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
      guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
      index += 1
      return true
    }

    mutating func number(_ width: Int) -> Int? {
      var number = 0
      for _ in 0..<width {
        guard isAtDigit else { return nil }
        number = number * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      return number
    }

    /// Thousandths.
    mutating func fraction() -> Int? {
      guard isAtDigit else { return nil }
      var (number, width) = (0, 0)
      while isAtDigit {
        if width < 3 { number = number * 10 + Int(bytes[index] - 0x30) }
        width += 1
        index += 1
      }
      while width < 3 {
        number *= 10
        width += 1
      }
      return number
    }

    /// In minutes ahead of UTC.
    mutating func offset() -> Int? {
      if take("Z") || take("z") { return 0 }
      let sign = take("+") ? 1 : take("-") ? -1 : 0
      guard sign != 0, let hours = number(2) else { return nil }
      _ = take(":")
      return sign * (hours * 60 + (isAtDigit ? number(2) ?? 0 : 0))
    }
  }
}
