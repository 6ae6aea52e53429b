import Entities
import FakeTerminal
import Services
import Synchronization
import TestSupport
import Testing
import Viper

@testable import Sync

@MainActor
@Suite("Syncing without being asked")
struct AutoSyncTests {
  private let work = Work()
  private let scheduler = ManualScheduler()

  private final class Told: SyncInteractorOutput {
    var marks: [String] = []
    var reports = 0
    var isOn = true
    var hasEnded = false
    weak var interactor: SyncInteractor?

    func syncChanged() {
      let mark = interactor.map { SyncWords.mark(for: $0.facts, key: "M-y") } ?? "gone"
      if marks.last != mark { marks.append(mark) }
    }

    func syncEnded(byPerson: Bool) { if byPerson { reports += 1 } }
  }

  private let told = Told()

  private func autoSync(_ sync: GivenSync, _ addresses: Addresses? = nil) -> AutoSync {
    let autoSync = AutoSync(
      interactor: SyncInteractor(sync: sync, work: work), scheduler: scheduler,
      addresses: addresses,
      isOn: { [told] in told.isOn })
    told.interactor = autoSync.interactor
    autoSync.interactor.add(told)
    autoSync.start()
    return autoSync
  }

  private final class Addresses: NetworkAddresses {
    private let state = Mutex<Set<[UInt8]>>([[10, 0, 0, 7]])

    func current() -> Set<[UInt8]> { state.withLock { $0 } }
    func become(_ new: Set<[UInt8]>) { state.withLock { $0 = new } }
  }

  private func pass(_ duration: Duration) async {
    scheduler.advance(by: duration)
    await work.whenIdle()
  }

  private let automatic = GivenSync.Call.sync(SyncRequest(by: .automatic))

  @Test("Sync runs soon after the vault opens, and every ten minutes")
  func periodically() async {
    let sync = GivenSync(.ready())
    let autoSync = autoSync(sync)
    await pass(.seconds(2))
    #expect(sync.calls == [automatic])
    await pass(.seconds(599))
    #expect(sync.calls.count == 1)
    await pass(.seconds(2))
    #expect(sync.calls == [automatic, automatic])
    #expect(told.marks == ["syncing", "", "syncing", ""])
    #expect(told.reports == 0)
    autoSync.stop()
  }

  @Test("A change is sent one minute after the last one")
  func afterChanges() async {
    let sync = GivenSync(.ready())
    let autoSync = autoSync(sync)
    await pass(.seconds(2))
    for _ in 0..<3 {
      autoSync.notesChangedOutside([NoteID("a.md")])
      await pass(.seconds(40))
    }
    #expect(sync.calls.count == 1)
    await pass(.seconds(21))
    #expect(sync.calls.count == 2)
    autoSync.stop()
  }

  @Test("An unreachable remote is tried again after 1, 2, 4 minutes, and no sooner after a change")
  func backsOff() async {
    let away = SyncFailure.offline(remote: "origin", reason: "no route")
    let sync = GivenSync(.ready(), answers: Array(repeating: .failure(away), count: 3))
    let autoSync = autoSync(sync)
    await pass(.seconds(2))
    #expect(told.marks.last == "offline")
    autoSync.notesChangedOutside([NoteID("a.md")])
    await pass(.seconds(59))
    #expect(sync.calls.count == 1)
    await pass(.seconds(2))
    #expect(sync.calls.count == 2)
    await pass(.seconds(119))
    #expect(sync.calls.count == 2)
    await pass(.seconds(2))
    #expect(sync.calls.count == 3)
    await pass(.seconds(241))
    #expect(sync.calls.count == 4)
    #expect(told.marks.last == "")
    autoSync.stop()
  }

  @Test("A computer on a new network tries the remote at once, and restarts its waiting times")
  func otherNetwork() async {
    let away = SyncFailure.offline(remote: "origin", reason: "no route")
    let sync = GivenSync(.ready(), answers: Array(repeating: .failure(away), count: 5))
    let addresses = Addresses()
    let autoSync = autoSync(sync, addresses)
    for _ in 0..<4 { await pass(.seconds(241)) }
    #expect(sync.calls.count == 4)
    // Losing the network starts no sync; a network coming back does.
    addresses.become([])
    await pass(.seconds(20))
    addresses.become([[10, 0, 0, 7]])
    await pass(.seconds(9))
    #expect(sync.calls.count == 4)
    await pass(.seconds(3))
    #expect(sync.calls.count == 5)
    #expect(told.marks.last == "offline")
    await pass(.seconds(59))
    #expect(sync.calls.count == 5)
    await pass(.seconds(3))
    #expect(sync.calls.count == 6)
    #expect(told.marks.last == "")
    // After a successful sync a new address has no effect.
    addresses.become([[10, 0, 0, 8]])
    await pass(.seconds(300))
    #expect(sync.calls.count == 6)
    autoSync.stop()
  }

  @Test("A new network starts no sync if git itself failed or automatic sync is off")
  func otherNetworkIsNoHelp() async {
    let away = SyncFailure.offline(remote: "origin", reason: "no route")
    let sync = GivenSync(.ready(), answers: [.failure(.git("no")), .failure(away)])
    let addresses = Addresses()
    let autoSync = autoSync(sync, addresses)
    await pass(.seconds(2))
    addresses.become([[10, 0, 0, 8]])
    await pass(.seconds(50))
    #expect(sync.calls.count == 1)
    await pass(.seconds(10))
    #expect(sync.calls.count == 2)
    told.isOn = false
    addresses.become([[10, 0, 0, 9]])
    await pass(.seconds(60))
    #expect(sync.calls.count == 2)
    autoSync.stop()
  }

  @Test("Automatic sync does nothing while it is off, and begins when it is turned on")
  func off() async {
    told.isOn = false
    let sync = GivenSync(.ready())
    let autoSync = autoSync(sync)
    await pass(.seconds(700))
    #expect(sync.calls == [])
    #expect(!autoSync.finish(then: {}))
    told.isOn = true
    await pass(.seconds(600))
    #expect(sync.calls == [automatic])
    autoSync.stop()
  }

  @Test("Changes are sent before the program ends, and without changes the end waits for nothing")
  func finishes() async {
    let sync = GivenSync(.ready())
    let autoSync = autoSync(sync)
    await pass(.seconds(2))
    #expect(!autoSync.finish(then: {}))
    autoSync.notesChangedOutside([NoteID("a.md")])
    let isWaitedFor = autoSync.finish { [told] in told.hasEnded = true }
    #expect(isWaitedFor)
    #expect(!told.hasEnded)
    await work.whenIdle()
    #expect(told.hasEnded)
    #expect(sync.calls.count == 2)
    autoSync.stop()
  }

  @Test("Problems a person must know of are shown next to the vault's name")
  func marks() {
    var facts = SyncFacts()
    #expect(SyncWords.mark(for: facts, key: "M-y") == "")
    facts.status = .ready(conflicts: [NotePath("a.md"), NotePath("b.md")])
    #expect(SyncWords.mark(for: facts, key: "M-y") == "2 conflicts")
    facts.status = .ready()
    for (failure, mark) in [
      (SyncFailure.timedOut(remote: "origin"), "offline"),
      (.asks(.vanished(notes: 30, of: 40)), "sync needs you"),
      (
        .needs(CredentialNeed(.passphrase, of: "origin", .automatic, hasAgent: true)),
        "sync needs your passphrase: M-y"
      ),
      (.obstacle("A merge is under way."), "not synced"), (.cancelled, ""),
    ] {
      facts.failure = failure
      #expect(SyncWords.mark(for: facts, key: "M-y") == mark)
    }
    (facts.failure, facts.progress) = (nil, .fetching)
    #expect(SyncWords.mark(for: facts, key: "M-y") == "syncing")
    facts.isWaiting = true
    #expect(SyncWords.mark(for: facts, key: "F7") == "waiting for the remote: F7")
    #expect(SyncWords.mark(for: facts, key: nil) == "waiting for the remote")
  }
}
