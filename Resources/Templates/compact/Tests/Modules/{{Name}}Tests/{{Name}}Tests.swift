import FakeTerminal
import Terminal
import Testing
import Viper

@testable import {{Name}}

@MainActor
@Suite("{{Words}}")
struct {{Name}}Tests {
  @Test("It shows its text")
  func shows() {
    let presenter = {{Name}}Presenter(text: "Hello")
    let screen = {{Name}}Screen(presenter: presenter)
    presenter.moduleIsReady(RouteHandle(name: "{{Name}}") { _ in })
    #expect(FakeFrame.drawing(screen, columns: 10, rows: 1).lines == ["Hello"])
    #expect(screen.preferredSize(in: Size(columns: 80, rows: 24)) == Size(columns: 5, rows: 1))
  }

  @Test("Esc and q close it", arguments: [Key("Esc"), "q"])
  func closes(key: Key) {
    let presenter = {{Name}}Presenter(text: "Hello")
    let screen = {{Name}}Screen(presenter: presenter)
    var removals = 0
    presenter.moduleIsReady(RouteHandle(name: "{{Name}}") { _ in removals += 1 })
    #expect(screen.handle(.key(key)))
    #expect(removals == 1)
  }

  @Test("If it cannot close it says why")
  func staysOpen() {
    let presenter = {{Name}}Presenter(text: "Hello")
    let screen = {{Name}}Screen(presenter: presenter)
    presenter.moduleIsReady(
      RouteHandle(name: "{{Name}}") { _ throws(RouteError) in throw .lastOnStack("It") })
    _ = screen.handle(.key("q"))
    #expect(screen.chrome.message == RouteError.lastOnStack("It").message)
  }

  @Test("Every part of a dropped module is freed")
  func freed() {
    let probe = LeakProbe()
    do {
      let module = {{Name}}Builder.make(text: "Hello")
      probe.watch(module)
      #expect(probe.leaks.count == 2)
    }
    #expect(probe.leaks == [])
  }
}
