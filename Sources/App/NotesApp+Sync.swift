import Conflicts
import OwnCommands
import Services
import Sync
import Terminal
import Viper

/// The sync of the open vault, by key and automatic.
extension NotesApp {
  /// Syncs without leaving the screen; opens the sync's screen if the person has to act.
  func syncNow() {
    guard container.vault != nil else { return }
    guard let sync = container.vault?.sync else {
      router.notice = "This vault is only read: nothing is synced."
      return
    }
    guard !sync.interactor.facts.isRunning else { return open(.module("sync")) }
    sync.interactor.sync(isDryRun: false)
  }

  func beginToSync(_ vault: VaultScope) {
    vault.conflicts?.add(self)
    guard let sync = vault.sync else { return }
    container.credentials.connect(to: CredentialInteractor(wireframe: CredentialRoutes(app: self)))
    sync.interactor.add(self)
    if !container.isReadOnly { sync.start() }
  }

  /// Syncs unsynced changes before the program ends; returns false if there is nothing to wait for.
  func syncAtEnd(then: @escaping () -> Void) -> Bool {
    container.vault?.sync?.finish(then: then) ?? false
  }

  /// Shows the mark next to the vault's name.
  private func showMark() {
    guard let vault = container.vault else { return }
    let facts = vault.sync?.interactor.facts ?? SyncFacts()
    let count = vault.conflicts?.facts.count(with: facts.conflicts) ?? facts.conflicts.count
    let saysConflicts = !facts.isRunning && !facts.conflicts.isEmpty
    let marks = [
      saysConflicts ? "" : SyncWords.mark(for: facts, key: syncKey),
      count == 0 ? "" : counted(count, "conflict"),
    ]
    router.chromeView.vaultMark = marks.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The key that syncs, as the person set it; nil if there is none.
  private var syncKey: String? {
    let row = zip(AppKeymap.map.bindings, wireframe.everywhere).first { $0.0.command == .sync }?.1
    return row?.keys.first
  }

  /// Shows the result of a sync that the person started.
  private func report(_ facts: SyncFacts) {
    // The sync's own screen shows it.
    guard !router.isAt(wireframe.sync()), !router.asks else { return }
    switch facts.failure {
    case .asks?, .notSetUp?, .keysDiffer?: open(.module("sync"))
    case let failure?: router.notice = failure.message
    case nil: router.notice = facts.report == nil ? "" : SyncWords.outcome(of: facts)
    }
  }

}

/// Reports of the open vault's sync, or of one that fetches a locked vault.
extension NotesApp: SyncInteractorOutput {
  package func syncChanged() {
    if let locked = container.lockedSync {
      router.aside = SyncWords.fetched(locked.interactor.facts)
    } else {
      showMark()
    }
  }

  package func syncEnded(byPerson: Bool) {
    if let facts = container.vault?.sync?.interactor.facts, facts.failure == nil {
      ownHooks.fire(.sync)
    }
    if byPerson, let sync = container.vault?.sync { report(sync.interactor.facts) }
  }
}

extension NotesApp: ConflictsInteractorOutput {
  package func conflictsChanged() {
    showMark()
    ownHooks.conflictsChanged(container.vault?.conflicts?.facts.count(with: []) ?? 0)
  }
}
