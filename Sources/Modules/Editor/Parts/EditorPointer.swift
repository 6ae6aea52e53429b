import Entities
import Services
import TextEngine

/// Clicks, double and triple clicks, and dragging over text.
@MainActor
final class EditorPointer {
  /// How much a drag selects at a time.
  fileprivate enum Grain { case glyph, word, line }

  private let scene: EditorScene
  private var grain = Grain.glyph
  /// What the first click selected: a drag always keeps it.
  private var start: Range<ByteOffset>?
  private var lastPlace: EditorCell?
  private var lastTime: Int64 = 0
  /// Clicks are one double click within this many milliseconds.
  private static let pause: Int64 = 400

  init(_ scene: EditorScene) { self.scene = scene }

  private var selections: Selections { scene.selections }

  func press(_ place: EditorCell, selects: Bool, adds: Bool) {
    guard scene.isEditable else { return }
    scene.layOutRows()
    let now = scene.interactor.services.clock.now.milliseconds
    let isAgain =
      lastPlace == place && now - lastTime <= Self.pause && !selects && !adds
    grain = isAgain ? grain.next : .glyph
    lastPlace = place
    lastTime = now
    let (text, page) = (scene.text, scene.page)
    let head = page.place(atRow: place.row, column: place.column - scene.state.margin, in: text)
    let range = grain.range(around: head, in: text)
    scene.interactor.closeStep()
    if selects {
      start = selections.main.range
      return drag(to: place)
    }
    start = range
    let selection = Selection(anchor: range.lowerBound, head: range.upperBound)
    scene.select(adds ? selections.adding(selection) : Selections(selection))
  }

  func drag(to place: EditorCell) {
    guard let start, scene.isEditable else { return }
    scene.layOutRows()
    // A click that trembles is no double click any more.
    if place != lastPlace { lastPlace = nil }
    let (text, page) = (scene.text, scene.page)
    // Past an edge the view goes along.
    if place.row < 0 { page.scroll(by: -1, in: text) }
    if place.row >= page.height { page.scroll(by: 1, in: text) }
    let row = min(max(0, place.row), page.height - 1)
    let head = page.place(atRow: row, column: place.column - scene.state.margin, in: text)
    let range = grain.range(around: head, in: text)
    let isBackwards = range.lowerBound < start.lowerBound
    scene.select(
      Selections(
        isBackwards
          ? Selection(anchor: start.upperBound, head: range.lowerBound)
          : Selection(anchor: start.lowerBound, head: max(start.upperBound, range.upperBound))))
  }
}

extension EditorPointer.Grain {
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
