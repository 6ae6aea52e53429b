import Entities
import Services
import TextEngine
import Viper

/// What other programs, other runs and other windows do to the note's file.
extension EditorInteractor {
  /// The text follows its file: what others wrote comes in as an edit, unless both changed the same
  /// lines; then nothing changes, and it is told.
  func noteChangedOutside() {
    // What changes while it is read is told by the reading.
    guard isLoaded, loading == nil, let note, let base else { return }
    if saving.isUnderWay || looking.isUnderWay {
      looking.again = true
      return
    }
    looking.isUnderWay = true
    let (saver, text, revision) = (saver, text, revision)
    scope.run(
      { try await saver.look(at: note, since: base, text: text) },
      then: { [weak self] result in
        self?.looked(result, at: note, since: base.stamp, revision: revision)
      })
  }

  private func looked(
    _ result: Result<TextSaver.Look, any Error>, at note: NoteID, since stamp: NoteStamp,
    revision: Int
  ) {
    looking.isUnderWay = false
    // Someone typed or saved meanwhile: what was seen was compared with another text.
    if saving.isUnderWay || self.note != note || base?.stamp != stamp || self.revision != revision {
      looking.again = true
    } else if case .success(let look) = result {
      take(look)
    }
    // What cannot be read now is told by the next save.
    lookAgainIfAsked()
  }

  func lookAgainIfAsked() {
    guard looking.again, !saving.isUnderWay, !looking.isUnderWay else { return }
    looking.again = false
    noteChangedOutside()
  }

  private func take(_ look: TextSaver.Look) {
    switch look {
    case .same(let stamp):
      base?.stamp = stamp
      looking.isGone = false
      looking.conflict = nil
    case .changed(let theirs, _) where theirs.text == base?.text:
      base?.stamp = theirs.stamp
      looking.isGone = false
      looking.conflict = nil
    case .changed(let theirs, let edit?):
      looking.isGone = false
      looking.conflict = nil
      takeIn(edit, of: theirs)
    case .changed(let theirs, nil):
      looking.isGone = false
      guard looking.conflict != theirs.stamp.digest else { return }
      looking.conflict = theirs.stamp.digest
      send(.conflictFound)
    case .moved(let place, let stamp):
      let kept = (note, recovery.draft)
      note = place
      base?.stamp = stamp
      looking.isGone = false
      // Its text may have been changed as it moved.
      looking.again = true
      if isDirty, let problem = keepNow() {
        send(.storingFailed(problem))
      } else {
        keeper.forget(kept.0, draft: kept.1)
      }
      send(.fileMoved(to: place))
    case .gone:
      if looking.isGone { return }
      looking.isGone = true
      send(.fileRemoved)
    }
  }

  private func takeIn(_ edit: Edit, of theirs: NoteBase) {
    let wasDirty = isDirty
    base = theirs
    takeIn(edit, as: wasDirty ? .merged : .followed)
    if text == theirs.text {
      history.markSaved()
      keeper.begin(over: TextBase(theirs.stamp))
      keeper.forget(note, draft: recovery.draft)
      send(.matchesFile)
    } else {
      history.forgetSavedPoint()
      keeper.begin(over: TextBase(theirs.stamp), from: theirs.text, to: text)
    }
  }

  /// One step, which undo takes away again.
  func takeIn(_ edit: Edit, as kind: EditorOutsideChange) {
    guard let first = edit.changes.first else { return }
    let place = Selections(Selection(at: first.before.lowerBound))
    apply(
      edit, as: .other, from: place, to: place.mapped(through: edit), isOwn: false)
    send(.changed(kind))
  }
}
