import CopyNames
import Daily
import Entities
import Saving
import Services
import TextEngine
import Viper

/// Saves the text to its file, one save at a time, and gives a new note its name.
@MainActor
final class NoteSaving {
  /// Called after each save, with whether it succeeded.
  var onEnd: (Bool) -> Void = { _ in }

  let document: EditorDocument
  let unsaved: UnsavedText
  /// The next save; nil without one. It was requested during a save, or before the text was read to its
  /// end.
  private var requested: Request?
  /// Runs once the running save has ended.
  var afterSave: (() -> Void)?
  /// The name that was made of the note's first line. It follows that line until the note is left or gets
  /// another name.
  private var firstLineName: NoteID?

  private struct Request {
    var inPassing: Bool
    var isAsked: Bool
  }

  /// What a save is for.
  enum Purpose { case same, beside, otherName }

  init(_ document: EditorDocument, _ unsaved: UnsavedText) {
    (self.document, self.unsaved) = (document, unsaved)
  }

  /// Saves the text; what others wrote since the last read or save is merged. `inPassing`: the person did
  /// not ask for the save, so a removed file is not made again. `isAsked`: its text is the one to which
  /// `:q!` goes back.
  ///
  /// A save that is requested during another one follows it, with the text of that time.
  func save(inPassing: Bool, isAsked: Bool = false) {
    guard document.isLoaded else { return }
    if document.isSaving || !document.isWhole {
      requested = Request(
        inPassing: (requested?.inPassing ?? true) && inPassing,
        isAsked: requested?.isAsked ?? false || isAsked)
      return
    }
    requested = nil
    if document.isFileGone, inPassing { return }
    // A planned note without edits is made only if the person asks for it.
    guard document.isDirty || document.isFileGone || (document.isUnwritten && !inPassing) else {
      if isAsked, document.base != nil { document.markLastSave(document.text) }
      return document.send(.nothingToSave)
    }
    let (text, files) = (document.text, document.files)
    if let note = document.note, let base = document.base {
      let (makingAgain, naming) = (document.isFileGone, naming)
      run(isAsked: isAsked) {
        let saved = try await files.save(text, to: note, over: base, makingAgain: makingAgain)
        return await naming?.named(saved, from: text, by: files) ?? saved
      }
    } else if let note = document.note {
      run(isAsked: isAsked) { try await files.create(text, at: note) }
    } else {
      let title =
        document.planned?.title ?? DraftTitle.title(of: text, by: document.services.naming.texts)
      run(isAsked: isAsked, document.creation(of: text, titled: title))
    }
  }

  /// Saves this text as a note of its own, because others changed this note.
  func saveBeside() {
    guard document.isLoaded, !document.isSaving, document.isWhole else { return }
    let clock = document.services.clock
    let title = ConflictName.title(of: document.name, at: clock.civil(clock.now))
    run(as: .beside, document.creation(of: document.text, titled: title))
  }

  /// Runs a save that waited for the text, or drops it if the text could not be read.
  func readingEnded(isWhole: Bool) {
    guard let request = requested.take() else { return }
    if isWhole { save(inPassing: request.inPassing, isAsked: request.isAsked) }
  }

  /// Stops the name from following the first line, because the note is left.
  func fixName() { firstLineName = nil }

  /// Nil if a person, a link or a template named the note.
  private var naming: FirstLineNaming? {
    guard let note = document.note, note == firstLineName else { return nil }
    return FirstLineNaming(document.services)
  }

  func run(
    as purpose: Purpose = .same, isAsked: Bool = false,
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
        self?.ended(result, sent, revision: revision, purpose, isAsked: isAsked || purpose != .same)
      })
  }

  private func ended(
    _ result: Result<MergingStore.Saved, any Error>, _ sent: TextBeingSaved, revision: Int,
    _ purpose: Purpose, isAsked: Bool
  ) {
    document.isSaving = false
    defer { afterSave.take()?() }
    switch result {
    case .success(let saved):
      note(saved, sent.text, isAsked: isAsked)
      succeeded(saved, sent, revision: revision, purpose)
      saveAsRequested()
      onEnd(true)
    case .failure(let error):
      requested = nil
      unsaved.journal.saveFailed()
      report(error, purpose)
      onEnd(false)
    }
  }

  private func saveAsRequested() {
    guard let request = requested.take() else { return }
    if document.isDirty {
      save(inPassing: true, isAsked: request.isAsked)
    } else if request.isAsked {
      document.markLastSave(document.text)
    }
  }

  /// Notes the text to which `:q!` goes back, or what others added to it.
  private func note(_ saved: MergingStore.Saved, _ sent: Rope, isAsked: Bool) {
    if isAsked {
      document.markLastSave(saved.base.text)
    } else if saved.edit != nil {
      document.lastSave?.othersChanged(sent, to: saved.base.text)
    }
  }

  private func succeeded(
    _ saved: MergingStore.Saved, _ sent: TextBeingSaved, revision: Int, _ purpose: Purpose
  ) {
    document.isFileGone = false
    let former = document.note
    document.note = saved.note
    if saved.formerName != nil || former == nil && document.planned == nil && purpose == .same {
      firstLineName = saved.note
    }
    incorporate(saved, sent: sent.text, revision: revision)
    unsaved.noteWasSaved(formerName: former)
    // This precedes the report, after which the note may be left.
    storeUndo(document.revision == revision ? sent : TextBeingSaved(document.text))
    if let old = saved.formerName {
      document.send(.renamed(from: old))
    } else if let former, former != saved.note, purpose == .same {
      document.send(.fileMoved(to: saved.note))
    }
    switch purpose {
    case .same: document.send(.saved(as: saved.note))
    case .beside: document.send(.savedBeside(as: saved.note))
    case .otherName: document.send(.savedAs(saved.note))
    }
    document.words.countPending()
    reportVersionProblems()
  }

  /// Adopts the saved text, which may have changes of others.
  private func incorporate(_ saved: MergingStore.Saved, sent: Rope, revision: Int) {
    let wasEdited = document.revision != revision
    if var edit = saved.edit {
      if wasEdited {
        let text = document.text
        // With the old base the next save finds their text in the file and asks.
        guard let merged = RopeMerge.merge(base: sent, mine: text, theirs: saved.base.text) else {
          unsaved.journal.saveFailed()
          return document.history.forgetSavedPoint()
        }
        edit = RopePatch.edit(in: text, becoming: merged)
      }
      return unsaved.adopt(
        saved.base, edit, as: saved.formerName == nil || wasEdited ? .merged : .linksFollowed)
    }
    document.base = saved.base
    unsaved.journal.saveEnded(as: TextBase(saved.base.stamp))
    // A text that was edited during the save has no point in its history that is the file's text.
    if wasEdited { document.history.forgetSavedPoint() } else { document.history.markSaved() }
  }

  private func report(_ error: any Error, _ purpose: Purpose) {
    if purpose == .otherName { return document.send(.notSavedAs(NoteWriteProblem(error))) }
    switch error as? NoteStoreError {
    case .changedOutside: document.send(.savingConflicted)
    case .notFound where document.base != nil:
      document.isFileGone = true
      document.send(.fileRemoved)
    default: document.send(.savingFailed(error.explanation))
    }
  }

  /// Reports the problems of versions, which saves make.
  private func reportVersionProblems() {
    guard let memory = document.services.versionProblems else { return }
    let versions = memory.versions
    document.scope.run(
      { await versions.problems() },
      then: { [weak document] problems in
        // Without an output they stay unreported.
        guard let output = document?.output else { return }
        let new = memory.report((try? problems.get()) ?? [])
        if !new.isEmpty { output.handle(.versionsHaveProblems(new)) }
      })
  }

  /// Stores the undo history for the next time the note is opened. A failure is harmless.
  func storeUndo(_ saved: TextBeingSaved) {
    guard let archive = document.services.versionProblems?.versions, let note = document.note,
      !document.isDirty
    else { return }
    let history = document.history
    document.scope.run({ try? await archive.store(history, for: saved, of: note) }, then: { _ in })
  }
}
