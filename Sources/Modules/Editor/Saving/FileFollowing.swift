import Comparing
import Daily
import Entities
import Saving
import Services
import TextEngine
import Viper

/// Follows changes of the note's file by other programs, runs and windows.
@MainActor
final class FileFollowing {
  private let document: EditorDocument
  private let unsaved: UnsavedText
  private var isChecking = false
  /// Another change was reported during a check or a save.
  private var mustCheckAgain = false
  /// The digest of the file's text that was reported as a conflict, so that it is reported once.
  private var reportedConflict: UInt64?

  init(_ document: EditorDocument, _ unsaved: UnsavedText) {
    (self.document, self.unsaved) = (document, unsaved)
  }

  /// Merges what others wrote into the text as an edit. If both changed the same lines, nothing changes
  /// and the conflict is reported.
  func check() {
    // Reading notices changes by itself.
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
    // After an edit or a save the result is about another text.
    if document.isSaving || document.note != note || document.base?.stamp != stamp
      || document.revision != revision
    {
      mustCheckAgain = true
    } else if case .success(let change) = result {
      follow(change)
    }
    // A failure is reported by the next save.
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
    case .changed(let theirs, let edit?):
      if let base = document.base { document.lastSave?.othersChanged(base.text, to: theirs.text) }
      acknowledge(theirs.stamp)
      unsaved.adopt(theirs, edit, as: document.isDirty ? .merged : .followed)
      if document.history.isAtSavedPoint {
        unsaved.remove()
        document.send(.matchesFile)
      }
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
      // The text may have changed with the move.
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

  // MARK: - Conflicts

  /// Merges what others wrote into the text, with marks where both changed the same lines.
  func markConflicts() {
    guard document.isLoaded, document.isWhole, !document.isSaving, let note = document.note
    else { return }
    // A note that others made meanwhile may have the same template.
    let old = document.base?.text ?? document.planned.map { Rope($0.text.bytes) } ?? Rope()
    let (reader, text, revision) = (document.files.reader, document.text, document.revision)
    let ending = document.session.format.ending
    document.scope.run(
      {
        let theirs = try await reader.readAll(note)
        guard max(text.byteCount, theirs.text.byteCount, old.byteCount) <= TextSize.merged
        else { throw NoteStoreError.tooLarge(note.path, bytes: theirs.text.byteCount) }
        let merged = MarkedLines.merge(
          old.bytes, text.bytes, theirs.text.bytes, names: ConflictMarks.names,
          ending: ending.bytes)
        return (theirs, RopePatch.edit(in: text, becoming: Rope(merged.bytes)), merged.conflicts)
      },
      done: { [weak self] theirs, edit, count in
        guard let self else { return }
        // After an edit the texts are compared again.
        guard document.revision == revision else { return check() }
        reportedConflict = nil
        document.lastSave?.othersChanged(old, to: theirs.text)
        unsaved.adopt(theirs, edit, as: .marked(conflicts: count))
      },
      failed: { [weak document] in document?.send(.savingFailed($0.explanation)) })
  }
}
