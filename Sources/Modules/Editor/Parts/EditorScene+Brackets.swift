import TextEngine

/// The bracket at the cursor, and the one that belongs to it.
extension EditorScene {
  /// More than this is never on a screen but in a line that is not read at once.
  private static let farthest = 1 << 16

  /// Both, or none where one of them is not in sight.
  func bracketPair(in shown: [LayoutRow]) -> [ByteOffset] {
    guard options.showsBrackets, isEditable, let first = shown.first, let last = shown.last else {
      return []
    }
    let head = min(selections.main.head, text.end)
    let low = max(first.start, head - min(head.value, Self.farthest))
    let high = min(last.bytes.upperBound, head + Self.farthest)
    guard low <= head, head <= high else { return [] }
    return text.bracketPair(at: head, in: low..<high).map { [$0.bracket, $0.partner] } ?? []
  }
}
