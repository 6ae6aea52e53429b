import Dispatch
import Entities
import FakeTerminal
import Services
import Synchronization
import Terminal
import TestSupport
import Testing
import UseCases
import VaultSettings
import Viper

@testable import App

private let diary = VaultSummary(
  id: VaultID(NotePath("/home/ada/notes")), name: "notes", isLocked: true)

@MainActor
@Suite("Locking and unlocking encrypted vaults")
struct LockingTests {
  private func bench(
    _ texts: [String: String] = ["a.md": "# Alpha\none\n"],
    place: String? = nil, lockAfter: Duration = .zero
  ) -> AppBench {
    AppBench(
      texts, place: place, vaults: StubVaults(summaries: [diary]), lockAfter: lockAfter,
      size: Size(columns: 80, rows: 12))
  }

  @Test(
    "Z1 an encrypted vault's first frame is the login, and nothing of the vault is made or read")
  func first() async {
    let bench = bench()
    bench.app.start()
    while bench.stack == "" { await Task.yield() }
    #expect(bench.driver.frameCount == 1)
    #expect(bench.stack == "Login")
    #expect(bench.lines.contains("Passphrase of “notes”:"))
    await bench.settle()
    #expect(bench.vaultsMade == [])
    #expect(!bench.driver.frame.text.contains("Alpha"))
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList")
    #expect(bench.driver.frame.text.contains("Alpha"))
    #expect(bench.lines.last?.contains("F10 lock") == true)
  }

  @Test("Z2 a wrong passphrase leaves the login open, and no services are made")
  func wrong() async {
    let bench = bench()
    await bench.start()
    await bench.type("wrong")
    await bench.press("Enter")
    #expect(bench.stack == "Login")
    #expect(bench.driver.frame.text.contains("That is not this vault's passphrase."))
    #expect(bench.vaultsMade == [])
  }

  @Test("Every screen that needs a vault waits for the login")
  func screensWait() async {
    let names = Screens.rows.filter { $0.route != nil && !$0.needsNoVault }.map(\.address)
    for address in names {
      let bench = bench(place: address.written)
      await bench.start()
      #expect(bench.stack == "Login", "\(address.written)")
      #expect(bench.vaultsMade == [], "\(address.written)")
      await bench.type("open")
      await bench.press("Enter")
      #expect(bench.stack.hasPrefix("NoteList"), "\(address.written): \(bench.stack)")
    }
  }

  @Test("A locked vault with automatic sync is fetched, and a message counts the waiting changes")
  func fetches() async {
    let automatic = GivenSync.Call.sync(SyncRequest(by: .automatic))
    for isOn in [false, true] {
      let sync = GivenSync(
        .ready(), answers: [.failure(.locked(waiting: 3)), .failure(.locked(waiting: 0))])
      var values = SettingValues()
      values.values[.autoSync] = isOn ? "on" : "off"
      let bench = AppBench(
        ["a.md": "# Alpha\n"], vaults: StubVaults(summaries: [diary]),
        size: Size(columns: 80, rows: 12), vaultSettings: [diary.id: values], lockedSync: sync)
      await bench.start()
      #expect(sync.calls == [])
      bench.scheduler.advance(by: .seconds(2))
      await bench.settle()
      #expect(sync.calls == (isOn ? [automatic] : []))
      let words = "3 notes were fetched and wait for the passphrase."
      #expect(bench.driver.frame.text.contains(words) == isOn)
      #expect(bench.stack == "Login" && bench.vaultsMade == [])
      // The fetch succeeded, so the next one is not a retry.
      bench.scheduler.advance(by: .seconds(590))
      await bench.settle()
      #expect(sync.calls.count == (isOn ? 1 : 0))
      bench.scheduler.advance(by: .seconds(20))
      await bench.settle()
      #expect(sync.calls.count == (isOn ? 2 : 0))
      #expect(!bench.driver.frame.text.contains("fetched"))
      await bench.type("open")
      await bench.press("Enter")
      bench.scheduler.advance(by: .seconds(1200))
      await bench.settle()
      #expect(sync.calls.count == (isOn ? 2 : 0))
      await bench.press("F10")
      bench.scheduler.advance(by: .seconds(2))
      await bench.settle()
      #expect(sync.calls.count == (isOn ? 3 : 0))
      #expect(bench.leaks == [])
    }
  }

  @Test("A fetch never opens the vault, even if its key has come back")
  func fetchOpensNothing() async {
    let vaults = StubVaults(summaries: [diary])
    let bench = AppBench(["a.md": "# Alpha\n"], vaults: vaults, size: Size(columns: 80, rows: 12))
    await bench.start()
    await bench.type("open")
    await bench.press("Enter")
    let latch = Latch()
    vaults.kept.answers.withLock { $0 = latch }
    bench.app.process([.key("F10")] + "open".map { .key(Key(.character($0))) } + [.key("Enter")])
    // Only the login waits: the vault is closed, and the steps after that are done.
    while bench.work.underWay > 1 || vaults.isClosed(diary.id) { await Task.yield() }
    #expect(bench.vaultsMade == [diary.id])
    await latch.open()
    await bench.settle()
    #expect(bench.vaultsMade == [diary.id, diary.id])
    #expect(bench.stack == "NoteList")
  }

  @Test("R3 R9 locking replaces all open screens with the login, and frees the vault's objects")
  func locks() async {
    let bench = bench()
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "Enter", "x")
    #expect(bench.stack == "NoteList > Editor")
    weak let scope = bench.app.container.vault
    #expect(scope != nil && bench.store != nil)
    let journal = bench.journal
    await bench.press("F10")
    #expect(bench.stack == "Login")
    #expect(scope == nil)
    #expect(bench.store == nil && bench.counter == nil)
    #expect(bench.leaks == [])
    #expect(!bench.driver.frame.text.contains("Alpha"))
    #expect(journal?.kept(NoteID("a.md")) == Array("x# Alpha\none\n".utf8))
  }

  @Test("Unlocking brings back the same note with its unsaved text and cursor")
  func comesBack() async {
    let bench = bench()
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "Enter", "Down", "x")
    let journal = bench.journal
    await bench.press("M-z")
    #expect(bench.stack == "Login")
    let kept = journal?.kept(NoteID("a.md")) ?? []
    #expect(kept == Array("# Alpha\nxone\n".utf8))
    bench.keptTexts = {
      [RecoveredText(note: NoteID("a.md"), bytes: kept, savedAt: Timestamp(seconds: 0))]
    }
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[2].contains("xone"))
    await bench.press("y")
    #expect(bench.lines[2].contains("xyone"))
    #expect(bench.driver.frame.text.contains("modified"))
  }

  @Test("Unlocking brings back the list if the list was open")
  func comesBackToList() async {
    let bench = bench()
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "F10")
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList")
  }

  @Test("K13 R8 an address waits for its vault's login, and then opens")
  func placeWaits() async {
    let bench = bench(
      ["a.md": "# Alpha\n", "b.md": "# Beta\n"], place: "notes://editor/beta")
    await bench.start()
    #expect(bench.stack == "Login")
    await bench.type("open")
    await bench.press("Enter")
    await bench.settle()
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.lines[1].contains("# Beta"))
  }

  @Test("K13 a module opened by name waits for the login, and then opens over the list")
  func moduleWaits() async {
    let bench = bench(place: "notes://trash")
    await bench.start()
    #expect(bench.stack == "Login")
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList > Trash")
  }

  @Test("The vault locks after the idle time, and each key restarts the time")
  func idle() async {
    let bench = bench(lockAfter: .seconds(600))
    await bench.start()
    await bench.type("open")
    await bench.press("Enter")
    bench.scheduler.advance(by: .seconds(599))
    await bench.press("j")
    bench.scheduler.advance(by: .seconds(599))
    #expect(bench.stack == "NoteList")
    bench.scheduler.advance(by: .seconds(1))
    #expect(bench.stack == "Login")
    await bench.settle()
    #expect(bench.app.container.vault == nil)
    // At the login there is nothing to lock.
    bench.scheduler.advance(by: .seconds(6_000))
    #expect(bench.stack == "Login")
  }

  @Test("A clock that jumps, as after sleep, locks the vault at the next check")
  func sleep() async {
    let bench = bench(lockAfter: .seconds(600))
    await bench.start()
    await bench.type("open")
    await bench.press("Enter")
    bench.clock.advance(by: .seconds(4_000))
    bench.scheduler.advance(by: .seconds(30))
    #expect(bench.stack == "Login")
  }

  @Test("A key after the idle time locks the vault, and does nothing else")
  func wakingKey() async {
    let bench = bench(lockAfter: .seconds(600))
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "Enter", "x")
    let journal = bench.journal
    // On a machine that slept, no timer has fired yet.
    bench.clock.advance(by: .seconds(4_000))
    await bench.type("open")
    #expect(bench.stack == "Login")
    #expect(journal?.kept(NoteID("a.md")) == Array("x# Alpha\none\n".utf8))
    #expect(!bench.driver.frame.text.contains("Alpha"))
    await bench.press("Enter")
    #expect(bench.stack == "Login")
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList > Editor")
  }

  @Test("An event that is not a key also locks the vault after the idle time")
  func wakingWithoutKey() async {
    let bench = bench(lockAfter: .seconds(600))
    await bench.start()
    await bench.type("open")
    await bench.press("Enter")
    bench.clock.advance(by: .seconds(600))
    bench.app.process([.resize(Size(columns: 80, rows: 12))])
    #expect(bench.stack == "Login")
  }

  @Test("Ctrl-Z locks the vault before the program stops, unless locking is off")
  func stopping() async {
    for (lockAfter, stack) in [(600, "Login"), (0, "NoteList > Editor")] {
      let bench = bench(lockAfter: .seconds(lockAfter))
      var stackWhenStopped = ""
      bench.app.suspend = { [unowned bench] in stackWhenStopped = bench.stack }
      await bench.start()
      await bench.type("open")
      await bench.press("Enter", "Enter")
      bench.app.goToShell()
      #expect(stackWhenStopped == stack)
    }
  }

  @Test("Each vault locks after its own time, but never later than the person's setting")
  func eachVault() async {
    let plain = VaultSummary(id: VaultID(NotePath("/home/ada/plain")), name: "plain")
    for (own, vaults, limit) in [("10", "0", 600), ("10", "1", 60), ("0", "5", 300)] {
      var (loose, diarys) = (SettingValues(), SettingValues())
      loose.values[.lockAfter] = "0"
      diarys.values[.lockAfter] = vaults
      let bench = AppBench(
        ["a.md": "# Alpha"], vault: "/home/ada/plain",
        vaults: StubVaults(summaries: [diary, plain]),
        lockAfter: .seconds(60 * (Int(own) ?? 0)),
        vaultSettings: [plain.id: loose, diary.id: diarys])
      await bench.start()
      await bench.press("V", "Enter")
      await bench.type("open")
      await bench.press("Enter")
      #expect(bench.stack == "NoteList")
      bench.scheduler.advance(by: .seconds(limit - 1))
      #expect(bench.stack == "NoteList")
      bench.scheduler.advance(by: .seconds(1))
      #expect(bench.stack == "Login")
    }
  }

  @Test("If unsaved text cannot be saved, the vault does not lock, and a message says why")
  func cannotKeep() async {
    let bench = bench(lockAfter: .seconds(600))
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "Enter", "x")
    bench.journal?.fail(next: .noSpace(NotePath("a.md")))
    await bench.press("F10")
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.driver.frame.text.contains("Not locked, because text would be lost."))
    await bench.press("F10")
    #expect(bench.stack == "Login")
  }

  @Test("A plain vault cannot be locked and has no passphrase, and a message says so")
  func plain() async {
    let bench = AppBench(["a.md": "# Alpha"], lockAfter: .seconds(600))
    await bench.start()
    await bench.press("F10")
    #expect(bench.stack == "NoteList")
    #expect(bench.driver.frame.text.contains("This vault is not encrypted"))
    await bench.press("j", "M-K")
    #expect(bench.driver.frame.text.contains("it has no passphrase"))
    #expect(bench.lines.last?.contains("F10") == false)
    bench.scheduler.advance(by: .seconds(6_000))
    #expect(bench.stack == "NoteList")
  }

  @Test("Changing the passphrase leaves the open screens as they are")
  func changes() async {
    let bench = bench()
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "Enter", "M-K")
    #expect(bench.stack == "NoteList > Editor > Login")
    await bench.type("open")
    await bench.press("Enter")
    await bench.type("new")
    await bench.press("Enter")
    await bench.type("new")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.driver.frame.text.contains("The passphrase is changed."))
    await bench.press("M-K", "Esc")
    #expect(bench.stack == "NoteList > Editor")
    #expect(bench.leaks == [])
  }

  @Test("Switching vaults and quitting discard the keys")
  func dropsKeys() async {
    let vaults = StubVaults(summaries: [diary])
    let bench = AppBench(["a.md": "# Alpha"], vaults: vaults)
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "V")
    #expect(vaults.kept.lockings.withLock { $0 } == 1)
    await bench.press("Enter")
    await bench.type("open")
    await bench.press("Enter")
    #expect(bench.stack == "NoteList")
    await bench.press("q")
    #expect(bench.app.ending?.exitCode == 0)
    #expect(vaults.kept.lockings.withLock { $0 } == 2)
  }

  /// The list of the open vault after E was pressed; `edit` replaces the person's editor.
  private func pressE(_ edit: (([UInt8], String) -> PrivateEditing)?) async -> AppBench {
    let bench = bench()
    bench.app.programs.edit = { _ in
      Issue.record("a file on the disk was edited")
      return nil
    }
    bench.app.programs.editPrivately = edit
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "E")
    return bench
  }

  @Test("An encrypted note goes to another program only after a question, and without its name")
  func outside() async throws {
    var given: [String] = []
    let bench = await pressE { text, name in
      given += [String(decoding: text, as: UTF8.self), name]
      return .ended(text: text + Array("two\n".utf8), problem: nil)
    }
    #expect(bench.stack == "NoteList > Prompt" && given == [])
    #expect(bench.driver.frame.text.contains("Hand this note to your editor unencrypted?"))
    await bench.press("n")
    #expect(bench.stack == "NoteList" && given == [])
    await bench.press("E", "y")
    #expect(given == ["# Alpha\none\n", "note.md"])
    #expect(try await bench.store?.read(NoteID("a.md")).bytes == Array("# Alpha\none\ntwo\n".utf8))
  }

  @Test("If the outside editor outlasts the idle time, its text is saved before the vault locks")
  func outsideForLong() async throws {
    let bench = bench(lockAfter: .seconds(600))
    bench.app.programs.swapsToDisk = true
    bench.app.programs.edit = { _ in nil }
    bench.app.programs.editPrivately = { [unowned bench] text, _ in
      bench.clock.advance(by: .seconds(4_000))
      return .ended(text: text + Array("two\n".utf8), problem: nil)
    }
    await bench.start()
    await bench.type("open")
    await bench.press("Enter", "E")
    let text = bench.lines.joined(separator: " ")
    #expect(text.contains("Nothing") && text.contains("swap"), "\(text)")
    let store = try #require(bench.store)
    await bench.press("y")
    #expect(try await store.read(NoteID("a.md")).bytes == Array("# Alpha\none\ntwo\n".utf8))
    #expect(bench.stack == "Login")
  }

  @Test("If the note cannot be handed over, a message says why, and the note is unchanged")
  func nowhere() async throws {
    let none = await pressE(nil)
    #expect(none.stack == "NoteList")
    #expect(none.driver.frame.text.contains("no terminal here for another program"))
    let bench = await pressE { _, _ in .failed("There is no memory.") }
    await bench.press("y")
    #expect(bench.driver.frame.text.contains("There is no memory."))
    #expect(try await bench.store?.read(NoteID("a.md")).bytes == Array("# Alpha\none\n".utf8))
  }

  @Test("Outside edits of a note that changed meanwhile are saved as a separate note")
  func outsideConflict() async throws {
    let bench = await pressE { _, _ in .failed("not yet") }
    let store = try #require(bench.store)
    bench.app.programs.editPrivately = { _, _ in
      // While the editor has the terminal, another writer changes the note.
      let isDone = DispatchSemaphore(value: 0)
      Task.detached {
        await store.change(NoteID("a.md"), to: "# theirs")
        isDone.signal()
      }
      isDone.wait()
      return .ended(text: Array("mine".utf8), problem: nil)
    }
    await bench.press("y")
    #expect(try await store.read(NoteID("a.md")).bytes == Array("# theirs".utf8))
    let name = "a (conflict 2026-03-02 0900).md"
    #expect(bench.app.router.notice.contains(name))
    #expect(try await store.read(NoteID(name)).bytes == Array("mine".utf8))
  }

  @Test(
    "A locked position is encoded and decoded; other bytes decode to nil",
    arguments: [
      LockedPosition.note(NoteID("a b/ü\n.md"), cursor: 7), .note(NoteID(" "), cursor: 0), .draft,
    ])
  func places(place: LockedPosition) {
    #expect(LockedPosition(place.bytes) == place)
    #expect(LockedPosition([]) == nil)
    #expect(LockedPosition(Array("x y".utf8)) == nil)
  }
}
