extension CommandID {
  package static let leftInLine: Self = "left-in-line"
  package static let rightInLine: Self = "right-in-line"
  package static let findRight: Self = "find-right"
  package static let findLeft: Self = "find-left"
  package static let tillRight: Self = "till-right"
  package static let tillLeft: Self = "till-left"
}

extension Motion {
  /// What does not leave the line.
  static let inLine: [Motion] = [
    Motion(.leftInLine, "one character left in the line") { text, place in
      max(text.content(at: place).lowerBound, text.boundary(before: place))
    },
    Motion(.rightInLine, "one character right in the line") { text, place in
      min(text.content(at: place).upperBound, text.boundary(after: place))
    },
    Motion(.findRight, "that character, to the right", .inclusive, countsItself: true) {
      found($0, $1, to: .right, till: false)
    },
    Motion(.tillRight, "before that character, to the right", .inclusive, countsItself: true) {
      found($0, $1, to: .right, till: true)
    },
    Motion(.findLeft, "that character, to the left", countsItself: true) {
      found($0, $1, to: .left, till: false)
    },
    Motion(.tillLeft, "behind that character, to the left", countsItself: true) {
      found($0, $1, to: .left, till: true)
    },
  ]

  private static func found(
    _ context: EditContext, _ selection: Selection, to side: Side, till: Bool
  ) -> Destination? {
    let text = context.text
    let line = text.content(at: selection.head)
    guard let search = LiteralSearch(Array(context.argument.utf8)) else { return nil }
    var place = selection.head
    for _ in 0..<context.times {
      let match =
        side == .right
        ? search.first(
          in: text, range: min(text.boundary(after: place), line.upperBound)..<line.upperBound)
        : search.last(in: text, range: line.lowerBound..<max(line.lowerBound, place))
      guard let match, match.upperBound <= line.upperBound else { return nil }
      place = match.lowerBound
    }
    guard till else { return Destination(place) }
    return Destination(
      side == .right
        ? text.boundary(before: place) : text.boundary(after: place))
  }
}
