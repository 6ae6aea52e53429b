import Entities
import Glibc
import Services

/// Moments as text.
enum WrittenTime {
  /// `2026-03-02T10:30:00Z`
  static func inUTC(_ moment: Timestamp) -> String {
    var seconds = time_t(moment.seconds)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "1970-01-01T00:00:00Z" }
    let date = day(Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    return "\(date)T\(two(Int(parts.tm_hour))):\(two(Int(parts.tm_min))):"
      + "\(two(Int(parts.tm_sec)))Z"
  }

  /// `2026-03-02 10:30`, on the person's own wall.
  static func onWall(_ moment: Timestamp, _ clock: any WallClock) -> String {
    withBytes(onWall: moment, clock) { String(decoding: $0, as: UTF8.self) }
  }

  /// The same for whoever has no use for a text: a list has a time in each row.
  static func withBytes<Value>(
    onWall moment: Timestamp, _ clock: any WallClock,
    _ use: (UnsafeBufferPointer<UInt8>) -> Value
  ) -> Value {
    let time = clock.civil(moment)
    let form: StaticString = "0000-00-00 00:00"
    guard (0...9999).contains(time.year) else {
      var text = "\(day(time.year, time.month, time.day)) \(two(time.hour)):\(two(time.minute))"
      return text.withUTF8(use)
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: form.utf8CodeUnitCount) {
      buffer in
      for place in 0..<form.utf8CodeUnitCount { buffer[place] = form.utf8Start[place] }
      write(time.year, into: buffer, 0..<4)
      write(time.month, into: buffer, 5..<7)
      write(time.day, into: buffer, 8..<10)
      write(time.hour, into: buffer, 11..<13)
      write(time.minute, into: buffer, 14..<16)
      return use(UnsafeBufferPointer(buffer))
    }
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> String {
    let digits = "\(year)"
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      + "-\(two(month))-\(two(day))"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func write(
    _ number: Int, into buffer: UnsafeMutableBufferPointer<UInt8>, _ places: Range<Int>
  ) {
    var rest = number
    for place in places.reversed() {
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
  }
}
