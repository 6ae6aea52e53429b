import Bytes

/// What closes the things that may go over lines. Each place is looked for once.
struct Closers {
  var formula = Closer("$$")
  var comment = Closer("%%")
  var markup = Closer("-->")
}

struct Closer {
  private let text: StaticString
  /// What was found, for a search that began at `from`; nothing later than the end.
  private var from = -1
  private var found: Int?

  init(_ text: StaticString) { self.text = text }

  /// Behind the next one; nil where there is none.
  mutating func end(
    in bytes: Span<UInt8>, from start: Int, to stop: Int
  ) -> Int? {
    if from < 0 || start < from || start > found ?? .max {
      from = start
      found = Byte.find(text, in: bytes, from: start, to: stop)
    }
    return found.map { $0 + text.utf8CodeUnitCount }
  }
}
