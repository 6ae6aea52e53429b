/// Looks for the bracket that matches, as `%` and objects do.
struct VimBrackets {
  let text: VimText
  /// Whether brackets in quotes are passed over.
  var heedsQuotes = true
  /// Opening and closing ones by turns.
  var pairs: [UInt8] = Array("(){}[]".utf8)

  static let withAngles: [UInt8] = Array("(){}[]<>".utf8)

  /// Where the other one of a pair is, and which way that is; nil for another character.
  private func partner(of bracket: UInt8) -> (bracket: UInt8, isForward: Bool)? {
    guard let index = pairs.firstIndex(of: bracket) else { return nil }
    return index % 2 == 0 ? (pairs[index + 1], true) : (pairs[index - 1], false)
  }

  /// For `%`: the match of the first bracket at or behind a place in its line, or of a comment's
  /// end.
  func match(at place: VimPlace) -> VimPlace? {
    let line = text.line(place.line)
    var column = min(place.column, max(0, line.count - 1))
    if let (star, isForward) = commentSign(line, column) {
      let place = VimPlace(line: place.line, column: star)
      return isForward ? endOfComment(from: place) : startOfComment(from: place)
    }
    while column < line.count {
      if let (other, isForward) = partner(of: line[column]) {
        var scan = VimBracketScan(
          text, from: VimPlace(line: place.line, column: column), isForward: isForward)
        scan.own = line[column]
        scan.other = other
        scan.heedsQuotes = heedsQuotes
        scan.isEscaped = scan.hasBackslash(before: column)
        return scan.run()
      }
      column += 1
    }
    return nil
  }

  /// The bracket around a place that nothing closes or opens between: `(` looks back, `)` forward.
  func unmatched(_ bracket: UInt8, from place: VimPlace) -> VimPlace? {
    guard let (_, isOpening) = partner(of: bracket) else { return nil }
    return unmatched(bracket, from: place, isForward: !isOpening)
  }

  /// The next opening bracket, which nothing closes before it.
  func next(_ bracket: UInt8, from place: VimPlace) -> VimPlace? {
    unmatched(bracket, from: place, isForward: true)
  }

  private func unmatched(_ bracket: UInt8, from place: VimPlace, isForward: Bool) -> VimPlace? {
    guard let (other, _) = partner(of: bracket) else { return nil }
    var scan = VimBracketScan(text, from: place, isForward: isForward)
    scan.own = other
    scan.other = bracket
    scan.heedsQuotes = heedsQuotes
    return scan.run()
  }

  // MARK: - Comments

  private static let slash = UInt8(ascii: "/")
  private static let star = UInt8(ascii: "*")

  /// Where the star of a comment's sign is that a byte belongs to, and which way its other end is.
  private func commentSign(_ line: [UInt8], _ column: Int) -> (star: Int, isForward: Bool)? {
    func byte(_ column: Int) -> UInt8? { line.indices.contains(column) ? line[column] : nil }
    switch byte(column) {
    case Self.slash:
      if byte(column + 1) == Self.star { return (column + 1, true) }
      return byte(column - 1) == Self.star ? (column - 1, false) : nil
    case Self.star:
      if byte(column + 1) == Self.slash { return (column, false) }
      return byte(column - 1) == Self.slash ? (column, true) : nil
    default: return nil
    }
  }

  private func endOfComment(from star: VimPlace) -> VimPlace? {
    var walk = VimWalk(text, at: star)
    var last: UInt8?
    while walk.step() != .none {
      if last == Self.star, walk.byte == Self.slash { return walk.place }
      last = walk.byte
    }
    return nil
  }

  /// The first beginning since the comment before ended.
  private func startOfComment(from star: VimPlace) -> VimPlace? {
    var walk = VimWalk(text, at: star)
    var found: VimPlace?
    var next: UInt8?
    while walk.stepBack() != .none {
      if walk.byte == Self.slash, next == Self.star { found = walk.place }
      if walk.byte == Self.star, next == Self.slash { break }
      next = walk.byte
    }
    return found
  }
}
