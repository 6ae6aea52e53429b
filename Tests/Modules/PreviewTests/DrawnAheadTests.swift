import Entities
import FakeTerminal
import Markdown
import Terminal
import TestSupport
import Testing

@testable import Preview

/// Texts that may be shown next are drawn before that, on pages that nobody sees.
@MainActor
@Suite("Preview: pages drawn ahead")
struct DrawnAheadTests {
  private static let texts = [
    "# One\n\n- [ ] a box\n- [x] another\n", "see [[Note]] and [[Other]]\n\nand more\n",
    (0..<30).map { "line \($0)" }.joined(separator: "\n\n"), "日本語 wide\n\nнемного\n", "",
    (0..<12).map { "row \($0) that is far longer than the window" }.joined(separator: "\n\n"),
  ]

  /// A preview with a window that stays, as the router draws it.
  @MainActor
  private final class Pane {
    let interactor: FakeInteractor
    let presenter: PreviewPresenter
    let screen: PreviewScreen
    let window: FakeWindow
    var theme = Theme.standard

    init(columns: Int = 24, rows: Int = 8) {
      interactor = FakeInteractor()
      presenter = PreviewPresenter(interactor: interactor)
      screen = PreviewScreen(presenter: presenter)
      window = FakeWindow(Rect(row: 2, column: 3, rows: rows, columns: columns))
      screen.surface.attach(window)
      screen.didResize(to: window.frame.size)
    }

    func show(_ text: PreviewText, _ name: String) {
      presenter.didLoad(text, of: NoteID("\(name).md"))
    }

    var text: String { window.grid.lines.joined(separator: "\n") }

    func draw() {
      guard screen.surface.isStale else { return }
      let canvas = Canvas(window, theme: theme, isFresh: screen.surface.startsFresh)
      if canvas.isFresh { canvas.erase() }
      screen.draw(on: canvas)
      screen.surface.wasDrawn(on: canvas)
    }
  }

  @Test("A text that was drawn ahead is shown, and shown again, with nothing left to write")
  func writesNothing() {
    let pane = Pane()
    let (one, two) = (PreviewText(Self.texts[0]), PreviewText(Self.texts[3]))
    pane.show(one, "one")
    pane.draw()
    pane.screen.mayShow(two)
    let first = pane.text
    let before = pane.window.textCount
    pane.show(two, "two")
    pane.draw()
    #expect(pane.text != first)
    let second = pane.text
    pane.show(one, "one")
    pane.draw()
    #expect(pane.text == first)
    pane.show(two, "two")
    pane.draw()
    #expect(pane.text == second)
    #expect(pane.window.textCount == before)
  }

  @Test("What was drawn in another theme or size is not shown")
  func drawsAnew() {
    let pane = Pane()
    let (one, two) = (PreviewText(Self.texts[0]), PreviewText("plain *words*"))
    pane.show(one, "one")
    pane.draw()
    pane.screen.mayShow(two)
    pane.theme = Theme(name: "other", styles: [.text: Style(foreground: .indexed(5))])
    pane.screen.surface.needsDrawing()
    pane.draw()
    pane.show(two, "two")
    pane.draw()
    #expect(pane.window.grid.style(at: Point(row: 0, column: 0)) == Style(foreground: .indexed(5)))
    pane.screen.mayShow(one)
    pane.window.place(at: Rect(row: 0, column: 0, rows: 3, columns: 5))
    pane.screen.surface.needsDrawing()
    pane.screen.didResize(to: pane.window.frame.size)
    pane.draw()
    pane.show(one, "one")
    pane.draw()
    #expect(pane.window.frame.size == Size(columns: 5, rows: 3))
    #expect(pane.text.hasPrefix("One"))
  }

  @Test("Where it is scrolled on, or back, it is shown with nothing left to write")
  func scrollsOn() {
    let pane = Pane()
    pane.show(PreviewText(Self.texts[2]), "one")
    pane.draw()
    _ = pane.screen.handle(.key("Down"))
    pane.draw()
    let before = pane.text
    pane.interactor.takeLull()
    let written = pane.window.textCount
    _ = pane.screen.handle(.key("Down"))
    pane.draw()
    #expect(pane.text.hasPrefix(before.split(separator: "\n", omittingEmptySubsequences: false)[1]))
    let after = pane.text
    _ = pane.screen.handle(.key("Up"))
    pane.draw()
    #expect(pane.text == before)
    _ = pane.screen.handle(.key("Down"))
    pane.draw()
    #expect(pane.text == after)
    #expect(pane.window.textCount == written)
  }

  @Test("Over all of the screen the lines move, and the new one alone is written")
  func movesLines() {
    let pane = Pane()
    pane.screen.surface.fills(true)
    pane.show(PreviewText(Self.texts[5]), "one")
    pane.draw()
    var written = pane.window.textCount
    for key in ["Down", "Down", "Up", "Down"] as [Key] {
      _ = pane.screen.handle(.key(key))
      pane.interactor.takeLull()
      pane.draw()
      #expect(pane.window.textCount - written <= 1)
      written = pane.window.textCount
    }
    #expect(pane.text.hasPrefix("\nrow 1 that"))
  }

  @Test(
    "Whatever is shown, scrolled and selected, it looks as if it was drawn anew", arguments: 1...12)
  func asDrawnAnew(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (pane, plain) = (Pane(), Pane())
    let texts = Self.texts.map { PreviewText($0) }
    func both(_ act: (Pane) -> Void) { for pane in [pane, plain] { act(pane) } }
    for step in 0..<600 {
      let number = Int.random(in: 0..<texts.count, using: &random)
      switch Int.random(in: 0..<16, using: &random) {
      case 12: both { _ = $0.screen.handle(.key("Up")) }
      case 13: both { _ = $0.presenter.handle(.scroll([-5, -2, 2, 5][number % 4])) }
      case 14, 15: pane.interactor.takeLull()
      case 0..<4: both { $0.show(texts[number], "\(number)") }
      case 4..<7: pane.screen.mayShow(texts[number])
      case 7: both { _ = $0.screen.handle(.key("Down")) }
      case 8: both { _ = $0.screen.handle(.key("PgDn")) }
      case 9: both { _ = $0.screen.handle(.key("Tab")) }
      case 10 where step.isMultiple(of: 5):
        both { $0.presenter.didFail("It is gone.", of: NoteID("x.md")) }
      default:
        if step.isMultiple(of: 7) { both { _ = $0.screen.handle(.key("o")) } }
        if step.isMultiple(of: 11) { both { $0.screen.surface.needsDrawing() } }
      }
      // Some frames take in more than one step.
      if Int.random(in: 0..<3, using: &random) == 0 { continue }
      plain.screen.surface.needsDrawing()
      both { $0.draw() }
      let isSame = pane.window.grid == plain.window.grid
      #expect(isSame, "step \(step)")
      if !isSame { return }
    }
  }
}
