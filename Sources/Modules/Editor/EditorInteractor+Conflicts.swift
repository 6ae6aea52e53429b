import Daily
import Entities
import Services
import TextEngine
import Viper

/// What others wrote comes into the text although both changed the same lines, marked there.
extension EditorInteractor {
  func markConflicts() {
    guard isLoaded, loading == nil, !saving.isUnderWay, let note else { return }
    // Whoever made the note meanwhile may have begun with the same template.
    let old = base?.text ?? origin.planned.map { Rope($0.text.bytes) } ?? Rope()
    let (loader, text, revision) = (NoteLoader(store: saver.store), text, revision)
    let ending = session.format.ending
    scope.run(
      {
        let theirs = try await loader.all(of: note)
        guard max(text.byteCount, theirs.text.byteCount, old.byteCount) <= TextSize.merged
        else { throw NoteStoreError.tooLarge(note.path, bytes: theirs.text.byteCount) }
        let merged = ConflictMarks.merging(
          base: old.bytes, mine: text.bytes, theirs: theirs.text.bytes, ending: ending)
        return (theirs, RopePatch.edit(in: text, becoming: Rope(merged.text)), merged.count)
      },
      then: { [weak self] result in
        switch result {
        case .success(let (theirs, edit, count)):
          self?.mark(theirs, edit, count, revision: revision)
        case .failure(let error): self?.send(.savingFailed(error.explanation))
        }
      })
  }

  private func mark(_ theirs: NoteBase, _ edit: Edit, _ count: Int, revision: Int) {
    // Someone typed meanwhile: it is compared again.
    guard self.revision == revision else { return noteChangedOutside() }
    base = theirs
    looking.conflict = nil
    takeIn(edit, as: .marked(conflicts: count))
    history.forgetSavedPoint()
    keeper.begin(over: TextBase(theirs.stamp), from: theirs.text, to: text)
  }
}
