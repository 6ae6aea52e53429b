import Dispatch
import Entities
import FakeTerminal
import Services
import Terminal
import TestSupport
import Testing
import Threads
import VaultSettings
import Viper

@testable import App

private let onMainQueue = DispatchSpecificKey<Bool>()

/// A disk that answers only after the main actor has gone on, and records calls from the main
/// actor.
private final class SlowDisk: Sendable {
  private struct State {
    var answers = true
    var calls: [String] = []
    var onMain: [String] = []
  }

  private let state = Signal(State())
  var calls: [String] { state.change { $0.calls } }
  var onMain: [String] { state.change { $0.onMain } }

  init() { DispatchQueue.main.setSpecific(key: onMainQueue, value: true) }

  func call(_ name: String) {
    let isOnMain = DispatchQueue.getSpecific(key: onMainQueue) == true
    state.wait { state -> Void? in
      // The main actor would wait for itself.
      guard state.answers || isOnMain else { return nil }
      state.calls.append(name)
      if isOnMain { state.onMain.append(name) }
      return ()
    }
  }

  func stop() { state.change { $0.answers = false } }
  func goOn() { state.change { $0.answers = true } }

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
@Suite("The main actor never waits for the disk while a screen is shown")
struct OffMainTests {
  private let disk = SlowDisk()

  @Test("A theme that is previewed, set or chosen by the terminal is read off the main actor")
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
    #expect(disk.onMain == [])
  }

  @Test("Leaving the preview before the theme is read changes nothing")
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

  @Test("A vault is closed off the main actor, and opens again only after that")
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
    #expect(disk.calls == ["close"] && disk.onMain == [])
    #expect(bench.vaultsMade.count == 2)
    #expect(bench.stack == "NoteList")
  }
}
