import Daily
import Entities
import Services
import TextEngine
import Viper

/// Follows what other programs, other runs and other windows do to the note's file.
@MainActor
final class FileFollowing {
  private let document: EditorDocument
  private let unsaved: UnsavedText
  private var isChecking = false
  /// More happened during a check or a save.
  private var mustCheckAgain = false
  /// The text of the file that was reported to be in conflict, so that it is reported once.
  private var reportedConflict: UInt64?

  init(_ document: EditorDocument, _ unsaved: UnsavedText) {
    (self.document, self.unsaved) = (document, unsaved)
  }

  /// What others wrote comes into the text as an edit, unless both changed the same lines; then nothing
  /// changes, and it is reported.
  func check() {
    // A change during the reading is noticed by the reading.
    guard document.isLoaded, document.isWhole, let note = document.note, let base = document.base
    else { return }
    if document.isSaving || isChecking {
      mustCheckAgain = true
      return
    }
    isChecking = true
    let (files, text, revision) = (document.files, document.text, document.revision)
    document.scope.run(
      { try await files.change(of: note, since: base, text: text) },
      then: { [weak self] result in
        self?.checked(result, note, since: base.stamp, revision: revision)
      })
  }

  func saveEnded(succeeded: Bool) {
    if succeeded { reportedConflict = nil }
    checkAgainIfNeeded()
  }

  private func checked(
    _ result: Result<MergingStore.FileChange, any Error>, _ note: NoteID, since stamp: NoteStamp,
    revision: Int
  ) {
    isChecking = false
    // Someone typed or saved meanwhile: the file was compared with another text.
    if document.isSaving || document.note != note || document.base?.stamp != stamp
      || document.revision != revision
    {
      mustCheckAgain = true
    } else if case .success(let change) = result {
      follow(change)
    }
    // What cannot be read now is reported by the next save.
    checkAgainIfNeeded()
  }

  private func checkAgainIfNeeded() {
    guard mustCheckAgain, !document.isSaving, !isChecking else { return }
    mustCheckAgain = false
    check()
  }

  private func follow(_ change: MergingStore.FileChange) {
    switch change {
    case .unchanged(let stamp): acknowledge(stamp)
    case .changed(let theirs, _) where theirs.text == document.base?.text:
      acknowledge(theirs.stamp)
    case .changed(let theirs, let edit?):
      acknowledge(theirs.stamp)
      incorporate(edit, of: theirs)
    case .changed(let theirs, nil):
      document.isFileGone = false
      guard reportedConflict != theirs.stamp.digest else { return }
      reportedConflict = theirs.stamp.digest
      document.send(.conflictFound)
    case .moved(let note, let stamp):
      let former = document.note
      document.note = note
      document.base?.stamp = stamp
      document.isFileGone = false
      // Its text may have been changed as it moved.
      mustCheckAgain = true
      unsaved.noteWasMoved(from: former)
      document.send(.fileMoved(to: note))
    case .removed:
      if document.isFileGone { return }
      document.isFileGone = true
      document.send(.fileRemoved)
    }
  }

  private func acknowledge(_ stamp: NoteStamp) {
    document.base?.stamp = stamp
    document.isFileGone = false
    reportedConflict = nil
  }

  private func incorporate(_ edit: Edit, of theirs: NoteBase) {
    let wasDirty = document.isDirty
    document.base = theirs
    document.incorporate(edit, as: wasDirty ? .merged : .followed)
    if document.text == theirs.text {
      document.history.markSaved()
      unsaved.begin()
      unsaved.remove()
      document.send(.matchesFile)
    } else {
      document.history.forgetSavedPoint()
      unsaved.begin(differing: true)
    }
  }

  // MARK: - Conflicts

  /// Brings what others wrote into the text although both changed the same lines, marked there.
  func markConflicts() {
    guard document.isLoaded, document.isWhole, !document.isSaving, let note = document.note
    else { return }
    // A note that others made meanwhile may have begun with the same template.
    let old = document.base?.text ?? document.planned.map { Rope($0.text.bytes) } ?? Rope()
    let (reader, text, revision) = (document.files.reader, document.text, document.revision)
    let ending = document.session.format.ending
    document.scope.run(
      {
        let theirs = try await reader.readAll(note)
        guard max(text.byteCount, theirs.text.byteCount, old.byteCount) <= TextSize.merged
        else { throw NoteStoreError.tooLarge(note.path, bytes: theirs.text.byteCount) }
        let merged = ConflictMarks.merging(
          base: old.bytes, mine: text.bytes, theirs: theirs.text.bytes, ending: ending)
        return (theirs, RopePatch.edit(in: text, becoming: Rope(merged.text)), merged.count)
      },
      done: { [weak self] theirs, edit, count in
        self?.mark(theirs, edit, count, revision: revision)
      },
      failed: { [weak document] in document?.send(.savingFailed($0.explanation)) })
  }

  private func mark(_ theirs: NoteBase, _ edit: Edit, _ count: Int, revision: Int) {
    // Someone typed meanwhile: it is compared again.
    guard document.revision == revision else { return check() }
    document.base = theirs
    reportedConflict = nil
    document.incorporate(edit, as: .marked(conflicts: count))
    document.history.forgetSavedPoint()
    unsaved.begin(differing: true)
  }
}
