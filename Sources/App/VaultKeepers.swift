import Conflicts
import Entities
import Services
import Sync
import Viper

/// What goes on in an open vault without a person.
@MainActor
struct VaultKeepers {
  /// Nil where nothing looks for conflicts.
  let conflicts: ConflictsKeeper?
  /// Nil where nothing syncs it.
  let sync: SyncKeeper?

  init(
    _ services: VaultServices, work: Work, scheduler: any Scheduler,
    syncsByItself: @escaping () -> Bool, saveAll: @escaping (@escaping () -> Void) -> Void,
    notesChanged: @escaping ([NoteID]) -> Void
  ) {
    conflicts = services.conflicts.map {
      ConflictsKeeper(
        interactor: ConflictsInteractor(
          conflicts: $0, work: work, saveAll: saveAll, notesChanged: notesChanged),
        scheduler: scheduler)
    }
    sync = services.sync.map {
      SyncKeeper(
        interactor: SyncInteractor(
          sync: $0, work: work, scheduler: scheduler, saveAll: saveAll, notesChanged: notesChanged),
        scheduler: scheduler, isOn: syncsByItself)
    }
  }

  func stop() {
    sync?.stop()
    conflicts?.stop()
  }
}
