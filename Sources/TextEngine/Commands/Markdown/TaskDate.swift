/// The date on which a task was done, in the form that its line uses for dates.
struct TaskDate {
  /// Puts the date of today behind the line; nil where the line has no dates.
  var adding: DraftReplacement?
  /// Takes it away.
  var removal: DraftReplacement?

  private static let emoji = ["📅", "⏳", "🛫", "➕", "✅"].map { Array($0.utf8) }
  private static let fields = ["[due:: ", "[scheduled:: ", "[start:: ", "[created:: "].map {
    Array($0.utf8)
  }
  private static let done = Array(" ✅ ".utf8)
  private static let completion = Array("  [completion:: ".utf8)
  private static let length = 10

  /// Nil where the day is not known, or the line is too long to be a task's.
  init?(_ context: EditContext, _ start: ByteOffset) {
    guard let today = context.today else { return nil }
    let content = context.text.content(at: start)
    guard content.byteCount <= 1 << 14 else { return nil }
    let line = context.text.bytes(in: content)
    let words = line.withoutBlanksBehind
    if let found = line.place(of: Self.done) {
      let end = found + Self.done.count + Self.length
      if end <= line.count {
        removal = DraftReplacement(content.lowerBound + found..<content.lowerBound + end, [])
      }
    } else if let found = line.place(of: Self.completion) {
      let end = found + Self.completion.count + Self.length + 1
      if end <= line.count {
        removal = DraftReplacement(content.lowerBound + found..<content.lowerBound + end, [])
      }
    } else if Self.fields.contains(where: { line.place(of: $0) != nil }) {
      adding = DraftReplacement(
        at: content.lowerBound + words, Self.completion + Array(today.utf8) + [.closeBracket])
    } else if Self.emoji.contains(where: { line.place(of: $0) != nil }) {
      adding = DraftReplacement(at: content.lowerBound + words, Self.done + Array(today.utf8))
    }
  }
}

extension [UInt8] {
  /// Where other bytes first stand in these.
  func place(of other: [UInt8]) -> Int? {
    guard count >= other.count else { return nil }
    return (0...(count - other.count)).first { self[$0..<$0 + other.count].elementsEqual(other) }
  }

  fileprivate var withoutBlanksBehind: Int {
    count - reversed().prefix { $0.isSpaceOrTab }.count
  }
}
