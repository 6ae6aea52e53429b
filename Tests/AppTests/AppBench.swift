import Entities
import FakeTerminal
import OpenVault
import OwnCommands
import Secrets
import Services
import Synchronization
import Terminal
import TestSupport
import UseCases
import VaultSettings
import VaultLayers
import Viper

@testable import App

/// Vaults that a test names; those in `refused` do not open, and locked vaults open with "open".
struct StubVaults: Vaults {
  var summaries: [VaultSummary] = []
  var refused: [VaultID: VaultError] = [:]
  let kept = KeptPlaces()

  /// The positions that were saved when vaults were locked.
  final class KeptPlaces: Sendable {
    let places = Mutex<[VaultID: [UInt8]]>([:])
    let lockings = Mutex(0)
    let opened = Mutex<Set<VaultID>>([])
    /// If set, every opening waits for this latch.
    let answers = Mutex<Latch?>(nil)
  }

  /// Whether the vault's key is missing.
  func isClosed(_ id: VaultID) -> Bool { isLocked(id) && !kept.opened.withLock { $0.contains(id) } }

  func isLocked(_ id: VaultID) -> Bool { summaries.contains { $0.id == id && $0.isLocked } }

  func check(_ proof: VaultProof, of id: VaultID) async throws(VaultError) {
    let right = TypedSecret()
    right.append(Array("open".utf8))
    if proof != .passphrase(right) { throw .wrongPassphrase }
  }

  func changePassphrase(
    of id: VaultID, to passphrase: TypedSecret, proof: VaultProof
  ) async throws(VaultError) {
    try await check(proof, of: id)
  }

  func lock(_ id: VaultID, keeping place: [UInt8]) {
    kept.lockings.withLock { $0 += 1 }
    kept.opened.withLock { _ = $0.remove(id) }
    kept.places.withLock { $0[id] = place }
  }

  func takeSavedAddress(in id: VaultID) -> [UInt8]? {
    kept.places.withLock { $0.removeValue(forKey: id) }
  }

  func known() async -> [VaultSummary] { summaries }

  func open(_ id: VaultID, proof: VaultProof) async throws(VaultError) -> VaultSummary {
    if let error = refused[id] { throw error }
    if isLocked(id) { try await check(proof, of: id) }
    kept.opened.withLock { _ = $0.insert(id) }
    await kept.answers.withLock { $0 }?.pass()
    return summaries.first { $0.id == id } ?? VaultSummary(id: id, name: id.path.name.text)
  }

  func make(at place: String) async throws(VaultError) -> VaultSummary {
    VaultSummary(id: VaultID(NotePath(place)), name: NotePath(place).name.text)
  }
}

/// Passes everything on to a store and counts the reads, behind a gate if there is one.
final class CountingStore: LayeredStore {
  let reads = Mutex(0)
  let notes: MemoryNoteStore
  private let gate: Latch?

  init(_ store: MemoryNoteStore, gate: Latch? = nil) {
    notes = store
    self.gate = gate
  }

  var readCount: Int { reads.withLock { $0 } }

  func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    await gate?.pass()
    reads.withLock { $0 += 1 }
    return try await store.read(id)
  }
}

/// Makes vaults for an app that already exists.
@MainActor
private final class VaultMaker {
  var make: (VaultID) -> VaultServices = { _ in preconditionFailure("not made yet") }

  func made(_ id: VaultID) -> VaultServices { make(id) }
}

/// The whole app on a fake terminal, over notes in memory.
@MainActor
final class AppBench {
  let driver: FakeDriver
  let scheduler: ManualScheduler
  let clock = ManualClock()
  let work = Work()
  let app: NotesApp
  /// Weak, because only the open vault should hold the store.
  private(set) weak var store: MemoryNoteStore?
  private(set) weak var counter: CountingStore?
  private(set) weak var journal: MemoryJournal?
  /// The texts that an earlier opening of the vault saved, as a test sets them.
  var keptTexts: () -> [RecoveredText] = { [] }
  private(set) var vaultsMade: [VaultID] = []
  private let logged = Diary()
  var log: [String] { logged.lines }

  init(
    _ texts: [String: String] = [:], vault: String? = "/home/ada/notes", place: String? = nil,
    vaults: StubVaults = StubVaults(), lockAfter: Duration = .zero, left: [RecoveredText] = [],
    size: Size = Size(columns: 60, rows: 12), gate: Latch? = nil,
    vaultSettings: [VaultID: SettingValues] = [:], opener: (any AddressOpening)? = nil,
    lockedSync: (any VaultSync)? = nil, openings: Latch? = nil, themes: Themes = .standard,
    settingsStore: (any SettingsStore)? = nil, configuration: (any ConfigurationEvents)? = nil,
    ownKeys: @escaping @Sendable (_ tables: () -> [KeyTable]) -> UserKeys? = { _ in nil },
    ownCommands: String? = nil, ownProgram: any OwnProgramRunning = FakeOwnProgram(""),
    vaultStore: (any SettingsStore)? = nil, close: @escaping @Sendable () -> Void = {}
  ) {
    driver = FakeDriver(size: size)
    scheduler = ManualScheduler(turning: clock)
    var options = LaunchOptions()
    options.vault = vault.map { NotePath($0) }
    options.place = place
    options.tracesModules = true
    let maker = VaultMaker()
    var settings = SettingValues()
    settings.values[.lockAfter] = "\(lockAfter.components.seconds / 60)"
    let locked: @Sendable (VaultID) -> LockedVault? = { id in
      guard vaults.isClosed(id) else { return nil }
      return LockedVault(sync: lockedSync, settings: vaultSettings[id] ?? SettingValues())
    }
    let container = Container(
      vaults: vaults, clock: clock, scheduler: scheduler, work: work, opener: { opener },
      preferences: Preferences(
        settings, store: settingsStore, themes: themes, ownKeys: ownKeys,
        ownCommands: { ownCommands.map { OwnCommandFile(Array($0.utf8), path: "commands") } },
        ownProgram: ownProgram, vaultStore: { _ in vaultStore },
        watch: configuration.map { [work] in ConfigurationWatch(events: $0, work: work) }),
      locked: locked,
      open: { id in
        await openings?.pass()
        if let locked = locked(id) { return .locked(locked) }
        let settings = vaultSettings[id] ?? SettingValues()
        return .open(
          OpenedVault(await maker.made(id), settings: settings, isEncrypted: vaults.isLocked(id)))
      })
    let logged = logged
    app = NotesApp(
      container: container, driver: driver, options: options, log: { logged.lines.append($0) })
    maker.make = { [unowned self] id in
      let store = MemoryNoteStore(texts, clock: clock)
      let counter = CountingStore(store, gate: gate)
      // The next vault finds the text that was saved in the previous one.
      let journal = MemoryJournal(left: left + keptTexts())
      (self.store, self.counter, self.journal) = (store, counter, journal)
      self.vaultsMade.append(id)
      var services = VaultServices.inMemory(store)
      (services.store, services.journal) = (counter, journal)
      services.versions = MemoryVersions(clock: clock)
      services.lifetime.close = close
      return services
    }
  }

  var stack: String { app.router.stackDescription }
  var leaks: [String] { app.container.probe.leaks }
  var lines: [String] { driver.frame.lines }

  /// Waits until all work is done, as the event loop does between keys.
  func settle() async {
    await work.whenIdle()
    app.drawAndAnswerScripts()
  }

  func start() async {
    app.start()
    await settle()
  }

  func press(_ keys: Key...) async {
    for key in keys {
      app.process([.key(key)])
      await settle()
    }
  }

  func type(_ text: String) async {
    app.process(text.map { .key(Key(.character($0))) })
    await settle()
  }
}
