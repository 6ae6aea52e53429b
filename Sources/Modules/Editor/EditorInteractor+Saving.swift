import CopyNames
import Daily
import Entities
import Services
import TextEngine
import Viper

extension EditorInteractor {
  /// Saves over what was read or saved last; what others wrote since is merged. `inPassing`: nobody
  /// asked for it, so what someone removed is not made again.
  ///
  /// One save at a time: another that is asked for meanwhile comes after it, with the text of then.
  func save(inPassing: Bool) {
    guard isLoaded else { return }
    if saving.isUnderWay || loading != nil {
      saving.waitsInPassing = saving.waits ? saving.waitsInPassing && inPassing : inPassing
      saving.waits = true
      return
    }
    saving.waits = false
    // What someone removed does not come back by itself.
    if looking.isGone, inPassing { return }
    // A note that is not there yet is made by whoever asks for it.
    guard isDirty || looking.isGone || (isUnwritten && !inPassing) else {
      send(.nothingToSave)
      return
    }
    let (text, saver) = (text, saver)
    if let note, let base {
      let (makingAgain, naming) = (looking.isGone, naming)
      run {
        let saved = try await saver.save(text, to: note, over: base, makingAgain: makingAgain)
        return await naming?.named(saved, from: text, by: saver) ?? saved
      }
    } else if let note {
      run { try await saver.create(text, at: note) }
    } else {
      create(titled: origin.planned?.title ?? DraftTitle.title(of: text, by: services.texts))
    }
  }

  /// Saves this text as a note of its own, beside the one that someone else changed.
  func saveBeside() {
    guard isLoaded, !saving.isUnderWay, loading == nil else { return }
    create(
      titled: ConflictName.title(of: name, at: services.clock.civil(services.clock.now)),
      beside: true)
  }

  private func create(titled title: String, beside: Bool = false) {
    let (text, saver) = (text, saver)
    let (folder, note, planner) = (
      note?.path.folder ?? newNoteFolder, note, services.planner
    )
    run(beside: beside) {
      var place = folder
      if place == nil { place = await planner?.newNoteFolder() }
      return try await saver.create(
        text, titled: title, in: place ?? NotePath(""), keptAs: note)
    }
  }

  private func run(
    beside: Bool = false,
    _ write: @escaping @Sendable @concurrent () async throws -> TextSaver.Saved
  ) {
    saving.isUnderWay = true
    let (sent, revision, keeper) = (SentText(text), revision, keeper)
    let request = keeper.saveBegan(note, draft: recovery.draft, sent)
    scope.run(
      {
        // A crash right after the write is told from a change by someone else then. That it cannot
        // be kept keeps no one from saving.
        if sent.text.byteCount > TextSize.whole { try? keeper.perform(request) }
        return try await write()
      },
      then: { [weak self] result in
        self?.saved(result, sent, revision: revision, beside: beside)
      })
  }

  /// Nil where the note has a name that a person, a link or a template gave it.
  private var naming: DraftNaming? {
    guard let note, note == origin.madeName else { return nil }
    return DraftNaming(services)
  }

  /// The note is left: links and people know it by the name that it has now.
  func fixName() { origin.madeName = nil }

  /// Nil: wherever new notes go.
  var newNoteFolder: NotePath? {
    if case .newNote(let folder) = origin.opening { return folder }
    return origin.planned?.folder
  }

  private func saved(
    _ result: Result<TextSaver.Saved, any Error>, _ sent: SentText, revision: Int, beside: Bool
  ) {
    saving.isUnderWay = false
    switch result {
    case .success(let saved):
      looking.isGone = false
      looking.conflict = nil
      let (known, kept) = (note, (note, recovery.draft))
      note = saved.note
      if saved.formerName != nil || known == nil && origin.planned == nil {
        origin.madeName = saved.note
      }
      take(saved, text: sent.text, revision: revision)
      settleJournal(kept, isMoved: known != saved.note)
      // Before anyone is told, who may leave the note for it.
      keepUndo(self.revision == revision ? sent : SentText(text))
      if let former = saved.formerName {
        send(.renamed(from: former))
      } else if let known, known != saved.note, !beside {
        send(.fileMoved(to: saved.note))
      }
      if beside {
        send(.savedBeside(as: saved.note))
      } else {
        send(.saved(as: saved.note))
      }
      countPending()
      askForNews()
      if saving.waits {
        saving.waits = false
        if isDirty { save(inPassing: true) }
      }
    case .failure(let error):
      saving.waits = false
      keeper.saveFailed()
      tell(error)
    }
    lookAgainIfAsked()
  }

  /// After a save, because it is saves that keep versions.
  private func askForNews() {
    guard let news = services.news else { return }
    let versions = news.versions
    scope.run(
      { await versions.problems() },
      then: { [weak self] problems in
        // Marked as reported only where they are.
        guard let output = self?.output else { return }
        let new = news.take((try? problems.get()) ?? [])
        if !new.isEmpty { output.handle(.versionsHaveProblems(new)) }
      })
  }

  /// What can be undone is there again when the note is opened again. That it is not is no harm that
  /// anybody needs to hear of.
  private func keepUndo(_ saved: SentText) {
    guard let undoKeeper, let note, !isDirty else { return }
    let history = history
    scope.run({ try? await undoKeeper.keep(history, for: saved, of: note) }, then: { _ in })
  }

  /// Brings the text in line with what was written, which may have more in it than the text did.
  private func take(_ saved: TextSaver.Saved, text sent: Rope, revision: Int) {
    let written = TextBase(saved.base.stamp)
    if self.revision == revision {
      base = saved.base
      keeper.saveEnded(as: written)
      if let edit = saved.edit {
        takeIn(edit, as: saved.formerName == nil ? .merged : .linksFollowed)
        keeper.begin(over: written)
      }
      history.markSaved()
      return
    }
    if saved.edit != nil {
      // With the old base the next save finds theirs in the file, and asks.
      guard let merged = RopeMerge.merge(base: sent, mine: text, theirs: saved.base.text) else {
        keeper.saveFailed()
        return history.forgetSavedPoint()
      }
      takeIn(RopePatch.edit(in: text, becoming: merged), as: .merged)
      keeper.begin(over: written, from: saved.base.text, to: text)
    } else {
      keeper.saveEnded(as: written)
    }
    base = saved.base
    // The file has a state that no undo leads to: the text was changed while it was written.
    history.forgetSavedPoint()
  }

  /// What was kept under this name is saved, or lives on under another.
  private func settleJournal(_ kept: (note: NoteID?, draft: Int), isMoved: Bool) {
    if isDirty {
      guard isMoved else { return }
      if let problem = keepNow() {
        send(.storingFailed(problem))
        return
      }
    }
    keeper.forget(kept.note, draft: kept.draft)
    recovery.isUsed = false
  }

  private func tell(_ error: any Error) {
    switch error as? NoteStoreError {
    case .changedOutside: send(.savingConflicted)
    case .notFound where base != nil:
      looking.isGone = true
      send(.fileRemoved)
    default: send(.savingFailed(error.explanation))
    }
  }
}
