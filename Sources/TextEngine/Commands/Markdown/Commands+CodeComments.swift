/// Toggles comments on the lines of a fenced block.
extension EditCommands {
  static func toggleCodeComment(_ context: EditContext, _ mark: CodeComment) -> TextChange? {
    let text = context.text
    let lines = LineRuns(context).lines.map { text.content(of: $0) }
    guard let changes = mark.toggling(lines.map { text.bytes(in: $0) }) else {
      return TextChange(selections: context.selections, problem: CodeComment.unknownLanguage)
    }
    return context.replacing(
      zip(lines, changes).flatMap { line, changes in
        changes.map { change in
          let range = change.range
          return DraftReplacement(
            line.lowerBound + range.lowerBound..<line.lowerBound + range.upperBound, change.new)
        }
      })
  }
}

extension CodeComment {
  /// A replacement in a line.
  struct Change: Equatable {
    var range: Range<Int>
    var new: [UInt8]
  }

  package static let unknownLanguage =
    "Unknown comment syntax. Name the language after the fence."

  /// Comments the lines out, or uncomments them if all are comments. Blank lines do not change. Nil
  /// if the language is not known.
  ///
  /// ```swift
  /// CodeComment.marks(open: Array("#".utf8), close: [], isQuoted: false).toggled(lines)
  /// ```
  package func toggled(_ lines: [[UInt8]]) -> [[UInt8]]? {
    guard let changes = toggling(lines) else { return nil }
    return zip(lines, changes).map { line, changes in
      var line = line
      for change in changes.reversed() { line.replaceSubrange(change.range, with: change.new) }
      return line
    }
  }

  /// Returns the toggling changes of each line, in order.
  func toggling(_ lines: [[UInt8]]) -> [[Change]]? {
    guard case .marks(let open, let close, let isQuoted) = self else { return nil }
    let code = lines.map { CodeLine($0, isQuoted: isQuoted) }
    let full = code.compactMap { $0 }
    let isOn = full.allSatisfy { $0.isComment(open, close) }
    // All marks are in one column, so that the code keeps its shape.
    let column = full.map(\.code.lowerBound).min() ?? 0
    return code.map { line in
      guard let line else { return [] }
      if isOn { return line.withoutMarks(open, close) }
      let before = Change(range: column..<column, new: open + [.space])
      if close.isEmpty { return [before] }
      let end = line.code.upperBound
      return [before, Change(range: end..<end, new: [.space] + close)]
    }
  }
}

/// A line of code that is not blank.
private struct CodeLine {
  let bytes: [UInt8]
  /// The code without quote marks, indent and trailing blanks.
  let code: Range<Int>

  init?(_ bytes: [UInt8], isQuoted: Bool) {
    self.bytes = bytes
    let low = isQuoted ? LineHead(Array(bytes.prefix(LineHead.longest))).indentEnd : 0
    let code = bytes[low...].trimmed
    self.code = code.startIndex..<code.endIndex
    if code.isEmpty { return nil }
  }

  func isComment(_ open: [UInt8], _ close: [UInt8]) -> Bool {
    code.count >= open.count + close.count && bytes[code].starts(with: open)
      && bytes[code].suffix(close.count).elementsEqual(close)
  }

  func withoutMarks(_ open: [UInt8], _ close: [UInt8]) -> [CodeComment.Change] {
    var low = code.lowerBound + open.count
    var high = code.upperBound - close.count
    if low < high, bytes[low] == .space { low += 1 }
    let before = CodeComment.Change(range: code.lowerBound..<low, new: [])
    if close.isEmpty { return [before] }
    if low < high, bytes[high - 1] == .space { high -= 1 }
    return [before, CodeComment.Change(range: high..<code.upperBound, new: [])]
  }
}
