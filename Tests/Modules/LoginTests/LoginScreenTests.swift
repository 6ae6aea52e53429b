import Entities
import FakeTerminal
import Secrets
import Services
import Terminal
import Testing
import Viper

@testable import Login

@MainActor
@Suite("Login: its look and its keys")
struct LoginScreenTests {
  let interactor = FakeInteractor()
  let wireframe = FakeWireframe()
  let parent = RecordingParent()
  let presenter: LoginPresenter
  let screen: LoginScreen

  init() {
    presenter = LoginPresenter(interactor: interactor, wireframe: wireframe, output: parent)
    screen = LoginScreen(presenter: presenter)
  }

  private func load(_ vaults: [VaultSummary] = [.work, .diary, .gone]) {
    presenter.didLoad(vaults)
  }

  private func press(_ keys: Key...) {
    for key in keys { #expect(screen.handle(.key(key))) }
  }

  @Test("Vaults are listed by name, with their path or obstacle")
  func vaults() {
    load()
    let frame = FakeFrame.drawing(screen, columns: 40, rows: 4)
    #expect(
      frame.lines == [
        "> Work   /home/ada/work", "  Diary  locked  /home/ada/diary",
        "  Gone   ! the folder is gone", "",
      ])
    #expect(frame.style(at: Point(row: 0, column: 30)) == Theme.standard[.selection])
    #expect(frame.style(at: Point(row: 2, column: 10)) == Theme.standard[.warning])
    #expect(screen.chrome.title == "Vaults")
    #expect(screen.chrome.state == "3 vaults")
    #expect(screen.chrome.hints.map(\.word) == ["open", "new vault", "quit"])
  }

  @Test("The screen claims nothing before the vaults are listed; an empty list says what to do")
  func empty() {
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 2).lines == ["", ""])
    load([])
    #expect(
      FakeFrame.drawing(screen, columns: 40, rows: 2).lines
        == ["No vault yet. Press n to make one.", ""])
    #expect(
      FakeFrame.drawing(screen, columns: 20, rows: 2).lines
        == ["No vault yet. Press", "n to make one."])
  }

  @Test("Keys are reported as commands")
  func keys() {
    load()
    press("j", "Down", "Up", "k", "Enter")
    #expect(interactor.heard == ["open /home/ada/work with nothing"])
    press("Esc", "n", "F5", "q")
    #expect(wireframe.heard == ["Folder of the vault, made if it is not there:", "quit"])
    #expect(interactor.heard.suffix(2) == ["give up", "load"])
    #expect(!screen.handle(.key("F1")))
  }

  @Test("A click selects, a click on the selected vault opens it, and the wheel moves")
  func mouse() {
    load([.gone, .diary, .work])
    _ = FakeFrame.drawing(screen, columns: 40, rows: 4)
    func mouse(_ action: MouseEvent.Action, row: Int) {
      #expect(screen.handle(.mouse(MouseEvent(action, at: Point(row: row, column: 3)))))
    }
    mouse(.press, row: 2)
    #expect(interactor.heard == [])
    mouse(.release, row: 2)
    mouse(.press, row: 2)
    #expect(interactor.heard == ["open /home/ada/work with nothing"])
    mouse(.press, row: 3)
    mouse(.wheelUp, row: 0)
    #expect(FakeFrame.drawing(screen, columns: 40, rows: 4).lines[1].hasPrefix("> Diary"))
  }

  @Test("The passphrase shows a dot for each character, with the cursor behind them")
  func echo() {
    load()
    press("j", "Enter")
    #expect(screen.chrome.title == "Passphrase")
    #expect(screen.chrome.hints.map(\.word) == ["open", "back", "show", "lost it"])
    press("s", "é", "q", "Backspace")
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 3)
    #expect(frame.lines == ["Passphrase of “Diary”:", "••", ""])
    #expect(frame.cursor == Point(row: 1, column: 2))
    press("Enter")
    #expect(interactor.opened == ["open /home/ada/diary with sé"])
  }

  @Test("A wrong passphrase leaves an empty field and a message")
  func wrong() {
    load()
    press("j", "Enter", "x", "Enter")
    #expect(screen.chrome.message == "Opening “Diary”…")
    presenter.didFail(VaultError.wrongPassphrase.message)
    let frame = FakeFrame.drawing(screen, columns: 30, rows: 2)
    #expect(frame.lines == ["Passphrase of “Diary”:", ""])
    #expect(screen.chrome.message == VaultError.wrongPassphrase.message)
    #expect(screen.chrome.tone == .warning)
  }

  @Test("Text typed while a passphrase is being tried waits for its turn")
  func typesAhead() {
    load()
    press("j", "Enter", "x", "Enter", "y", "Enter")
    presenter.didFail(VaultError.wrongPassphrase.message)
    press("Enter")
    #expect(
      interactor.opened == ["open /home/ada/diary with x", "open /home/ada/diary with y"])
  }

  @Test("Text typed for one vault is gone when another is chosen")
  func wipes() {
    load()
    press("j", "Enter", "x", "Esc", "Enter")
    #expect(FakeFrame.drawing(screen, columns: 30, rows: 2).lines[1] == "")
    #expect(FakeFrame.drawing(screen, columns: 30, rows: 2).cursor == Point(row: 1, column: 0))
    press("Esc")
    #expect(FakeFrame.drawing(screen, columns: 30, rows: 2).cursor == nil)
    #expect(!screen.handle(.paste(Array("text".utf8))))
  }

  @Test(
    "The field takes any bytes, up to the end of the line",
    arguments: [
      ([InputEvent.key("a"), .key("ü"), .key("C-u"), .key("b")], Array("b".utf8), 1),
      ([.paste(Array("se cret\nrest".utf8))], Array("se cret".utf8), 7),
      ([.paste([0x61, 0xff, 0xfe])], [0x61, 0xff, 0xfe], 3),
      ([.key("a"), .key("😀"), .key("Backspace")], Array("a".utf8), 1),
      ([.key("Backspace")], [], 0),
    ] as [([InputEvent], [UInt8], Int)])
  func field(events: [InputEvent], bytes: [UInt8], count: Int) {
    var field = PassphraseField()
    for event in events {
      let isTaken = field.handle(event)
      #expect(isTaken)
    }
    #expect(field.count == count)
    let taken = field.take()
    #expect(taken.withBytes { Array($0) } == bytes)
    #expect(field.count == 0)
    let takesArrow = field.handle(.key("Left"))
    #expect(!takesArrow)
  }

  @Test("The screen draws in any size, at each stage")
  func anySize() {
    for stage in 0...3 {
      if stage == 1 { load([]) }
      if stage == 2 { load() }
      if stage == 3 { press("j", "Enter", "x", "y", "z") }
      for columns in 0...24 {
        for rows in 0...4 {
          let frame = FakeFrame.drawing(screen, columns: columns, rows: rows)
          #expect(frame.size == Size(columns: columns, rows: rows))
        }
      }
    }
  }

  @Test("K17 every part of a dropped login is freed, even while it lists vaults")
  func freed() async {
    let probe = LeakProbe()
    let work = Work()
    do {
      let module = LoginBuilder.make(
        vaults: FakeVaults([.work]), work: work, wireframe: wireframe, output: parent)
      probe.watch(module)
      module.lifeCycle.moduleIsReady(RouteHandle(name: "Login") { _ in })
      #expect(
        probe.leaks == ["Login: LoginScreen", "Login: LoginPresenter", "Login: LoginInteractor"])
      module.lifeCycle.moduleWasRemoved()
    }
    #expect(probe.leaks == [])
    await work.whenIdle()
  }
}
