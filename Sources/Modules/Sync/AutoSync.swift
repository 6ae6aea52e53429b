package import Entities
package import Services
package import Viper

/// Syncs a vault automatically: when it opens, a minute after the last change, every ten minutes,
/// and before the program ends. An unreachable remote is tried again after 1, 2, 4… 60 minutes, and
/// when this computer joins another network. It lives as long as its interactor and has no screen.
@MainActor
package final class AutoSync {
  package let interactor: SyncInteractor

  private let scheduler: any Scheduler
  private let addresses: (any NetworkAddresses)?
  private let isOn: () -> Bool
  private var next: Timer?
  private var nextLook: Timer?
  /// The computer's addresses when the last sync began, or when they were last checked.
  private var known: Set<[UInt8]> = []
  private var failures = 0
  private var hasChanges = false
  private var atEnd: (() -> Void)?

  private static let firstPause = Duration.seconds(1)
  private static let pauseAfterChange = Duration.seconds(60)
  private static let period = Duration.seconds(600)
  /// The time between two checks of the addresses, while a remote is unreachable.
  private static let pauseBetweenLooks = Duration.seconds(15)
  private static let lastWait = Duration.seconds(3)

  package init(
    interactor: SyncInteractor, scheduler: any Scheduler,
    addresses: (any NetworkAddresses)? = nil, isOn: @escaping () -> Bool
  ) {
    self.interactor = interactor
    self.scheduler = scheduler
    self.addresses = addresses
    self.isOn = isOn
    interactor.add(self)
  }

  /// Starts syncing, after the first frame was drawn.
  package func start() { schedule(after: Self.firstPause) }

  package func stop() {
    next?.cancel()
    nextLook?.cancel()
    interactor.end()
  }

  /// Syncs unsynced changes before the program ends, then calls `then`, after three seconds at the
  /// latest. Returns false if there is nothing to wait for.
  package func finish(then: @escaping () -> Void) -> Bool {
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

  /// Checks for another network while the remote is unreachable. Without one, a sync is pointless.
  private func lookForNetwork() {
    guard let addresses else { return }
    nextLook?.cancel()
    nextLook = scheduler.schedule(after: Self.pauseBetweenLooks) { [weak self] in
      guard let self else { return }
      let before = self.known
      self.known = addresses.current()
      if self.known != before, !self.known.isEmpty, self.isOn() {
        self.failures = 0
        self.schedule(after: Self.firstPause)
      } else {
        self.lookForNetwork()
      }
    }
  }

  private var pauseAfterFailure: Duration { .seconds(60) * (1 << min(failures - 1, 6)) }
}

extension AutoSync: VaultListener {
  package func notesChangedOutside(_ notes: Set<NoteID>) {
    guard !interactor.facts.isRunning, !notes.isEmpty else { return }
    hasChanges = true
    if failures == 0 { schedule(after: Self.pauseAfterChange) }
  }
}

extension AutoSync: SyncInteractorOutput {
  package func syncChanged() {
    let facts = interactor.facts
    if facts.progress == .checking { known = addresses?.current() ?? [] }
    if !facts.isRunning, atEnd != nil { end() }
  }

  package func syncEnded(byPerson: Bool) {
    let facts = interactor.facts
    nextLook?.cancel()
    // A locked vault only fetches, which counts as a success.
    if facts.failure == nil || facts.lockedCount != nil {
      failures = 0
      hasChanges = false
      schedule(after: Self.period)
    } else {
      failures += 1
      schedule(after: min(pauseAfterFailure, .seconds(3600)))
      if facts.trouble == .offline { lookForNetwork() }
    }
  }
}
