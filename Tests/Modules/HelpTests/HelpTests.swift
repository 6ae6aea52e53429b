import FakeTerminal
import Terminal
import Testing
import Viper

@testable import Help

@MainActor
@Suite("Help")
struct HelpTests {
  let sections = [
    HelpSection(
      title: "Notes",
      rows: [
        HelpRow(keys: "Enter", summary: "open the note"),
        HelpRow(keys: "j, Down", summary: "next note"),
      ]),
    HelpSection(title: "Everywhere", rows: [HelpRow(keys: "q", summary: "quit")]),
  ]

  private func screen(_ sections: [HelpSection]) -> HelpScreen {
    HelpScreen(presenter: HelpPresenter(title: "Keys", sections: sections))
  }

  private func long() -> HelpScreen {
    screen([
      HelpSection(
        title: "Many", rows: (1...20).map { HelpRow(keys: "F\($0)", summary: "does \($0)") })
    ])
  }

  @Test("Keys and their actions are in two columns under their titles")
  func columns() {
    let screen = screen(sections)
    let frame = FakeFrame.drawing(screen, columns: 40, rows: 7)
    #expect(
      frame.lines == [
        "Notes", "Enter    open the note", "j, Down  next note", "", "Everywhere", "q        quit",
        "",
      ])
    #expect(frame.style(at: Point(row: 0, column: 0)) == Theme.standard[.heading])
    #expect(frame.style(at: Point(row: 1, column: 0)) == Theme.standard[.key])
    #expect(screen.chrome.title == "Keys")
    #expect(screen.preferredSize(in: Size(columns: 80, rows: 24)) == Size(columns: 24, rows: 6))
  }

  @Test("Enter closes the help and opens the guide; while a filter is typed it accepts that")
  func guide() {
    var opened: [String] = []
    let presenter = HelpPresenter(title: "Keys", sections: sections) { opened.append("guide") }
    let screen = HelpScreen(presenter: presenter)
    presenter.moduleIsReady(
      RouteHandle(name: "Help") { (_) throws(RouteError) in opened.append("closed") })
    for key: Key in ["/", "q", "Enter"] { _ = screen.handle(.key(key)) }
    #expect(opened == [])
    _ = screen.handle(.key("Enter"))
    #expect(opened == ["closed", "guide"])
  }

  @Test("Without room for two columns, each action is wrapped below its key")
  func narrow() {
    let frame = FakeFrame.drawing(screen(sections), columns: 11, rows: 6)
    #expect(
      frame.lines == [
        "Notes     ▐", "Enter     ▐", "  open the▐", "  note", "j, Down", "  next",
      ])
  }

  @Test(
    "Every key scrolls as named, within the text",
    arguments: [
      ([Key("j"), "Down", "k"], 1), (["Up"], 0), (["PgDn"], 4), (["PgDn", "PgUp", "PgUp"], 0),
      (["End"], 16), (["G", "j", "PgDn"], 16), (["End", "Home"], 0), (["End", "g"], 0),
    ])
  func scrolls(keys: [Key], first: Int) {
    let screen = long()
    _ = FakeFrame.drawing(screen, columns: 40, rows: 5)
    for key in keys { #expect(screen.handle(.key(key))) }
    let top = FakeFrame.drawing(screen, columns: 40, rows: 5).lines[0]
    let expected = first == 0 ? "Many" : "F\(first) "
    #expect(top.hasPrefix(expected))
  }

  @Test("The wheel scrolls three lines")
  func wheel() {
    let screen = long()
    _ = FakeFrame.drawing(screen, columns: 40, rows: 5)
    #expect(screen.handle(.mouse(MouseEvent(.wheelDown, at: Point(row: 0, column: 0)))))
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 5).lines[0].hasPrefix("F3 "))
    #expect(screen.handle(.mouse(MouseEvent(.wheelUp, at: Point(row: 0, column: 0)))))
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 5).lines[0].hasPrefix("Many"))
  }

  @Test("After the window grows, the next key scrolls from the visible text")
  func resize() {
    let screen = long()
    _ = FakeFrame.drawing(screen, columns: 40, rows: 5)
    _ = screen.handle(.key("End"))
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 15).lines[0].hasPrefix("F6 "))
    _ = screen.handle(.key("Up"))
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 15).lines[0].hasPrefix("F5 "))
  }

  @Test("Each closing key removes the help", arguments: [Key("Esc"), "q", "?", "F1"])
  func closes(key: Key) {
    let presenter = HelpPresenter(title: "Keys", sections: sections)
    let screen = HelpScreen(presenter: presenter)
    var removals = 0
    presenter.moduleIsReady(RouteHandle(name: "Help") { _ in removals += 1 })
    #expect(screen.handle(.key(key)))
    #expect(removals == 1)
  }

  @Test("A help that cannot close says why")
  func cannotClose() {
    let presenter = HelpPresenter(title: "Keys", sections: sections)
    let screen = HelpScreen(presenter: presenter)
    presenter.moduleIsReady(
      RouteHandle(name: "Help") { _ throws(RouteError) in throw .lastOnStack("Help") })
    _ = screen.handle(.key("q"))
    #expect(screen.chrome.message == RouteError.lastOnStack("Help").message)
    #expect(!screen.handle(.key("x")))
  }

  @Test("The help draws in any size, even without rows")
  func anySize() {
    for sections in [sections, []] {
      for columns in 0...32 {
        for rows in 0...4 {
          let screen = screen(sections)
          _ = FakeFrame.drawing(screen, columns: columns, rows: rows)
          _ = screen.handle(.key("PgDn"))
          let frame = FakeFrame.drawing(screen, columns: columns, rows: rows)
          #expect(frame.size == Size(columns: columns, rows: rows))
        }
      }
    }
  }

  @Test("K17 every part of a dropped help is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let module = HelpBuilder.make(title: "Keys", sections: sections)
      probe.watch(module)
      #expect(module.view != nil)
      #expect(probe.leaks == ["Help: HelpScreen", "Help: HelpPresenter"])
    }
    #expect(probe.leaks == [])
  }
}
