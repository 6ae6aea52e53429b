import TextEngine

/// Balanced expressions: words, and what brackets hold.
extension EmacsMachine {
  mutating func forwardExpression() throws(EmacsFailure) {
    point = try expression(from: point, count)
  }

  mutating func backwardExpression() throws(EmacsFailure) {
    point = try expression(from: point, -count)
  }

  func expression(from offset: Int, _ count: Int) throws(EmacsFailure) -> Int {
    var offset = offset
    for _ in 0..<abs(count) {
      guard
        let next = count > 0
          ? expressionEnd(after: offset, depth: 0, takesWords: true)
          : expressionStart(before: offset, depth: 0, takesWords: true)
      else {
        throw failure(count > 0 ? "No next expression." : "No previous expression.")
      }
      if next == offset { break }
      offset = next
    }
    if count < 0 {
      while scalar(before: offset)?.value == 0x27 { offset -= 1 }
    }
    return offset
  }

  mutating func forwardList() throws(EmacsFailure) { try moveLists(count, depth: 0) }
  mutating func backwardList() throws(EmacsFailure) { try moveLists(-count, depth: 0) }
  mutating func backwardUpList() throws(EmacsFailure) { try moveLists(-count, depth: 1) }
  mutating func downList() throws(EmacsFailure) { try moveLists(count, depth: -1) }

  private mutating func moveLists(_ count: Int, depth: Int) throws(EmacsFailure) {
    var offset = point
    for _ in 0..<abs(count) {
      let next =
        count > 0
        ? expressionEnd(after: offset, depth: depth, takesWords: false)
        : expressionStart(before: offset, depth: depth, takesWords: false)
      guard let next else { throw failure("No bracket there.") }
      if next == offset { break }
      offset = next
    }
    point = offset
  }

  /// Behind the next word or bracketed text; with a depth of 1 behind the bracket that closes around, of
  /// -1 behind the next opening one. Nil where brackets do not match; the end where nothing comes.
  private func expressionEnd(after offset: Int, depth: Int, takesWords: Bool) -> Int? {
    var (offset, depth) = (offset, depth)
    let least = min(depth, 0)
    while let scalar = scalar(offset) {
      let kind = EmacsSyntax(scalar.value)
      offset = scalar.range.upperBound
      if scalar.value == 0x27 { continue }
      switch kind {
      case .word, .symbol:
        if depth == 0, takesWords { return symbolEnd(after: offset) }
      case .open:
        depth += 1
        if depth == 0 { return offset }
      case .close:
        depth -= 1
        if depth == 0 { return offset }
        if depth < least { return nil }
      case .punctuation, .blank: break
      }
    }
    return depth == 0 ? end : nil
  }

  private func expressionStart(before offset: Int, depth: Int, takesWords: Bool) -> Int? {
    var (offset, depth) = (offset, depth)
    let least = min(depth, 0)
    while let scalar = scalar(before: offset) {
      let kind = EmacsSyntax(scalar.value)
      offset = scalar.range.lowerBound
      if scalar.value == 0x27 { continue }
      switch kind {
      case .word, .symbol:
        if depth == 0, takesWords { return symbolStart(before: offset) }
      case .close:
        depth += 1
        if depth == 0 { return offset }
      case .open:
        depth -= 1
        if depth == 0 { return offset }
        if depth < least { return nil }
      case .punctuation, .blank: break
      }
    }
    return depth == 0 ? 0 : nil
  }

  func symbolEnd(after offset: Int) -> Int {
    var offset = offset
    while let scalar = scalar(offset), Self.isSymbol(EmacsSyntax(scalar.value)) {
      offset = scalar.range.upperBound
    }
    return offset
  }

  func symbolStart(before offset: Int) -> Int {
    var offset = offset
    while let scalar = scalar(before: offset), Self.isSymbol(EmacsSyntax(scalar.value)) {
      offset = scalar.range.lowerBound
    }
    return offset
  }

  static func isSymbol(_ kind: EmacsSyntax?) -> Bool { kind == .word || kind == .symbol }
}
