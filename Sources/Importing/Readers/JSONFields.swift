import Bytes
import Entities

/// What readers of JSON ask of a value; nothing where it is of another kind.
extension JSONReader.Value {
  subscript(name: String) -> JSONReader.Value? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  var items: [JSONReader.Value] {
    if case .array(let items) = self { items } else { [] }
  }

  var isTrue: Bool { self == .bool(true) }

  /// A whole number, in digits with or without quotes.
  var number: Int64? {
    switch self {
    case .number(let digits):
      Int64(digits) ?? Double(digits).flatMap { Int64(exactly: $0.rounded()) }
    case .string(let digits): Int64(digits)
    default: nil
    }
  }

  /// `2023-08-01T14:29:43.842Z`.
  var time: Timestamp? { text.flatMap { ImportedTime.iso($0) } }
}

/// Times as other programs write them.
enum ImportedTime {
  /// Nil for none, and for a number that says none.
  static func milliseconds(_ count: Int64?) -> Timestamp? {
    guard let count, count > 0 else { return nil }
    return Timestamp(seconds: count / 1_000, nanoseconds: Int32(count % 1_000) * 1_000_000)
  }

  static func microseconds(_ count: Int64?) -> Timestamp? {
    guard let count, count > 0 else { return nil }
    return Timestamp(seconds: count / 1_000_000, nanoseconds: Int32(count % 1_000_000) * 1_000)
  }

  /// `2023-08-01T14:29:43.842Z`, `…+02:00`, `…+0200`; without a zone it is UTC.
  static func iso(_ text: String) -> Timestamp? {
    let bytes = Array(text.utf8)
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      return Int(String(decoding: bytes[range], as: UTF8.self))
    }
    guard bytes.count >= 19, let year = number(0..<4), let month = number(5..<7),
      let day = number(8..<10), let hour = number(11..<13), let minute = number(14..<16),
      let second = number(17..<19)
    else { return nil }
    let civil = CivilTime(
      year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
    guard CivilCalendar.exists(civil) else { return nil }
    var moment = CivilCalendar.moment(civil)
    let zone = bytes[19...].drop { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
      .filter { $0 != UInt8(ascii: ":") }
    if let sign = zone.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-"),
      let offset = Int(String(decoding: zone.dropFirst(), as: UTF8.self)), zone.count == 5
    {
      let seconds = Int64(offset / 100 * 3600 + offset % 100 * 60)
      moment.seconds -= sign == UInt8(ascii: "-") ? -seconds : seconds
    }
    return moment
  }
}
