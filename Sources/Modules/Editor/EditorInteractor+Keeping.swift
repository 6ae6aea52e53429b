import Comparing
import Entities
import Services
import TextEngine
import Viper

/// Unsaved text outside the vault, and what an earlier run left of it.
extension EditorInteractor {
  struct Recovery {
    /// What an earlier run left, while it is asked about.
    var text: RecoveredText?
    /// It was taken in and not saved yet.
    var isUsed = false
    /// Something of this text may be in the journal.
    var mayBeKept = false
    /// Names this unsaved note in the journal.
    var draft = Int.random(in: 1...999_999_999)
  }

  /// Keeps the unsaved text, in the background.
  func keep() {
    guard let request = keepRequest() else { return }
    let keeper = keeper
    scope.run(
      { try keeper.perform(request) },
      then: { [weak self] result in
        if case .failure(let error) = result {
          self?.send(.storingFailed(error.explanation))
        }
      })
  }

  /// The same at once; answers with why it could not be kept.
  @discardableResult
  func keepNow() -> String? {
    guard let request = keepRequest() else { return nil }
    do throws(NoteStoreError) {
      try keeper.perform(request)
      return nil
    } catch {
      return error.message
    }
  }

  /// What the journal should hold now: the unsaved text, or nothing once the text is the file's again.
  /// Nil where that is not known yet, or what it holds is more than this text.
  private func keepRequest() -> DraftJournal.Request? {
    if isDirty {
      recovery.mayBeKept = true
      return keeper.request(note, draft: recovery.draft, text: text)
    }
    guard recovery.mayBeKept, isLoaded, loading == nil, !saving.isUnderWay, !looking.isGone,
      recovery.text == nil, !recovery.isUsed
    else { return nil }
    return keeper.request(note, draft: recovery.draft, text: nil)
  }

  func useRecovered() {
    guard let recovered = recovery.text else { return }
    recovery.text = nil
    // Undoing it is no answer to the question: only a save or a no lets it go.
    recovery.isUsed = true
    // The draft of an earlier run lives on as this one's, under the number the journal gave it.
    if note == nil, let number = recovered.draft { recovery.draft = number }
    switch RecoveredRope(recovered, over: base) {
    case .text(let kept):
      takeIn(RopePatch.edit(in: text, becoming: kept), as: .recovered)
      if note == nil, let problem = keepNow() { send(.storingFailed(problem)) }
    case .passages(let passages): makeNote(of: passages)
    }
  }

  /// The file is another one by now: what was typed into it becomes a note beside.
  private func makeNote(of passages: Rope) {
    guard let note else { return }
    let (saver, keeper, draft) = (saver, keeper, recovery.draft)
    let title =
      "\(name) (recovered \(services.clock.civil(services.clock.now).shortText(between: "")))"
    scope.run(
      {
        try await saver.create(passages, titled: title, in: note.path.folder, keptAs: note).note
      },
      then: { [weak self] made in
        switch made {
        case .success(let made):
          keeper.forget(note, draft: draft)
          self?.send(.passagesSaved(as: made))
        case .failure(let error): self?.send(.savingFailed(error.explanation))
        }
      })
  }

  func dropRecovered() {
    recovery.text = nil
    recovery.isUsed = false
    keeper.forget(note, draft: recovery.draft)
  }

  /// What the question is about: the file and the kept text, or the file and this text.
  func findDifference(then show: @escaping @MainActor ([DifferenceLine]) -> Void) {
    if let recovered = recovery.text {
      let base = base
      return compare(then: show) {
        switch RecoveredRope(recovered, over: base) {
        case .text(let kept): (base?.text ?? Rope(), kept)
        case .passages(let passages): (Rope(), passages)
        }
      }
    }
    guard let note else { return }
    let (loader, text) = (NoteLoader(store: saver.store), text)
    compare(then: show) { (try await loader.all(of: note).text, text) }
  }

  private func compare(
    then show: @escaping @MainActor ([DifferenceLine]) -> Void,
    _ texts: @escaping @Sendable @concurrent () async throws -> (old: Rope, new: Rope)
  ) {
    scope.run(
      {
        let (old, new) = try await texts()
        let span = TextSpan(from: old, to: new).onWholeLines(of: old)
        guard max(span.old.byteCount, span.new.byteCount) <= TextSize.merged else {
          return [
            DifferenceLine(.gap, "The texts differ in too much to be compared here.")
          ]
        }
        if max(old.byteCount, new.byteCount) <= TextSize.merged {
          return LineDifference.listing(of: TextLines(old.bytes), TextLines(new.bytes))
        }
        return LineDifference.listing(
          of: TextLines(old.bytes(in: span.old)), TextLines(new.bytes(in: span.new)))
      },
      then: { [weak self] result in
        switch result {
        case .success(let lines): show(lines)
        case .failure(let error): self?.send(.savingFailed(error.explanation))
        }
      })
  }
}
