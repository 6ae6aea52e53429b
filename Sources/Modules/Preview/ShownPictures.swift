import Pictures

/// The pictures of the text that is shown, as far as they are drawn.
struct ShownPictures {
  private(set) var drawn: [PictureWish: DrawnPicture] = [:]
  private var asked: Set<PictureWish> = []
  /// Dragging a window's edge past a picture asks for each width.
  private static let most = 200

  /// Those that were not asked for before.
  mutating func new(_ wishes: [PictureWish]) -> [PictureWish] {
    let new = wishes.filter { !asked.contains($0) }
    if asked.count + new.count > Self.most { (asked, drawn) = ([], [:]) }
    // All that are in sight: what was asked for and is not drawn yet would be dropped.
    let open = new.isEmpty ? [] : wishes.filter { !asked.contains($0) || drawn[$0] == nil }
    asked.formUnion(open)
    return open
  }

  /// What is drawn stays, and may be different by now.
  mutating func askAgain() { asked = [] }

  /// False where it is what is shown already.
  mutating func take(_ picture: DrawnPicture, for wish: PictureWish) -> Bool {
    if drawn[wish] == picture { return false }
    drawn[wish] = picture
    return true
  }
}
