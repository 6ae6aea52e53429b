import Pictures

/// The drawn pictures of the shown text.
struct ShownPictures {
  private(set) var drawn: [PictureRequest: DrawnPicture] = [:]
  private var asked: Set<PictureRequest> = []
  /// The most requests remembered: dragging a window's edge requests each width.
  private static let most = 200

  /// Returns the pictures to request; none if all of them were requested before.
  mutating func new(_ wishes: [PictureRequest]) -> [PictureRequest] {
    let new = wishes.filter { !asked.contains($0) }
    if asked.count + new.count > Self.most { (asked, drawn) = ([], [:]) }
    // Include requested pictures that are not drawn yet, because a new request drops them.
    let open = new.isEmpty ? [] : wishes.filter { !asked.contains($0) || drawn[$0] == nil }
    asked.formUnion(open)
    return open
  }

  /// Requests all pictures again. The drawn ones stay until then, but may be outdated.
  mutating func askAgain() { asked = [] }

  /// Adds a drawn picture; returns false if the same one is shown already.
  mutating func take(_ picture: DrawnPicture, for wish: PictureRequest) -> Bool {
    if drawn[wish] == picture { return false }
    drawn[wish] = picture
    return true
  }
}
