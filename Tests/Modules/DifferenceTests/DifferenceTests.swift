import Comparing
import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Difference

@MainActor
@Suite("Differences between two texts")
struct DifferenceTests {
  private let rows = [
    DifferenceLine(.gap, "3 lines"), DifferenceLine(.same, "milk"),
    DifferenceLine(.removed, "bread"),
    DifferenceLine(.added, "a loaf of brown bread"), DifferenceLine(.added, "\u{1b}[2J"),
  ]

  private func screen(_ rows: [DifferenceLine]) -> DifferenceScreen {
    DifferenceScreen(
      presenter: DifferencePresenter(title: "Unsaved text", rows: rows, whenClosed: {}))
  }

  @Test("Each line has a sign, long lines wrap, and control characters in them have no effect")
  func signs() {
    let screen = screen(rows)
    let frame = FakeFrame.drawing(screen, columns: 16, rows: 7)
    #expect(
      frame.lines == [
        "… 3 lines", "  milk", "- bread", "+ a loaf of", "  brown bread", "+ ^[[2J", "",
      ])
    #expect(frame.style(at: Point(row: 2, column: 0)) == Theme.standard[.warning])
    #expect(frame.style(at: Point(row: 4, column: 2)) == Theme.standard[.message])
    #expect(screen.chrome.state == "+2 -1")
  }

  @Test(
    "Every key scrolls as named, within the lines",
    arguments: [
      ([Key("j"), "Down", "k"], 1), (["Up"], 0), (["PgDn"], 3), (["Space", "PgUp", "PgUp"], 0),
      (["End"], 16), (["G", "j"], 16), (["End", "Home"], 0), (["End", "g"], 0),
    ])
  func scrolls(keys: [Key], first: Int) {
    let screen = screen((0..<20).map { DifferenceLine(.added, "line \($0)") })
    _ = FakeFrame.drawing(screen, columns: 20, rows: 4)
    for key in keys { #expect(screen.handle(.key(key))) }
    let frame = FakeFrame.drawing(screen, columns: 20, rows: 4)
    #expect(frame.lines[0].hasPrefix("+ line \(first) ") || frame.lines[0] == "+ line \(first)")
  }

  @Test("The screen closes and reports that once; a screen that cannot close says why")
  func closes() {
    var closed = 0
    let presenter = DifferencePresenter(title: "", rows: rows, whenClosed: { closed += 1 })
    let screen = DifferenceScreen(presenter: presenter)
    presenter.moduleIsReady(
      RouteHandle(name: "Difference") { _ throws(RouteError) in
        throw .refused("Difference", reason: "not now")
      })
    #expect(screen.handle(.key("Esc")))
    #expect(screen.chrome.message == "Difference cannot be opened: not now." && closed == 0)
    presenter.moduleIsReady(
      RouteHandle(name: "Difference") { [weak presenter] _ in presenter?.moduleWasRemoved() })
    #expect(screen.handle(.key("q")))
    #expect(closed == 1)
    #expect(!screen.handle(.key("x")))
  }

  private func list(
    _ rows: [String], whenClosed: @escaping @MainActor (String?) -> Void = { _ in }
  ) -> (screen: DifferenceScreen, presenter: DifferencePresenter) {
    let presenter = DifferencePresenter(title: "Registers", list: rows, whenClosed: whenClosed)
    let screen = DifferenceScreen(presenter: presenter)
    presenter.moduleIsReady(
      RouteHandle(name: "Difference") { [weak presenter] _ in presenter?.moduleWasRemoved() })
    return (screen, presenter)
  }

  @Test("The rows of a list are cut at the width and have no signs")
  func cuts() {
    let list = list(["Type Name Content", "  c  \"a   one two three", "\u{1b}x"])
    let frame = FakeFrame.drawing(list.screen, columns: 16, rows: 4)
    #expect(frame.lines == ["Type Name Conten", "  c  \"a   one tw", "^[x", ""])
    #expect(list.screen.chrome.state == "")
    #expect(list.screen.chrome.hints.map(\.word) == ["close"])
  }

  @Test(
    "The keys of a list are those of vim's more-prompt",
    arguments: [
      (["Space"], "line 3"), (["Enter"], "line 1"), (["f", "b"], "line 0"), (["d"], "line 2"),
      (["G", "u"], "line 4"), (["G", "k"], "line 5"), (["G", "j"], "line 6"),
      (["G", "g"], "line 0"), (["G", "Space"], "closed"), (["G", "Enter"], "closed"),
      (["q"], "closed"), (["Esc"], "closed"), (["C-c"], "closed"), ([":"], "closed by :"),
      (["\""], "closed by \""), (["x"], "closed by x"),
    ] as [([Key], String)])
  func pages(keys: [Key], outcome: String) {
    var closed: String?
    let list = list((0..<10).map { "line \($0)" }) {
      closed = $0.map { "closed by \($0)" } ?? "closed"
    }
    _ = FakeFrame.drawing(list.screen, columns: 20, rows: 4)
    for key in keys { #expect(list.screen.handle(.key(key))) }
    let first = FakeFrame.drawing(list.screen, columns: 20, rows: 4).lines[0]
    #expect(closed ?? String(first.prefix(6)) == outcome)
    // Keys of the program pass through.
    #expect(!list.screen.handle(.key("F1")))
  }
}
