import Entities
import Services
import Trash

/// The use cases of the vault: all that commands reach it by.
extension CommandVault {
  var trash: TrashCases { TrashCases(services.store) }

  /// Has the index read what was changed. What a command did is done, even where this fails.
  func reindex(_ notes: [NoteID]) async {
    _ = try? await services.index.refresh(notes)
  }
}
