import FakeTerminal
import Lists
import Terminal
import Testing
import Viper

/// Fruit, to be gone through: nothing here is a module's.
struct FruitState: ListState {
  var rowCount = 0
  var selected: Int?
  var message = Message()
}

enum FruitCommand: ListCommand {
  case move(ScrollMove)
  case select(Int)
  case eat

  static var activate: Self? { .eat }
}

@MainActor
final class FruitPresenter: ListPresenter, ListPresenting {
  weak var view: (any ListView<FruitState>)?
  var state = FruitState()
  var route: RouteHandle?
  let fruit: [String]
  var eaten: [String] = []

  init(_ fruit: [String]) {
    self.fruit = fruit
    state.rowCount = fruit.count
    state.select(0)
  }

  func handle(_ command: FruitCommand) {
    state.message = Message()
    switch command {
    case .move(let move): state.select(row(after: move))
    case .select(let index): state.select(index)
    case .eat: if let index = state.selected { eaten.append(fruit[index]) }
    }
    showState()
  }

  func row(at index: Int) -> String { fruit[index] }
}

@MainActor
final class FruitScreen: ListScreen {
  var parts: ListParts<FruitState, FruitCommand, String>
  let keymap: Keymap<FruitCommand>
  let emptyText = "No fruit.\nBuy some."

  init(_ presenter: FruitPresenter, _ own: [Keymap<FruitCommand>.Binding] = []) {
    parts = ListParts(presenter, FruitState())
    keymap = Keymap(own + Keymap.rows(of: "fruit", FruitCommand.move)).titled("Fruit")
      .finding("fruit")
    presenter.view = self
    show(presenter.state)
  }

  func draw(_ row: String, as look: RowLook, on line: Canvas) {
    line.text(row, row: 0, column: 2, look.base)
  }
}

@MainActor
@Suite("A screen with a list")
struct ListScreenTests {
  private func press(_ keys: [Key], _ screen: FruitScreen) {
    for key in keys { #expect(screen.handle(.key(key)), "\(key.name)") }
  }

  @Test(
    "Keys move through the rows and stop at the ends",
    arguments: [
      ([], 0), (["j"], 1), (["Down", "Down"], 2), (["k"], 0), (["G"], 4), (["End", "g"], 0),
      (["PgDn"], 2), (["PgDn", "PgDn", "PgDn"], 4), (["G", "PgUp", "Up"], 1),
    ] as [([Key], Int)])
  func moves(keys: [Key], selected: Int) {
    let presenter = FruitPresenter(["apple", "banana", "cherry", "date", "elder"])
    let screen = FruitScreen(presenter)
    _ = FakeFrame.drawing(screen, columns: 20, rows: 3)
    press(keys, screen)
    #expect(presenter.state.selected == selected)
    let rows = FakeFrame.drawing(screen, columns: 20, rows: 3).lines
    #expect(rows.count { $0.hasPrefix("> \(presenter.fruit[selected])") } == 1)
  }

  @Test("A click selects a row, a click on the selected row activates it, and the wheel scrolls")
  func clicks() {
    let presenter = FruitPresenter(["apple", "banana", "cherry", "date", "elder"])
    let screen = FruitScreen(presenter)
    _ = FakeFrame.drawing(screen, columns: 20, rows: 5)
    func mouse(_ action: MouseEvent.Action, row: Int) -> Bool {
      screen.handle(.mouse(MouseEvent(action, at: Point(row: row, column: 3))))
    }
    #expect(mouse(.press, row: 2) && presenter.state.selected == 2 && presenter.eaten.isEmpty)
    #expect(mouse(.press, row: 2) && presenter.eaten == ["cherry"])
    #expect(mouse(.wheelUp, row: 0) && presenter.state.selected == 0)
    #expect(!mouse(.release, row: 1) && !mouse(.press, row: 7))
  }

  @Test("An empty list says so, and no key selects a row")
  func empty() {
    let presenter = FruitPresenter([])
    let screen = FruitScreen(presenter)
    press(["j", "G"], screen)
    #expect(presenter.state.selected == nil)
    let frame = FakeFrame.drawing(screen, columns: 20, rows: 3)
    #expect(frame.lines == ["  No fruit.", "  Buy some.", ""])
    // A window of one row omits the rest.
    #expect(FakeFrame.drawing(screen, columns: 20, rows: 1).lines == ["  No fruit."])
  }

  @Test("A message stays until the next one, and a route that cannot close says why")
  func messages() {
    let presenter = FruitPresenter(["apple"])
    let screen = FruitScreen(presenter)
    presenter.showMessage("Ripe.")
    #expect(screen.state.message == Message("Ripe."))
    presenter.route = RouteHandle(name: "Fruit") { _ throws(RouteError) in
      throw .lastOnStack("Fruit")
    }
    presenter.close()
    #expect(screen.state.message == Message("Fruit is the last screen and stays.", isWarning: true))
  }
}
