import Entities

/// How much text an answer may have: so much a value, and so much in all.
struct AnswerRoom {
  private static let longestValue = 4 << 10
  private static let longest = 4 << 20
  private var left = Self.longest

  /// No more rows are added.
  var isSpent: Bool { left < 0 }

  var problem: String? {
    isSpent ? "The answer is cut after \(Self.longest >> 20) MiB: it is too long." : nil
  }

  mutating func take(_ value: Runs) { left -= value.size + 1 }

  /// A value, and how long it is.
  struct Runs {
    private(set) var all: [AnswerRun] = []
    fileprivate var size = 0

    var isLong: Bool { size > longestValue }

    mutating func append(_ run: AnswerRun) {
      all.append(run)
      size += run.size
    }
  }

  /// The beginning of a long text, with a sign that it continues.
  static func cut(_ text: String) -> String {
    if text.utf8.count <= longestValue { return text }
    return String(decoding: text.utf8.prefix(longestValue), as: UTF8.self)
      .prefix { $0 != "\u{FFFD}" } + " …"
  }
}
