import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Prompt

@MainActor
@Suite("Prompt: a line with offers below it")
struct PromptOffersTests {
  let parent = RecordingParent()
  let work = Work()

  /// Offers folders by their beginning, and a new one last.
  private static let folders: LineOffers = { typed in
    let known = ["archive", "pictures/", "projects", "projects/deep"]
    var rows = known.filter { $0.hasPrefix(typed) }.map {
      OfferedLine(
        $0, line: $0, completed: $0.hasSuffix("/") ? $0 : $0 + "/", leadsOn: $0.hasSuffix("/"))
    }
    if !typed.isEmpty, !known.contains(typed) {
      rows.append(OfferedLine(typed, detail: "new folder", line: typed, isNew: true))
    }
    return OfferedLines(rows, isFirstChosen: !typed.isEmpty)
  }

  private func screen(initial: String = "") async -> PromptScreen {
    let question = Question.line("Move", "Folder:", initial: initial)
    let presenter = PromptPresenter(
      question: question, finder: OfferFinder(Self.folders, scope: work.scope()),
      then: parent.hear)
    let screen = PromptScreen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "Prompt") { (_) throws(RouteError) in })
    await work.whenIdle()
    return screen
  }

  private func press(_ screen: PromptScreen, _ keys: [Key]) async {
    for key in keys {
      _ = screen.handle(.key(key))
      await work.whenIdle()
    }
  }

  @Test(
    "Enter takes what fits; a new folder only where it is chosen or nothing fits",
    arguments: [
      (["Enter"], "typed(\"\")"), (["p", "r", "Enter"], "typed(\"projects\")"),
      (["p", "r", "Down", "Down", "Enter"], "typed(\"pr\")"),
      (["p", "r", "Up", "Enter"], "typed(\"pr\")"), (["x", "Enter"], "typed(\"x\")"),
      (["Down", "Enter"], "typed(\"archive\")"), (["Up", "Enter"], "typed(\"\")"),
      (["p", "r", "Tab", "d", "Enter"], "typed(\"projects/deep\")"),
      (["Tab", "Backspace", "Enter"], "typed(\"archive\")"), (["Esc"], "cancelled"),
      (["PgDn", "Enter"], "typed(\"projects/deep\")"),
    ] as [([Key], String)])
  func takes(keys: [Key], expected: String) async {
    await press(await screen(), keys)
    #expect(parent.heard == [expected])
  }

  @Test("A folder with files in it is entered, not taken")
  func leadsOn() async {
    let screen = await screen()
    await press(screen, ["p", "i", "Enter"])
    #expect(parent.heard == [])
    #expect(FakeFrame.drawing(screen, columns: 20, rows: 6).lines[2] == "pictures/")
  }

  @Test("Enter and Tab that come before the offers wait for those of the latest text")
  func typedAhead() async {
    let screen = await screen()
    for key: Key in ["p", "r", "Tab", "Enter"] { _ = screen.handle(.key(key)) }
    #expect(parent.heard == [])
    await work.whenIdle()
    #expect(parent.heard == ["typed(\"projects\")"], "the last of the two")
  }

  @Test("An unchanged line is the answer as it is")
  func unchanged() async {
    await press(await screen(initial: "pro"), ["Enter"])
    #expect(parent.heard == ["typed(\"pro\")"])
  }

  @Test("The rows are below the line, the chosen one marked, and what is new says so")
  func draws() async {
    let screen = await screen()
    await press(screen, ["p", "r"])
    #expect(
      FakeFrame.drawing(screen, columns: 30, rows: 7).lines == [
        "Folder:", "", "pr", "> projects", "  projects/deep", "  pr               new folder",
        "",
      ])
    #expect(screen.chrome.hints.map(\.word) == ["accept", "complete", "choose", "cancel"])
    _ = screen.handle(.mouse(MouseEvent(.press, at: Point(row: 4, column: 5))))
    #expect(parent.heard == ["typed(\"projects/deep\")"])
  }

  @Test(
    "In a low box the line comes first, then the best offers, then the text",
    arguments: [
      (1, ["pr"]), (2, ["pr", "> projects"]), (3, ["pr", "> projects", "  projects/deep"]),
      (4, ["Folder:", "pr", "> projects", "  projects/deep"]),
    ] as [(Int, [String])])
  func low(rows: Int, expected: [String]) async {
    let screen = await screen()
    await press(screen, ["p", "r"])
    #expect(
      FakeFrame.drawing(screen, columns: 24, rows: rows).lines.map { trimmed($0) } == expected)
  }

  @Test("Without a row for the offers the footer says what Enter takes")
  func lowest() async {
    let screen = await screen()
    for (keys, word) in [(["p", "r"], "projects"), (["x"], "prx (new folder)")] as [([Key], String)]
    {
      await press(screen, keys)
      _ = FakeFrame.drawing(screen, columns: 16, rows: 1)
      #expect(screen.chrome.hints.first?.word == word)
    }
  }

  /// Without the scroll bar.
  private func trimmed(_ line: String) -> String {
    var line = line
    while let last = line.last, "▐ ".contains(last) { line.removeLast() }
    return line
  }
}
