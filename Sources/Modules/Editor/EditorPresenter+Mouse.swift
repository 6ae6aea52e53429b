import Services
import TextEngine

/// Clicks, double and triple clicks, and dragging over text.
extension EditorPresenter {
  struct Pointing {
    /// How much a drag selects at a time.
    enum Grain { case glyph, word, line }

    var grain = Grain.glyph
    /// What the first click selected: a drag always keeps it.
    var start: Range<ByteOffset>?
    var lastPlace: EditorPlace?
    var lastTime: Int64 = 0
    /// Clicks are one double click within this many milliseconds.
    static let pause: Int64 = 400
  }

  func press(_ place: EditorPlace, selects: Bool, adds: Bool) {
    guard !state.isPeek, interactor.isLoaded else { return }
    layOut()
    let now = interactor.services.clock.now.milliseconds
    let isAgain =
      pointing.lastPlace == place && now - pointing.lastTime <= Pointing.pause && !selects && !adds
    pointing.grain = isAgain ? pointing.grain.next : .glyph
    pointing.lastPlace = place
    pointing.lastTime = now
    let text = interactor.text
    let head = page.place(atRow: place.row, column: place.column - state.margin, in: text)
    let range = pointing.grain.range(around: head, in: text)
    interactor.closeStep()
    if selects {
      pointing.start =
        selections.main.isEmpty ? Range(at: selections.main.head) : selections.main.range
      return drag(to: place)
    }
    pointing.start = range
    let selection = Selection(anchor: range.lowerBound, head: range.upperBound)
    select(adds ? selections.adding(selection) : Selections(selection))
  }

  func drag(to place: EditorPlace) {
    guard let start = pointing.start, interactor.isLoaded, !state.isPeek else { return }
    layOut()
    // A click that trembles is no double click any more.
    if place != pointing.lastPlace { pointing.lastPlace = nil }
    let text = interactor.text
    // Past an edge the view goes along.
    if place.row < 0 { page.scroll(by: -1, in: text) }
    if place.row >= page.height { page.scroll(by: 1, in: text) }
    let row = min(max(0, place.row), page.height - 1)
    let head = page.place(atRow: row, column: place.column - state.margin, in: text)
    let range = pointing.grain.range(around: head, in: text)
    let isBackwards = range.lowerBound < start.lowerBound
    select(
      Selections(
        isBackwards
          ? Selection(anchor: start.upperBound, head: range.lowerBound)
          : Selection(anchor: start.lowerBound, head: max(start.upperBound, range.upperBound))))
  }
}

extension EditorPresenter.Pointing.Grain {
  fileprivate var next: Self {
    switch self {
    case .glyph: .word
    case .word: .line
    case .line: .glyph
    }
  }

  fileprivate func range(around place: ByteOffset, in text: Rope) -> Range<ByteOffset> {
    switch self {
    case .glyph: return Range(at: place)
    case .word:
      let word = text.word(at: place)
      // Behind a line's last word a double click means that word.
      return word.isEmpty && place > .zero ? text.word(at: text.boundary(before: place)) : word
    case .line: return text.range(of: text.line(at: place))
    }
  }
}
