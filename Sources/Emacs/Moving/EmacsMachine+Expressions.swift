/// Balanced expressions: words and bracketed text.
extension EmacsMachine {
  func expression(from offset: Int, _ count: Int) throws(EmacsFailure) -> Int {
    var offset = offset
    for _ in 0..<abs(count) {
      guard let next = expressionEdge(offset, isForward: count > 0, depth: 0, takesWords: true)
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

  /// Moves over brackets, or out of `depth` of them; a negative depth moves into them.
  mutating func moveLists(_ way: Int, depth: Int = 0) throws(EmacsFailure) {
    var offset = point
    for _ in 0..<abs(count) {
      let next = expressionEdge(
        offset, isForward: count * way > 0, depth: depth, takesWords: false)
      guard let next else { throw failure("No bracket there.") }
      if next == offset { break }
      offset = next
    }
    point = offset
  }

  /// Returns the end of the next word or bracketed text; with depth 1 that of the surrounding
  /// bracket, with -1 that of the next opening bracket. Nil if brackets do not match; the end of
  /// the text if nothing follows.
  private func expressionEdge(
    _ offset: Int, isForward: Bool, depth: Int, takesWords: Bool
  ) -> Int? {
    var (offset, depth) = (offset, depth)
    let least = min(depth, 0)
    while let scalar = scalar(offset, isForward: isForward) {
      offset = scalar.edge(isForward: isForward)
      if scalar.value == 0x27 { continue }
      switch EmacsSyntax(scalar.value) {
      case .word, .symbol:
        if depth == 0, takesWords { return symbolEdge(offset, isForward: isForward) }
      case .open where isForward, .close where !isForward:
        depth += 1
        if depth == 0 { return offset }
      case .open, .close:
        depth -= 1
        if depth == 0 { return offset }
        if depth < least { return nil }
      case .punctuation, .blank: break
      }
    }
    return depth == 0 ? isForward ? end : 0 : nil
  }

  func symbolEdge(_ offset: Int, isForward: Bool) -> Int {
    skip(offset, isForward: isForward) { Self.isSymbol(EmacsSyntax($0)) }
  }

  static func isSymbol(_ kind: EmacsSyntax?) -> Bool { kind == .word || kind == .symbol }
}
