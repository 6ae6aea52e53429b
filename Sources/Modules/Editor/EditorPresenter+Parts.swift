import TextEngine

/// Headings and blocks that links name: of this text, or of the one that a link was followed to.
extension EditorPresenter {
  struct Parts {
    /// Where the note is to be opened.
    var wanted: String?
    /// Tells the answer that is waited for from older ones.
    var number = 0
    /// Whether C-o leads back to where the cursor is now.
    var remembers = true

    mutating func stop() {
      wanted = nil
      number += 1
    }
  }

  func go(toPart part: String) {
    parts.stop()
    // A text that is still to be read: once it is there.
    guard interactor.isLoaded else {
      parts.wanted = part
      return
    }
    parts.remembers = true
    interactor.findPart(part, number: parts.number)
  }

  /// The note was opened for it: the way back is to where the link stands.
  func goToWantedPart() {
    guard let part = parts.wanted else { return }
    go(toPart: part)
    parts.remembers = false
  }

  func partWasFound(_ part: String, at place: ByteOffset?, number: Int) {
    guard number == parts.number else { return }
    takeTyped()
    guard let place else { return say("“\(interactor.name)” has no part “\(part)”.") }
    if parts.remembers { remember() }
    interactor.closeStep()
    selections = Selections(Selection(at: place))
    bringUp(place)
    showRows()
  }

  var cursor: Int? { state.isPeek ? nil : selections.main.head.value }

  /// Back to where the cursor was before the note had to be left.
  func returnToCursor() {
    guard let returning else { return }
    let text = interactor.text
    let place = text.boundary(atOrBefore: ByteOffset(max(0, min(returning, text.byteCount))))
    selections = Selections(Selection(at: place))
    bringUp(place)
    showRows()
  }

  /// What follows a heading is what one wants to read: it does not stand in the last row.
  private func bringUp(_ place: ByteOffset) {
    let text = interactor.text
    let isInSight = page.cell(of: place, in: text).map { $0.row < page.height } ?? false
    if !isInSight { page.keep(place, atRow: page.height / 4, in: text) }
  }
}
