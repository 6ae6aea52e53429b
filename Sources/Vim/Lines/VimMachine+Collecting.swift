enum CollectTarget: Sendable { case below, above, instead }

/// `:a`, `:i` and `:c`: lines typed one by one, up to a dot.
extension VimMachine {
  mutating func collectLines(_ call: VimExCall, _ target: CollectTarget) {
    let isEmpty = text.lineCount == 1 && text.length(0) == 0
    let indentsToo = options.autoIndent != call.isForced
    var indent = indentsToo && call.last > 0 ? indentWidth(text.line(call.last - 1)) : 0
    var line = target == .below ? call.last : max(0, call.last - 1)
    if target == .instead {
      let lines = call.lines
      if indentsToo { indent = indentWidth(text.line(lines.lowerBound)) }
      line = lines.lowerBound
      // The last line of the text stays until another one is typed.
      if lines.count == text.lineCount {
        replaceLines(lines, with: [[]])
        ex.collecting = VimCollecting(
          line: 0, first: 0, replacesEmptyText: true, indent: indent, indentsToo: indentsToo)
        return
      }
      removeLines(lines)
    }
    if isEmpty { line = 0 }
    ex.collecting = VimCollecting(
      line: line, first: line, replacesEmptyText: isEmpty, indent: indent, indentsToo: indentsToo)
  }

  /// Adds a typed line.
  mutating func collect(_ typed: String) {
    guard var collecting = ex.collecting else { return }
    if typed == "." { return endCollecting() }
    var width = collecting.indent ?? 0
    if collecting.indent == nil, collecting.indentsToo, collecting.line > 0 {
      width = indentWidth(text.line(collecting.line - 1))
    }
    let new =
      typed.isEmpty ? [] : [UInt8](repeating: UInt8(ascii: " "), count: width) + Array(typed.utf8)
    if collecting.replacesEmptyText {
      changeLine(0, new)
      // An empty text already has an empty line.
      collecting.replacesEmptyText = false
    } else {
      insertLines([new], at: collecting.line)
    }
    collecting.line += 1
    collecting.indent = nil
    ex.collecting = collecting
  }

  mutating func endCollecting() {
    guard let collecting = ex.collecting else { return }
    ex.collecting = nil
    line.number = nil
    if collecting.line > collecting.first {
      let first = VimPosition(line: collecting.first, column: 0)
      setChanged(from: first, to: VimPosition(line: collecting.line - 1, column: 0))
      markChanged(VimPosition(line: collecting.line - 1, column: 0))
    }
    goToLine(min(max(0, collecting.line - 1), text.lastLine))
  }
}
