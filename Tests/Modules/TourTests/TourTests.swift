import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Tour

@MainActor
@Suite("Tour")
struct TourTests {
  private final class Closing {
    var count = 0
  }

  private let closing = Closing()

  private func open() -> TourScreen {
    let presenter = TourPresenter(steps: TourStep.all)
    let screen = TourScreen(presenter: presenter)
    let closing = closing
    presenter.moduleIsReady(RouteHandle(name: "Tour") { _ in closing.count += 1 })
    return screen
  }

  private func press(_ screen: TourScreen, _ keys: Key...) {
    for key in keys { #expect(screen.handle(.key(key))) }
  }

  private func text(_ screen: TourScreen, _ columns: Int = 52, _ rows: Int = 8) -> String {
    FakeFrame.drawing(screen, columns: columns, rows: rows).lines.joined(separator: "\n")
  }

  @Test("It has eleven steps, and each says what to press")
  func steps() {
    #expect(TourStep.all.count == 11)
    for step in TourStep.all.dropFirst() {
      #expect(!step.keys.isEmpty)
      for key in step.keys { #expect(Key(name: key) != nil, "\(key)") }
      #expect(step.text.contains("Press"))
    }
  }

  @Test("What a step asks for takes one on, and other keys do nothing")
  func goesOn() {
    let screen = open()
    #expect(screen.chrome.place == "Tour 1 of 11")
    press(screen, "x", "Enter")
    #expect(screen.chrome.place == "Tour 2 of 11")
    press(screen, "x", ",")
    #expect(!screen.handle(.key("F10")), "what works everywhere works here")
    #expect(screen.chrome.place == "Tour 2 of 11")
    press(screen, "I")
    #expect(screen.chrome.place == "Tour 3 of 11")
    #expect(text(screen).contains("That is it."))
    press(screen, "Left")
    #expect(screen.chrome.place == "Tour 2 of 11")
    #expect(!text(screen).contains("That is it."))
    press(screen, "Backspace", "Left")
    #expect(screen.chrome.place == "Tour 1 of 11")
  }

  @Test("Each step is shown whole in its box", arguments: 0..<11)
  func whole(step: Int) {
    let screen = open()
    for _ in 0..<step { press(screen, "Enter") }
    let size = screen.preferredSize(in: Size(columns: 76, rows: 20))
    let shown = text(screen, size.columns, size.rows).split(whereSeparator: \.isWhitespace)
    let wanted = TourStep.all[step].text.split(separator: " ")
    #expect(Array(shown.suffix(wanted.count)) == wanted)
  }

  @Test("It ends behind the last step, and with Esc or q at once")
  func ends() {
    let screen = open()
    for _ in 0..<10 { press(screen, "Enter") }
    #expect(closing.count == 0)
    press(screen, "?")
    #expect(closing.count == 1)
    press(open(), "Esc")
    press(open(), "q")
    #expect(closing.count == 3)
  }

  @Test("A click goes on, pasted text is no key")
  func mouse() {
    let screen = open()
    #expect(screen.handle(.paste(Array("q".utf8))))
    #expect(screen.handle(.mouse(MouseEvent(.press, at: Point(row: 0, column: 0)))))
    #expect(screen.chrome.place == "Tour 2 of 11")
    #expect(closing.count == 0)
  }

  @Test("In a tiny box what to press is in sight first", arguments: [(16, 1), (1, 1), (20, 3)])
  func small(columns: Int, rows: Int) {
    let screen = open()
    press(screen, "Enter", "Enter")
    if columns > 1 { #expect(text(screen, columns, rows).hasPrefix("j and k")) }
    _ = text(screen, columns, rows)
  }
}
