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
  var time: Timestamp? { text.flatMap(ImportedTime.read) }
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

  /// `2023-08-01T14:29:43.842Z`, `20241222T222542Z`, `2023-08-01`; without a zone it is UTC. To the
  /// second.
  static func read(_ text: String) -> Timestamp? {
    guard let moment = WrittenMoment(startOf: text.utf8Span.span), moment.exists,
      // Programs write more behind a time than its zone.
      moment.length == text.utf8.count || !moment.isCompact && moment.precision >= .second
    else { return nil }
    return moment.precision < .day ? nil : Timestamp(seconds: moment.inUTC.seconds)
  }
}
