import Services
import TextEngine

/// Headings and blocks that links name: of this text, or of the one that a link was followed to.
extension EditorPresenter {
  struct Parts {
    /// Where the note is to be opened.
    var wanted: EditorTarget?
    /// Tells the answer that is waited for from older ones.
    var number = 0
    /// Whether C-o leads back to where the cursor is now.
    var remembers = true

    mutating func stop() {
      wanted = nil
      number += 1
    }
  }

  func go(toPart part: String) { go(to: .part(part)) }

  func go(to place: EditorTarget) {
    parts.stop()
    // A text that is still to be read: once it is there.
    guard interactor.isLoaded else {
      parts.wanted = place
      return
    }
    parts.remembers = true
    interactor.find(place, number: parts.number)
  }

  /// The note was opened for it: the way back is to where the link stands.
  func goToWantedPart() {
    guard let place = parts.wanted else { return }
    go(to: place)
    parts.remembers = false
  }

  func placeWasFound(_ wanted: EditorTarget, at place: ByteOffset?, number: Int) {
    guard number == parts.number else { return }
    guard let place else {
      if case .part(let part) = wanted { say("“\(interactor.name)” has no part “\(part)”.") }
      return
    }
    if parts.remembers { remember() }
    interactor.closeStep()
    selections = Selections(Selection(at: place))
    bringUp(place)
    showRows()
  }

  var headings: @Sendable () -> [EditorHeading] {
    let text = interactor.text
    guard text.byteCount <= TextSize.merged else { return { [] } }
    return {
      Outline.of(text).headings.map { EditorHeading(title: $0.title, line: $0.line.value + 1) }
    }
  }

  var cursor: Int? { state.isPeek ? nil : selections.main.head.value }

  /// A note opens where it was left, unless it is opened for something else. Of a long one that place
  /// may be still to be read: nobody who has gone elsewhere meanwhile is taken there.
  func goWhereItWasLeft() {
    guard let left = interactor.leftAt, !state.isPeek, returning == nil, parts.wanted == nil,
      parts.number == 0, selections == Selections(Selection(at: .zero)), page.top == .zero
    else { return }
    let text = interactor.text
    if left.cursor > text.byteCount, !interactor.isWhole { return }
    func boundary(_ place: Int) -> ByteOffset {
      text.boundary(atOrBefore: ByteOffset(min(max(0, place), text.byteCount)))
    }
    let cursor = boundary(left.cursor)
    if cursor == .zero { return }
    selections = Selections(Selection(at: cursor))
    page.scroll(toTop: boundary(left.top), in: text)
    // One that has become shorter is not begun below its top where all of it has room.
    page.fit(height: page.height, in: text)
    bringUp(cursor)
  }

  /// Where this note is left, for the next time.
  var placeToKeep: NotePlace? {
    guard interactor.isLoaded, !state.isPeek else { return nil }
    return NotePlace(cursor: selections.main.head.value, top: page.top.value)
  }

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
  func bringUp(_ place: ByteOffset) {
    let text = interactor.text
    let isInSight = page.cell(of: place, in: text).map { $0.row < page.height } ?? false
    if !isInSight { page.keep(place, atRow: page.height / 4, in: text) }
  }
}
