import Entities
import Saving
import Services
import TextEngine
import Viper

/// How going back to the last save went.
enum EditorGoneBack: Equatable, Sendable {
  /// The text was that of the last save already.
  case unchanged
  /// The text went back. If the file has another one, a save follows.
  case changed(isSaving: Bool)
  /// What others wrote since is in the same lines, so that nothing was changed.
  case mixed
  case stillReading
}

/// Goes back to the last save that the person asked for.
extension NoteSaving {
  /// One step that can be undone, over what was saved after pauses. What others wrote stays.
  func goBack() {
    guard document.isLoaded, document.isWhole, let lastSave = document.lastSave else {
      return document.send(.wentBack(.stillReading))
    }
    if document.isSaving {
      afterSave = { [weak self] in self?.goBack() }
      return
    }
    let (text, revision) = (document.text, document.revision)
    if text.byteCount <= TextSize.readAtOnce, !lastSave.hasOthers, let last = lastSave.withOthers()
    {
      return goBack(by: RopePatch.edit(in: text, becoming: last))
    }
    document.scope.run(
      { lastSave.withOthers().map { RopePatch.edit(in: text, becoming: $0) } },
      then: { [weak self] result in
        guard let self else { return }
        if document.revision != revision || document.isSaving { return goBack() }
        guard let edit = (try? result.get()) ?? nil else {
          return document.send(.wentBack(.mixed))
        }
        goBack(by: edit)
      })
  }

  private func goBack(by edit: Edit) {
    if edit.isEmpty, !document.isDirty { return document.send(.wentBack(.unchanged)) }
    storeVersionOfDropped()
    let selections = document.session.selections
    document.history.closeStep()
    document.apply(
      edit, as: .other, from: selections, to: selections.mapped(through: edit), isOwn: false)
    document.history.closeStep()
    let differs = document.base.map { document.text != $0.text } ?? false
    guard differs, !document.isFileGone else { return endGoingBack(hasChanged: !edit.isEmpty) }
    document.send(.wentBack(.changed(isSaving: true)))
    save(inPassing: false)
  }

  /// The text is that of the file again, or a new one without a file.
  private func endGoingBack(hasChanged: Bool) {
    document.history.markSaved()
    unsaved.remove()
    unsaved.begin()
    storeUndo(TextBeingSaved(document.text))
    document.send(.wentBack(hasChanged ? .changed(isSaving: false) : .unchanged))
  }

  /// What was not saved yet is in no version, but may be missed later.
  private func storeVersionOfDropped() {
    guard document.isDirty, let note = document.note, document.base != nil,
      let versions = document.services.versionProblems?.versions,
      document.text.byteCount <= versions.largestText
    else { return }
    let (text, now) = (document.text, document.services.clock.now)
    document.scope.run(
      { try? await versions.keep(text.bytes, of: note, written: now) }, then: { _ in })
  }
}

extension EditorDocument {
  /// The person asked to save the current text, which is in the file.
  func markLastSave(_ text: Rope) { lastSave = LastSave(text, isInFile: true) }
}
