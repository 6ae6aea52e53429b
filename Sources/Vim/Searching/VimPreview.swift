import Regex
import TextEngine

/// The search that is being typed, after `/` or `?` or as the pattern of `:s` or `:g`.
struct VimPreview {
  /// The cursor when the line was opened.
  private(set) var origin: VimPosition
  /// Where the search starts: `C-g` and `C-t` move it.
  var start: VimPosition
  /// The line that the rest belongs to.
  var line: [UInt8]?
  /// Whether the line is one that has a pattern.
  var isSearch = false
  /// Whether the sign that ends the pattern is typed.
  var isClosed = false
  /// Nil for an empty or invalid pattern.
  var target: VimPreviewTarget?
  /// The match that Enter goes to.
  var match: VimPreviewTarget.Match?
  var range: Range<ByteOffset>?
  /// Whether the match was not found within the budget.
  var isTooLong = false

  init(from cursor: VimPosition) { (origin, start) = (cursor, cursor) }

  /// Follows an edit that the machine did not make: what it found is searched for again.
  mutating func follow(_ edit: Edit, _ mapped: (VimPosition) -> VimPosition) {
    (origin, start) = (mapped(origin), mapped(start))
    (line, match) = (nil, nil)
    range = range.map {
      let low = edit.map($0.lowerBound, bias: .left)
      return low..<max(low, edit.map($0.upperBound, bias: .left))
    }
  }
}

/// The search of a preview, as a value that can run on another thread.
struct VimPreviewTarget: Sendable {
  struct Match: Equatable, Sendable {
    var start: VimPosition
    var end: VimPosition
  }

  var pattern: VimPattern
  var key: VimPatternKey
  var start: VimPosition
  var isForward = true
  var count = 1
  var wraps: Bool
  /// The lines of `:s` and `:g`; nil for a search from `start`.
  var lines: ClosedRange<Int>?

  func match(in text: VimText) throws(VimFailure) -> Match? {
    if let lines {
      for line in lines where line <= text.lastLine {
        guard let match = try pattern.match(in: text, line: line) else { continue }
        return Match(start: match.start, end: match.end)
      }
      return nil
    }
    let search = VimTextSearch(text: text, pattern: pattern, wraps: wraps)
    return try search.find(from: start, isForward: isForward, count: count).map(Match.init)
  }

  /// Finds the match in the background.
  @Sendable func seek(_ rope: Rope, _ budget: RegexBudget) -> Range<ByteOffset>? {
    let text = VimText(rope, within: budget)
    return (try? match(in: text)).flatMap { $0 }.map { $0.range(in: text) }
  }
}

extension VimPreviewTarget.Match {
  init(_ found: VimTextSearch.Found) {
    self.init(start: found.position, end: max(found.position, found.otherEnd))
  }

  /// An empty match shows the character at it.
  func range(in text: VimText) -> Range<ByteOffset> {
    let (low, high) = (text.offset(of: start), text.offset(of: end))
    return low..<(high > low ? high : text.rope.boundary(after: low))
  }
}
