@testable import TextEngine

/// A text together with its highlighter.
final class HighlightedText {
  private(set) var text: Rope
  var highlighter: Highlighter

  init(_ bytes: [UInt8], isRead: Bool = true) {
    text = Rope(bytes)
    highlighter = Highlighter(for: text)
    if isRead { _ = readAll() }
  }

  convenience init(_ text: String, isRead: Bool = true) {
    self.init(Array(text.utf8), isRead: isRead)
  }

  /// Finishes the background reading; returns how often visible text changed.
  func readAll(budget: Int = 1 << 16) -> Int {
    var changes = 0
    while true {
      let progress = highlighter.advance(in: text, budget: budget)
      if progress.changesVisible { changes += 1 }
      if progress.isFinished { return changes }
    }
  }

  func insert(_ new: String, at offset: ByteOffset) { replace(offset..<offset, with: new) }

  func replace(_ range: Range<ByteOffset>, with new: String) {
    let edit = Edit(in: text, replacing: range, with: Array(new.utf8))
    text.apply(edit)
    highlighter.apply(edit, after: text)
  }

  func append(_ new: String) {
    let end = text.end
    text.append(Rope(Array(new.utf8)))
    highlighter.extend(from: end, to: text)
  }

  func kinds(_ line: Int) -> [InkSet] { spans(text.content(of: LineNumber(line))).map(\.kinds) }

  func isFinal(_ line: Int) -> Bool { isFinal(text.content(of: LineNumber(line))) }

  func spans(_ range: Range<ByteOffset>) -> [StyledSpan] { highlighter.spans(of: range, in: text) }

  func isFinal(_ range: Range<ByteOffset>) -> Bool { highlighter.isFinal(range, in: text) }

  func unit(_ line: Int) -> ScannedUnit? {
    highlighter.unit(at: text.start(of: LineNumber(line)).value, in: text)
  }

  func headingLevel(_ line: Int) -> Int? { heading(line)?.level }

  /// The lines of a range, written as `3..<17`.
  func lines(_ range: Range<ByteOffset>) -> String {
    "\(text.line(at: range.lowerBound).value)..<\(text.line(at: range.upperBound).value)"
  }

  /// The lines from a heading to the next one of the same or a higher level.
  func section(_ line: Int) -> String? { heading(line).map { lines($0.range) } }

  private func heading(_ line: Int) -> (level: Int, range: Range<ByteOffset>)? {
    guard let found = highlighter.foldable(at: LineNumber(line), in: text),
      case .heading(let level) = found.kind
    else { return nil }
    return (level, found.head..<found.hidden.upperBound)
  }

  func folds() -> [String] {
    (0..<text.lineCount).compactMap { highlighter.foldable(at: LineNumber($0), in: text) }.map {
      "\($0.kind) \(text.line(at: $0.head).value): \(lines($0.hidden))"
    }
  }
}
