import Services
import Sync
import Terminal
import Viper

/// The sync of the open vault, by key and by itself.
extension NotesApp {
  /// Syncs without leaving the screen; where a person has to do something, goes to the sync's own.
  func syncNow() {
    guard container.vault != nil else { return }
    guard let sync = container.vault?.keepers.sync else {
      router.notice = "This vault is only read: nothing is synced."
      return
    }
    guard !sync.interactor.facts.isRunning else { return showSync() }
    sync.interactor.sync(isDryRun: false)
  }

  func beginToSync(_ vault: VaultScope) {
    vault.keepers.conflicts?.changed = { [weak self, weak vault] in self?.showMark(of: vault) }
    guard let sync = vault.keepers.sync else { return }
    container.credentials.connect(to: CredentialPresenter(wireframe: CredentialRoutes(app: self)))
    sync.mark = { [weak self, weak vault] _ in self?.showMark(of: vault) }
    sync.report = { [weak self] in self?.report($0) }
    if !container.isReadOnly { sync.start() }
  }

  /// What the title line says beside the vault's name.
  private func showMark(of vault: VaultScope?) {
    guard let vault, vault === container.vault else { return }
    let facts = vault.keepers.sync?.interactor.facts ?? SyncFacts()
    let count = vault.keepers.conflicts?.count(with: facts.conflicts) ?? facts.conflicts.count
    let saysConflicts = !facts.isRunning && !facts.conflicts.isEmpty
    let marks = [
      saysConflicts ? "" : SyncKeeper.mark(for: facts, key: syncKey),
      count == 0 ? "" : SyncWords.counted(count, "conflict"),
    ]
    router.chromeView.vaultMark = marks.filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// As the person has it; nil where none does.
  private var syncKey: String? {
    let row = zip(AppKeymap.map.bindings, wireframe.everywhere).first { $0.0.command == .sync }?.1
    return row?.keys.first
  }

  private func report(_ facts: SyncFacts) {
    // Its own screen says it itself.
    guard router.topName != "Sync", router.topName != "Prompt" else { return }
    switch facts.failure {
    case .asks?, .notSetUp?, .keysDiffer?: showSync()
    case let failure?: router.notice = failure.message
    case nil: router.notice = facts.report.map(SyncWords.outcome) ?? ""
    }
  }

  private func showSync() { open(place: "notes://sync") }
}
