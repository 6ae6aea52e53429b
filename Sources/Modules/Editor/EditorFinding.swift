import TextEngine

/// What is looked for, and how far that came.
struct Finding {
  var search: TextSearch?
  var counter: MatchCounter?
  /// Where everything was before the bar was opened.
  var origin: (selections: Selections, top: ByteOffset)?
  /// The selected lines that are looked through; nil for all.
  var scope: Range<ByteOffset>?
  /// What was looked for last, for the next time.
  var last = EditorBar()
  /// Tells the answer that is waited for from older ones.
  var number = 0
  var isLooking = false
  var isCounting = false
  /// The bar closes when the answer is there.
  var isStaying = false

  /// Longer selections are no words to look for.
  static let longestSelected = 200

  mutating func stop() {
    search = nil
    counter = nil
    origin = nil
    scope = nil
    isLooking = false
    isStaying = false
  }

  mutating func follow(_ edit: Edit, to text: Rope) {
    counter?.apply(edit, after: text)
    scope = scope.map {
      edit.map($0.lowerBound, bias: .left)..<edit.map($0.upperBound, bias: .right)
    }
    if let old = origin {
      origin = (old.selections.mapped(through: edit), edit.map(old.top, bias: .left))
    }
  }

  mutating func grow(to text: Rope) {
    guard let known = counter else { return }
    counter = MatchCounter(known.search, in: text)
  }

  /// While the bar is there.
  var showsMatches: Bool { search != nil && origin != nil }

  /// The matches that are shown.
  func matches(touching range: Range<ByteOffset>, of text: Rope) -> [Range<ByteOffset>] {
    guard let search, origin != nil else { return [] }
    return (try? search.matches(touching: range, of: text, limit: 2_000)) ?? []
  }
}

/// Where a search goes.
enum EditorSearchWay: Equatable, Sendable {
  case from(ByteOffset)
  case after(Range<ByteOffset>)
  case before(ByteOffset)
}

extension TextSearch {
  /// What the bar says to look for.
  init(_ bar: EditorBar) throws(SearchTrouble) {
    try self.init(
      Array(bar.find.utf8),
      Options(
        letters: bar.matchesCase ? .exact : .smart, isWholeWord: bar.wholeWords,
        isExpression: bar.isPattern))
  }
}
