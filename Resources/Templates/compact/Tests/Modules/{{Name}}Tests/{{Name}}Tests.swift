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
}
