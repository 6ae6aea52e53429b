import CopyNames
import Daily
import Entities
import Services
import TextEngine
import Viper

/// Saves the text to its file, one save at a time, and gives a new note its name.
@MainActor
final class NoteSaving {
  /// Called after each save, with whether it succeeded.
  var onEnd: (Bool) -> Void = { _ in }

  private let document: EditorDocument
  private let unsaved: UnsavedText
  /// Another save was requested during this one, or before the text was read to its end; whether in
  /// passing. Nil: none was.
  private var requested: Bool?
  /// The name that was made of the note's first line. While it is the note's, and the note was not left,
  /// it follows that line.
  private var firstLineName: NoteID?

  init(_ document: EditorDocument, _ unsaved: UnsavedText) {
    (self.document, self.unsaved) = (document, unsaved)
  }

  /// Saves over what was read or saved last; what others wrote since is merged. `inPassing`: the person
  /// did not ask for it, so a file that someone removed is not made again.
  ///
  /// A save that is requested during another comes after it, with the text of then.
  func save(inPassing: Bool) {
    guard document.isLoaded else { return }
    if document.isSaving || !document.isWhole {
      requested = (requested ?? true) && inPassing
      return
    }
    requested = nil
    if document.isFileGone, inPassing { return }
    // A note that is not there yet is made only where that is asked for.
    guard document.isDirty || document.isFileGone || (document.isUnwritten && !inPassing) else {
      return document.send(.nothingToSave)
    }
    let (text, files) = (document.text, document.files)
    if let note = document.note, let base = document.base {
      let (makingAgain, naming) = (document.isFileGone, naming)
      run {
        let saved = try await files.save(text, to: note, over: base, makingAgain: makingAgain)
        return await naming?.named(saved, from: text, by: files) ?? saved
      }
    } else if let note = document.note {
      run { try await files.create(text, at: note) }
    } else {
      create(
        titled: document.planned?.title
          ?? DraftTitle.title(of: text, by: document.services.texts))
    }
  }

  /// Saves this text as a note of its own, beside the one that someone else changed.
  func saveBeside() {
    guard document.isLoaded, !document.isSaving, document.isWhole else { return }
    let clock = document.services.clock
    create(
      titled: ConflictName.title(of: document.name, at: clock.civil(clock.now)), beside: true)
  }

  /// The text was read to its end, or could not be: a save that waited for that comes now, or never.
  func readingEnded(isWhole: Bool) {
    guard let inPassing = requested.take() else { return }
    if isWhole { save(inPassing: inPassing) }
  }

  /// The note is left: links and people know it by the name that it has now.
  func fixName() { firstLineName = nil }

  private func create(titled title: String, beside: Bool = false) {
    let (text, files, note) = (document.text, document.files, document.note)
    let folder = note?.path.folder ?? document.newNoteFolder
    let planner = document.services.planner
    run(beside: beside) {
      var folder = folder
      if folder == nil { folder = await planner?.newNoteFolder() }
      return try await files.create(
        text, titled: title, in: folder ?? NotePath(""), keptAs: note)
    }
  }

  /// Nil where the note has a name that a person, a link or a template gave it.
  private var naming: FirstLineNaming? {
    guard let note = document.note, note == firstLineName else { return nil }
    return FirstLineNaming(document.services)
  }

  private func run(
    beside: Bool = false,
    _ write: @escaping @Sendable @concurrent () async throws -> MergingStore.Saved
  ) {
    document.isSaving = true
    let (sent, revision) = (TextBeingSaved(document.text), document.revision)
    let storeFirst = unsaved.saveBegan(sent)
    document.scope.run(
      {
        storeFirst()
        return try await write()
      },
      then: { [weak self] result in
        self?.ended(result, sent, revision: revision, beside: beside)
      })
  }

  private func ended(
    _ result: Result<MergingStore.Saved, any Error>, _ sent: TextBeingSaved, revision: Int,
    beside: Bool
  ) {
    document.isSaving = false
    switch result {
    case .success(let saved):
      succeeded(saved, sent, revision: revision, beside: beside)
      if requested.take() != nil, document.isDirty { save(inPassing: true) }
      onEnd(true)
    case .failure(let error):
      requested = nil
      unsaved.saveFailed()
      report(error)
      onEnd(false)
    }
  }

  private func succeeded(
    _ saved: MergingStore.Saved, _ sent: TextBeingSaved, revision: Int, beside: Bool
  ) {
    document.isFileGone = false
    let former = document.note
    document.note = saved.note
    if saved.formerName != nil || former == nil && document.planned == nil {
      firstLineName = saved.note
    }
    incorporate(saved, sent: sent.text, revision: revision)
    unsaved.noteWasSaved(formerName: former)
    // Before it is reported, since the note may be left for that.
    storeUndo(document.revision == revision ? sent : TextBeingSaved(document.text))
    if let old = saved.formerName {
      document.send(.renamed(from: old))
    } else if let former, former != saved.note, !beside {
      document.send(.fileMoved(to: saved.note))
    }
    document.send(beside ? .savedBeside(as: saved.note) : .saved(as: saved.note))
    document.words.countPending()
    reportVersionProblems()
  }

  /// Brings the text in line with what was written, which may have more in it than the text did.
  private func incorporate(_ saved: MergingStore.Saved, sent: Rope, revision: Int) {
    if document.revision == revision {
      document.base = saved.base
      unsaved.saveEnded(as: saved.base)
      if let edit = saved.edit {
        document.incorporate(edit, as: saved.formerName == nil ? .merged : .linksFollowed)
        unsaved.begin()
      }
      return document.history.markSaved()
    }
    if saved.edit != nil {
      let text = document.text
      // With the old base the next save finds their text in the file, and asks.
      guard let merged = RopeMerge.merge(base: sent, mine: text, theirs: saved.base.text) else {
        unsaved.saveFailed()
        return document.history.forgetSavedPoint()
      }
      document.incorporate(RopePatch.edit(in: text, becoming: merged), as: .merged)
      document.base = saved.base
      unsaved.begin(differing: true)
    } else {
      document.base = saved.base
      unsaved.saveEnded(as: saved.base)
    }
    // The file has a text that no undo leads to: this one was changed while it was written.
    document.history.forgetSavedPoint()
  }

  private func report(_ error: any Error) {
    switch error as? NoteStoreError {
    case .changedOutside: document.send(.savingConflicted)
    case .notFound where document.base != nil:
      document.isFileGone = true
      document.send(.fileRemoved)
    default: document.send(.savingFailed(error.explanation))
    }
  }

  /// After a save, because it is saves that make versions.
  private func reportVersionProblems() {
    guard let memory = document.services.versionProblems else { return }
    let versions = memory.versions
    document.scope.run(
      { await versions.problems() },
      then: { [weak document] problems in
        // Marked as reported only where they are.
        guard let output = document?.output else { return }
        let new = memory.report((try? problems.get()) ?? [])
        if !new.isEmpty { output.handle(.versionsHaveProblems(new)) }
      })
  }

  /// What can be undone is there again when the note is opened again. No harm is done where that fails.
  private func storeUndo(_ saved: TextBeingSaved) {
    guard let archive = document.services.undoArchive, let note = document.note, !document.isDirty
    else { return }
    let history = document.history
    document.scope.run({ try? await archive.store(history, for: saved, of: note) }, then: { _ in })
  }
}
