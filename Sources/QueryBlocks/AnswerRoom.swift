import Entities

/// The limits of an answer: its rows, the text of a value, and all its text.
struct AnswerRoom {
  /// The most rows shown in another note.
  static let mostRows = 200
  private static let longestValue = 4 << 10
  private static let longest = 4 << 20
  private var left = Self.longest

  /// Whether the limit is reached: no more rows are added.
  var isSpent: Bool { left < 0 }

  /// Returns the row that says what is missing; nil if all rows are shown.
  func remark(ofRows count: Int) -> AnswerRow? {
    if isSpent {
      return .notice(
        "The answer is cut after \(Self.longest >> 20) MiB: it is too long.", isApart: true)
    }
    return count > Self.mostRows
      ? .remark("\(Self.mostRows) of \(count) rows: no more are shown.", isApart: true) : nil
  }

  mutating func take(_ value: Runs) { left -= value.size + 1 }

  /// The text of a value, with its length.
  struct Runs {
    private(set) var all: [AnswerRun] = []
    fileprivate var size = 0

    var isLong: Bool { size > longestValue }

    mutating func append(_ run: AnswerRun) {
      all.append(run)
      size += run.size
    }
  }

  /// Cuts a text that is too long, and marks the end with an ellipsis.
  static func cut(_ text: String) -> String {
    if text.utf8.count <= longestValue { return text }
    return String(decoding: text.utf8.prefix(longestValue), as: UTF8.self)
      .prefix { $0 != "\u{FFFD}" } + " …"
  }
}
