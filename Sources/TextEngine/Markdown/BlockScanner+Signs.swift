import MarkdownLines

/// The signs that lines begin with.
extension BlockScanner {
  /// The level of the heading that the line makes of the paragraph above.
  func underline(_ place: LinePlace, _ stop: Int, _ state: BlockState) -> Int? {
    guard state.isPlain, state.isInParagraph, place.column - state.items.column < 4 else {
      return nil
    }
    return LineSigns.underlineLevel(bytes, place.index, stop)
  }

  /// Reads `[x]` behind an item's mark, and answers whether the task is done; `place` stands behind it.
  mutating func readTask(_ place: inout LinePlace, _ stop: Int) -> Bool? {
    guard let box = TaskBox(bytes, place.index, stop) else { return nil }
    mark(place.index, box.end, [.task])
    place.skip(box.end - place.index)
    place.skipBlanks(bytes, stop)
    return box.isDone
  }
}
