import Entities
import Services
import Viper

/// Text that earlier runs kept and never saved.
extension NoteListInteractor {
  func reportUnsaved() {
    lookForUnsaved { interactor, notes, hasDraft in
      guard !notes.isEmpty || hasDraft else { return }
      interactor.screen?.unsavedTextWasFound(
        named: notes.map { $0.path.stem.text }, andDraft: hasDraft)
    }
  }

  /// Notes in their order, then the new ones, then from the start again: text that somebody looked
  /// at and left for later does not stand before the rest.
  func findUnsaved() {
    lookForUnsaved { interactor, notes, hasDraft in
      let last = interactor.lastUnsaved
      let following = notes.first { note in last.map { $0.path < note.path } ?? true }
      let next = following ?? (hasDraft ? nil : notes.first)
      interactor.lastUnsaved = next
      if next == nil, !hasDraft {
        interactor.screen?.nothingIsUnsaved()
      } else {
        interactor.screen?.nextUnsavedIs(next)
      }
    }
  }

  private func lookForUnsaved(
    then tell: @escaping @MainActor (NoteListInteractor, [NoteID], _ hasDraft: Bool) -> Void
  ) {
    let journal = services.journal
    scope.run(
      { (journal.unsavedNotes(), journal.recovered(nil) != nil) },
      then: { [weak self] result in
        guard let self, case .success((let notes, let hasDraft)) = result else { return }
        tell(self, notes, hasDraft)
      })
  }
}
