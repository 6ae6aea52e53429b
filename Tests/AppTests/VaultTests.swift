import Entities
import FakeTerminal
import OpenVault
import Services
import Terminal
import TestSupport
import Testing
import Viper

@testable import App

private let home = VaultSummary(id: VaultID(NotePath("/home/ada/notes")), name: "notes")
private let work = VaultSummary(id: VaultID(NotePath("/srv/work")), name: "work")

@MainActor
@Suite("Vaults: the gate in front of them, and their contents")
struct VaultTests {
  @Test("K12 services are made once, when the vault is opened")
  func once() async {
    let bench = AppBench()
    #expect(bench.vaultsMade == [])
    await bench.start()
    #expect(bench.vaultsMade == [home.id])
    await bench.press("Enter", "Esc")
    #expect(bench.vaultsMade == [home.id])
  }

  @Test("R3 closing the vault frees everything made inside it: store, journal and modules")
  func closing() async {
    let bench = AppBench(["a.md": "# Alpha"])
    await bench.start()
    weak let scope = bench.app.container.vault
    #expect(scope != nil && bench.store != nil && bench.journal != nil)
    await bench.press("Enter", "x", "C-s", "Esc", "V")
    #expect(bench.stack == "Login")
    #expect(scope == nil)
    #expect(bench.store == nil && bench.counter == nil && bench.journal == nil)
    #expect(bench.leaks == [])
  }

  @Test("K9 without a vault the login comes first, makes nothing, and is replaced by the list")
  func redirected() async {
    let bench = AppBench(
      ["a.md": "# Alpha"], vault: nil, vaults: StubVaults(summaries: [home, work]))
    await bench.start()
    #expect(bench.stack == "Login")
    #expect(bench.vaultsMade == [])
    await bench.press("Down", "Enter")
    #expect(bench.stack == "NoteList")
    #expect(bench.vaultsMade == [work.id])
    #expect(bench.lines[0].contains("work"))
    #expect(bench.leaks == [])
  }

  @Test("K9 K13 an address given before a vault is open waits for the login, and then opens")
  func placeWaits() async {
    let bench = AppBench(
      ["a.md": "# Alpha", "b.md": "# Beta"], vault: nil, place: "notes://editor/alpha",
      vaults: StubVaults(summaries: [home]))
    await bench.start()
    #expect(bench.stack == "Login")
    await bench.press("Enter")
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[1].contains("# Alpha"))
    await bench.press("Esc", "V", "Enter")
    #expect(bench.stack == "NoteList", "the place was gone to once")
  }

  @Test("K13 the list as an address opens after the login, without an error before")
  func listWaits() async {
    let bench = AppBench(
      vault: nil, place: "notes://list", vaults: StubVaults(summaries: [home]))
    await bench.start()
    #expect(bench.log.allSatisfy { !$0.contains("failed") })
    await bench.press("Enter")
    #expect(bench.stack == "NoteList")
  }

  @Test("A vault that does not open leaves the login open, and a message says why")
  func refused() async {
    let bench = AppBench(
      vault: nil,
      vaults: StubVaults(summaries: [home], refused: [home.id: .notAFolder("/home/ada/notes")]))
    await bench.start()
    await bench.press("Enter")
    #expect(bench.stack == "Login")
    #expect(bench.app.container.vault == nil)
    #expect(bench.driver.frame.text.contains("is a file, not a folder"))
  }

  @Test(
    "K9 the gate admits modules that need no vault, and all others once one is open",
    arguments: [
      ("Login", true), ("Prompt", true), ("Help", true), ("ModuleTree", true),
      ("NoteList", false), ("Editor", false), ("Preview", false), ("Autosave", false),
    ])
  func gate(module: String, isFree: Bool) {
    let bench = AppBench(vault: nil)
    let ground = Playground()
    let gate = VaultGate(container: bench.app.container) { ground.toy("Login") }
    func passes() -> Bool {
      switch gate.verdict(onShowing: module) {
      case .allow: true
      case .refuse: false
      case .redirect(let route): route.name != "Login"
      }
    }
    #expect(passes() == isFree)
    bench.app.container.enter(
      home.id, named: "notes", OpenedVault(.inMemory(MemoryNoteStore([:], clock: bench.clock))))
    #expect(passes())
  }
}
