import Entities
import Services

/// Moments as text.
enum WrittenTime {
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
      var text = time.shortText()
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
