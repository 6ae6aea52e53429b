import Conflicts
import OpenVault
import Services
import Sync
import Terminal
import Viper

/// The sync of the open vault, by key and by itself.
extension NotesApp {
  /// Syncs without leaving the screen; where a person has to do something, goes to the sync's own.
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

  /// Sends what was written before the program ends; false where there is nothing to wait for.
  func syncAtEnd(then: @escaping () -> Void) -> Bool {
    container.vault?.sync?.finish(then: then) ?? false
  }

  /// What the title line says beside the vault's name.
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

  /// As the person has it; nil where none does.
  private var syncKey: String? {
    let row = zip(AppKeymap.map.bindings, wireframe.everywhere).first { $0.0.command == .sync }?.1
    return row?.keys.first
  }

  /// The report of a sync that a person asked for.
  private func report(_ facts: SyncFacts) {
    // Its own screen says it itself.
    guard !router.isAt(wireframe.sync()), !router.asks else { return }
    switch facts.failure {
    case .asks?, .notSetUp?, .keysDiffer?: open(.module("sync"))
    case let failure?: router.notice = failure.message
    case nil: router.notice = facts.report == nil ? "" : SyncWords.outcome(of: facts)
    }
  }

}

/// An open vault's, or of one that is fetched while it is locked.
extension NotesApp: SyncInteractorOutput {
  package func syncChanged() {
    if let locked = container.lockedSync {
      router.aside = SyncWords.fetched(locked.interactor.facts)
    } else {
      showMark()
    }
  }

  package func syncEnded(byPerson: Bool) {
    if byPerson, let sync = container.vault?.sync { report(sync.interactor.facts) }
  }
}

extension NotesApp: ConflictsInteractorOutput {
  package func conflictsChanged() { showMark() }
}
