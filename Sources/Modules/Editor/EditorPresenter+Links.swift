import TextEngine

/// Links followed, and the way back.
extension EditorPresenter {
  func followLink() {
    let text = interactor.text
    let line = text.content(at: selections.main.head)
    // A link is short, and a line may be all of a large file.
    let low = max(line.lowerBound, selections.main.head - Self.longestLink)
    let high = min(line.upperBound, selections.main.head + Self.longestLink)
    let bytes = text.bytes(in: low..<high)
    guard let place = LinkFinder.place(in: bytes, at: selections.main.head - low) else {
      return say("There is no link to a note at the cursor.")
    }
    leave(for: .place(place))
  }

  private static var longestLink: Int { 4096 }
}
