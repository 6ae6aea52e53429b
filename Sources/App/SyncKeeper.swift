import Entities
import Services
import Sync
import Viper

/// The sync of an open vault: what runs it without a person, and what is told where no screen shows it.
///
/// By itself it syncs when the vault opens, a minute after the last change, every ten minutes, and before
/// the program ends. A remote that is away is asked again after 1, 2, 4… 60 minutes.
@MainActor
final class SyncKeeper {
  let interactor: SyncInteractor

  private let scheduler: any Scheduler
  private let isOn: () -> Bool
  /// What the title line says beside the vault's name may be another now.
  var mark: ((SyncFacts) -> Void)?
  /// What a person who asked for a sync is told, where its screen is not the one in sight.
  var report: ((SyncFacts) -> Void)?
  private var next: Timer?
  private var failures = 0
  private var hasChanges = false
  private var atEnd: (() -> Void)?

  private static let firstPause = Duration.seconds(1)
  private static let pauseAfterChange = Duration.seconds(60)
  private static let period = Duration.seconds(600)
  private static let lastWait = Duration.seconds(3)

  init(interactor: SyncInteractor, scheduler: any Scheduler, isOn: @escaping () -> Bool) {
    self.interactor = interactor
    self.scheduler = scheduler
    self.isOn = isOn
    interactor.add(self)
  }

  /// The first frame goes before it.
  func start() { schedule(after: Self.firstPause) }

  func stop() {
    next?.cancel()
    interactor.end()
  }

  /// Syncs what was changed before the program ends, and calls `then` after it, or after three seconds.
  /// False where there is nothing to wait for.
  func finish(then: @escaping () -> Void) -> Bool {
    guard isOn(), hasChanges, failures == 0, atEnd == nil else { return false }
    atEnd = then
    interactor.syncByItself()
    next?.cancel()
    next = scheduler.schedule(after: Self.lastWait) { [weak self] in self?.end() }
    return true
  }

  private func end() {
    let then = atEnd
    atEnd = nil
    then?()
  }

  private func schedule(after pause: Duration) {
    next?.cancel()
    next = scheduler.schedule(after: pause) { [weak self] in
      guard let self else { return }
      if self.isOn() { self.interactor.syncByItself() } else { self.schedule(after: Self.period) }
    }
  }

  private var pauseAfterFailure: Duration { .seconds(60) * (1 << min(failures - 1, 6)) }
}

extension SyncKeeper: VaultListener {
  func notesChangedOutside(_ notes: Set<NoteID>) {
    guard !interactor.facts.isRunning, !notes.isEmpty else { return }
    hasChanges = true
    if failures == 0 { schedule(after: Self.pauseAfterChange) }
  }
}

extension SyncKeeper: SyncInteractorOutput {
  func syncChanged() {
    mark?(interactor.facts)
    guard !interactor.facts.isRunning else { return }
    if atEnd != nil { return end() }
  }

  func syncEnded(byPerson: Bool) {
    let facts = interactor.facts
    if facts.failure == nil || facts.isFetchedOnly {
      failures = 0
      hasChanges = false
      schedule(after: Self.period)
    } else {
      failures += 1
      schedule(after: min(pauseAfterFailure, .seconds(3600)))
    }
    if byPerson { report?(facts) }
  }

  /// What the title line says beside the vault's name: nothing while all is well. A locked vault has
  /// another line for what it waits for. `key` is the one that syncs.
  static func mark(for facts: SyncFacts, key: String?) -> String {
    let key = key.map { ": \($0)" } ?? ""
    // It leads to the sync's own screen then, where Esc stops it.
    if facts.isWaiting { return "waiting for the remote\(key)" }
    if facts.isRunning { return "syncing" }
    if !facts.conflicts.isEmpty { return SyncWords.counted(facts.conflicts.count, "conflict") }
    switch facts.failure {
    case nil, .cancelled?, .nothingToUndo?, .notSetUp?, .locked?: return ""
    case .offline?, .timedOut?: return "offline"
    case .needs(let need)?: return "sync needs \(need.thing)\(key)"
    case .asks?, .keysDiffer?, .notByHandYet?, .notLetIn?, .unknownHost?: return "sync needs you"
    case .some: return "not synced"
    }
  }
}

extension SyncFacts {
  /// The vault is locked, and that went as it should.
  fileprivate var isFetchedOnly: Bool {
    if case .locked? = failure { true } else { false }
  }
}
