import Entities
import FakeTerminal
import Glibc
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import VaultSettings
import Viper

@testable import App

/// A disk that answers only once the main actor has gone on.
private final class SlowDisk: Sendable {
  private struct State {
    var answers = true
    var calls: [String] = []
    /// Those for which the main actor waited.
    var awaited: [String] = []
  }

  private let state = Mutex(State())
  var calls: [String] { state.withLock { $0.calls } }
  var awaited: [String] { state.withLock { $0.awaited } }
  private var answers: Bool { state.withLock { $0.answers } }

  func call(_ name: String) {
    // A main actor that waits would wait for ever.
    for _ in 0..<20_000 where !answers { usleep(500) }
    state.withLock { state in
      state.calls.append(name)
      if !state.answers { state.awaited.append(name) }
    }
  }

  func stop() { state.withLock { $0.answers = false } }
  func goOn() { state.withLock { $0.answers = true } }

  var themes: Themes {
    Themes(
      names: {
        self.call("names")
        return ["standard", "mono", "light"]
      },
      load: { name in
        self.call("load \(name)")
        return (Theme(name: name, styles: [:]), ["\(name).theme, line 1: no role"])
      })
  }
}

@MainActor
@Suite("While a screen is shown the main actor waits for no disk")
struct OffMainTests {
  private let disk = SlowDisk()

  @Test("A theme that is looked at, set, or asked for by the terminal is read elsewhere")
  func themes() async {
    let settings = MemorySettings("")
    let bench = AppBench(
      ["a.md": "# A\n"], size: Size(columns: 100, rows: 40), themes: disk.themes,
      settingsStore: settings)
    await bench.start()
    #expect(disk.calls == [])
    disk.stop()
    guard let route = bench.app.wireframe.settings(at: .theme) else {
      Issue.record("no settings")
      return
    }
    bench.app.wireframe.push(route)
    bench.app.drawAndAnswerScripts()
    disk.goOn()
    await bench.settle()
    #expect(disk.calls == ["names"])
    await bench.press("Enter")
    disk.stop()
    bench.app.process([.key("Down")])
    #expect(bench.app.router.theme.name == "standard")
    disk.goOn()
    await bench.settle()
    #expect(bench.app.router.theme.name == "mono")
    disk.stop()
    bench.app.process([.key("Enter")])
    disk.goOn()
    await bench.settle()
    #expect(bench.app.router.theme.name == "mono")
    #expect(bench.driver.frame.text.contains("mono.theme, line 1: no role"))
    #expect(await settings.written.contains("theme = mono"))
    disk.stop()
    bench.app.background = .light
    disk.goOn()
    await bench.settle()
    #expect(disk.calls == ["names", "load mono", "names", "load mono", "load mono"])
    #expect(disk.awaited == [])
  }

  @Test("A theme is looked at and not taken before it is read: all stays as it was")
  func leftBefore() async {
    let bench = AppBench(
      ["a.md": "# A\n"], size: Size(columns: 100, rows: 40), themes: disk.themes,
      settingsStore: MemorySettings(""))
    await bench.start()
    guard let route = bench.app.wireframe.settings(at: .theme) else { return }
    bench.app.wireframe.push(route)
    await bench.settle()
    await bench.press("Enter")
    disk.stop()
    bench.app.process([.key("Down"), .key("Esc")])
    disk.goOn()
    await bench.settle()
    #expect(bench.app.router.theme.name == "standard")
  }

  @Test("What a vault holds is let go of elsewhere, and it opens again once that is done")
  func closing() async {
    let diary = VaultSummary(
      id: VaultID(NotePath("/home/ada/notes")), name: "notes", isLocked: true)
    let bench = AppBench(
      ["a.md": "# Alpha\n"], vaults: StubVaults(summaries: [diary]),
      size: Size(columns: 80, rows: 12), close: { [disk] in disk.call("close") })
    await bench.start()
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.vaultsMade.count == 1)
    disk.stop()
    bench.app.process([.key("F10")])
    #expect(bench.stack == "Login")
    bench.app.process("open".map { .key(Key(.character($0))) } + [.key("Enter")])
    #expect(bench.vaultsMade.count == 1 && disk.calls == [])
    disk.goOn()
    await bench.settle()
    #expect(disk.calls == ["close"] && disk.awaited == [])
    #expect(bench.vaultsMade.count > 1)
    #expect(bench.stack == "NoteList")
  }
}
