import Entities
import Services
import TextEngine
import Viper

/// What other programs, other runs and other windows do to the note's file.
extension EditorInteractor {
  /// The text follows its file: what others wrote comes in as edits, unless both changed the same
  /// lines; then nothing changes, and it is told.
  func noteChangedOutside() {
    guard isLoaded, let note, let base else { return }
    if saving.isUnderWay || looking.isUnderWay {
      looking.again = true
      return
    }
    looking.isUnderWay = true
    let (saver, text, revision) = (saver, text, revision)
    scope.run(
      { try await saver.look(at: note, since: base, text: text.bytes) },
      then: { [weak self] result in
        self?.looked(result, at: note, since: base.stamp, revision: revision)
      })
  }

  private func looked(
    _ result: Result<NoteSaver.Look, any Error>, at note: NoteID, since stamp: NoteStamp,
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

  private func take(_ look: NoteSaver.Look) {
    switch look {
    case .same(let stamp):
      base?.stamp = stamp
      looking.isGone = false
      looking.conflict = nil
    case .changed(let content, let patch?):
      looking.isGone = false
      looking.conflict = nil
      let wasDirty = isDirty
      base = content
      takeIn(patch, as: wasDirty ? .merged : .followed)
      if text.bytes == content.bytes {
        history.markSaved()
        keeping.next { journal.forget(note, draft: draft) }
        output?.textIsTheFiles()
      } else {
        history.forgetSavedPoint()
      }
    case .changed(let content, nil):
      looking.isGone = false
      guard looking.conflict != content.stamp.digest else { return }
      looking.conflict = content.stamp.digest
      output?.noteIsInConflict()
    case .moved(let place, let content):
      let kept = (note, draft)
      note = place
      base = content
      if isDirty, let problem = keepNow() {
        output?.keepingFailed(problem)
      } else {
        keeping.next { journal.forget(kept.0, draft: kept.1) }
      }
      output?.noteWasMoved(to: place)
    case .gone:
      if looking.isGone { return }
      looking.isGone = true
      output?.noteIsGone()
    }
  }

  /// One step, which undo takes away again.
  func takeIn(_ patch: TextPatch, as kind: EditorOutsideChange) {
    guard let first = patch.changes.first else { return }
    let edit = patch.edit(of: text)
    let place = Selections(Selection(at: ByteOffset(first.range.lowerBound)))
    apply(edit, as: .other, from: place, to: place.mapped(through: edit))
    output?.textTookIn(edit, as: kind)
  }
}
