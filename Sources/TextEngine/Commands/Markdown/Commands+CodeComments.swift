/// Lines between fences become comments of their language, and code again.
extension EditCommands {
  static func toggleCodeComment(_ context: EditContext, _ mark: CodeComment) -> TextChange? {
    guard case .marks(let open, let close, let isQuoted) = mark else {
      return TextChange(
        selections: context.selections,
        problem: "How comments look in this code is not known. Name its language behind the fence.")
    }
    let text = context.text
    let lines = LineRuns(context).lines.compactMap { CodeLine(text, $0, isQuoted: isQuoted) }
    let isOn = lines.allSatisfy { $0.isComment(open, close, in: text) }
    // All marks stand in one column, so that the code keeps its shape.
    let column = lines.map { $0.code.lowerBound - $0.start }.min() ?? 0
    var draft = Draft(context)
    draft.replace(
      lines.flatMap { line -> [DraftReplacement] in
        if isOn { return line.withoutMarks(open, close, in: text) }
        let before = DraftReplacement(at: line.start + column, open + [.space])
        if close.isEmpty { return [before] }
        return [before, DraftReplacement(at: line.code.upperBound, [.space] + close)]
      })
    return draft.change()
  }
}

/// A line of code with something in it.
private struct CodeLine {
  let start: ByteOffset
  /// Without quote marks, indent and the blanks at the end.
  let code: Range<ByteOffset>

  init?(_ text: Rope, _ line: LineNumber, isQuoted: Bool) {
    let content = text.content(of: line)
    start = content.lowerBound
    let low = isQuoted ? start + LineHead(text, line).indentEnd : start
    code = text.trimmed(min(low, content.upperBound)..<content.upperBound)
    if code.isEmpty { return nil }
  }

  func isComment(_ open: [UInt8], _ close: [UInt8], in text: Rope) -> Bool {
    guard code.byteCount >= open.count + close.count else { return false }
    return text.bytes(in: code.lowerBound..<code.lowerBound + open.count) == open
      && text.bytes(in: code.upperBound - close.count..<code.upperBound) == close
  }

  func withoutMarks(_ open: [UInt8], _ close: [UInt8], in text: Rope) -> [DraftReplacement] {
    var low = code.lowerBound + open.count
    var high = code.upperBound - close.count
    if low < high, text[low] == .space { low = low + 1 }
    let before = DraftReplacement(code.lowerBound..<low, [])
    if close.isEmpty { return [before] }
    if low < high, text[high - 1] == .space { high = high - 1 }
    return [before, DraftReplacement(high..<code.upperBound, [])]
  }
}
