import Entities
import Services
import TextEngine
import Viper

extension EditorInteractor {
  /// One save at a time: another that is asked for meanwhile comes after it, with the text of then.
  func save(inPassing: Bool) {
    guard isLoaded else { return }
    if saving.isUnderWay {
      saving.waits = true
      return
    }
    // What someone removed does not come back by itself.
    if looking.isGone, inPassing { return }
    guard isDirty || looking.isGone else {
      output?.nothingWasSaved()
      return
    }
    saving.isUnderWay = true
    let (bytes, sent) = (text.bytes, revision)
    if let note, let base {
      let (saver, makingAgain) = (saver, looking.isGone)
      scope.run(
        { try await saver.save(bytes, to: note, over: base, makingAgain: makingAgain) },
        then: { [weak self] result in self?.saved(result, text: bytes, revision: sent) })
    } else if let note {
      let store = saver.store
      make(of: bytes, revision: sent) { (note, try await store.create(bytes, at: note)) }
    } else {
      create(bytes, titled: DraftTitle.title(of: text), revision: sent)
    }
  }

  func saveBeside() {
    guard isLoaded, !saving.isUnderWay else { return }
    saving.isUnderWay = true
    let title = ConflictName.title(of: name, at: clock.civil(clock.now))
    create(text.bytes, titled: title, revision: revision, beside: true)
  }

  private func create(
    _ bytes: [UInt8], titled title: String, revision sent: Int, beside: Bool = false
  ) {
    let store = saver.store
    let folder = note?.path.folder ?? newNoteFolder
    make(of: bytes, revision: sent, beside: beside) {
      let made = try await store.create(bytes, titled: title, in: folder)
      return (made.id, made.stamp)
    }
  }

  private func make(
    of bytes: [UInt8], revision sent: Int, beside: Bool = false,
    _ make: @escaping @Sendable @concurrent () async throws -> (NoteID, NoteStamp)
  ) {
    scope.run(
      {
        let (note, stamp) = try await make()
        return NoteSaver.Saved(note: note, content: NoteContent(bytes: bytes, stamp: stamp))
      },
      then: { [weak self] result in
        self?.saved(result, text: bytes, revision: sent, beside: beside)
      })
  }

  private var newNoteFolder: NotePath {
    if case .newNote(let folder) = opening { return folder }
    return NotePath("")
  }

  private func saved(
    _ result: Result<NoteSaver.Saved, any Error>, text sent: [UInt8], revision: Int,
    beside: Bool = false
  ) {
    saving.isUnderWay = false
    switch result {
    case .success(let saved):
      looking.isGone = false
      looking.conflict = nil
      let (known, kept) = (note, (note, draft))
      note = saved.note
      take(saved, text: sent, revision: revision)
      settleJournal(kept, isMoved: known != saved.note)
      if let known, known != saved.note, !beside { output?.noteWasMoved(to: saved.note) }
      if beside {
        output?.textWasSavedBeside(as: saved.note)
      } else {
        output?.textWasSaved(as: saved.note)
      }
      askForNews()
      if saving.waits {
        saving.waits = false
        if isDirty { save(inPassing: true) }
      }
    case .failure(let error):
      saving.waits = false
      tell(error)
    }
    lookAgainIfAsked()
  }

  /// After a save, because it is saves that keep versions.
  private func askForNews() {
    guard let news else { return }
    let versions = news.versions
    scope.run(
      { await versions.problems() },
      then: { [weak self] problems in
        // Taken only where somebody is left to be told.
        guard let output = self?.output else { return }
        let untold = news.take((try? problems.get()) ?? [])
        if !untold.isEmpty { output.versionsHaveProblems(untold) }
      })
  }

  /// Brings the text in line with what was written, which may have more in it than the text did.
  private func take(_ saved: NoteSaver.Saved, text sent: [UInt8], revision: Int) {
    if self.revision == revision {
      base = saved.content
      takeIn(saved.patch, as: .merged)
      history.markSaved()
      return
    }
    if !saved.patch.isEmpty {
      let merge = ThreeWayMerge.merge(
        base: sent, mine: text.bytes, theirs: saved.content.bytes)
      // With the old base the next save finds theirs in the file, and asks.
      guard merge.isClean else { return history.forgetSavedPoint() }
      takeIn(TextPatch(from: text.bytes, to: merge.bytes), as: .merged)
    }
    base = saved.content
    // The file has a state that no undo leads to: the text was changed while it was written.
    history.forgetSavedPoint()
  }

  /// What was kept under this name is saved, or lives on under another.
  private func settleJournal(_ kept: (note: NoteID?, draft: Int), isMoved: Bool) {
    if isDirty {
      guard isMoved else { return }
      if let problem = keepNow() {
        output?.keepingFailed(problem)
        return
      }
    }
    keeping.next { journal.forget(kept.note, draft: kept.draft) }
  }

  private func tell(_ error: any Error) {
    switch error as? NoteStoreError {
    case .changedOutside: output?.noteWasChangedOutside()
    case .notFound where base != nil:
      looking.isGone = true
      output?.noteIsGone()
    default: output?.savingFailed(Self.message(of: error))
    }
  }
}
