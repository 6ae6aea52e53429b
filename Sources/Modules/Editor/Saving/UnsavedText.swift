import Comparing
import Entities
import Saving
import Services
import TextEngine
import Viper

/// Stores unsaved text outside the vault, and recovers the unsaved text of an earlier run.
@MainActor
final class UnsavedText {
  private let document: EditorDocument
  let journal: UnsavedTextJournal
  /// The text of an earlier run, while the person is asked about it.
  private var recovered: RecoveredText?
  /// The recovered text is in use and not saved yet.
  private var isRecoveredUsed = false
  /// Whether the journal may have something of this text.
  private var mayBeStored = false
  /// The journal's number for a text without a note.
  private var draft = Int.random(in: 1...999_999_999)

  init(_ document: EditorDocument) {
    self.document = document
    journal = UnsavedTextJournal(document.services.journal)
    document.onEdit = { [journal] in journal.record($0) }
  }

  /// Begins with the file's text, or with one that differs from it.
  func begin(differing: Bool = false) {
    let base = document.base
    journal.begin(
      over: base.map { TextBase($0.stamp) },
      comparing: differing ? (base?.text ?? Rope(), document.text) : nil)
  }

  /// Adopts a text of the file by the edit that brings this text in line with it.
  func adopt(_ base: NoteBase, _ edit: Edit, as change: EditorOutsideChange) {
    document.base = base
    document.incorporate(edit, as: change)
    let differs = document.text != base.text
    begin(differing: differs)
    if differs { document.history.forgetSavedPoint() } else { document.history.markSaved() }
  }

  // MARK: - Storing

  /// Stores the unsaved text in the background.
  func store() {
    guard let request = request() else { return }
    let journal = journal
    document.scope.run(
      { try journal.perform(request) },
      done: { _ in },
      failed: { [weak document] in document?.send(.storingFailed($0.explanation)) })
  }

  /// Stores the unsaved text before it returns. Returns the problem if that failed.
  func storeNow() -> String? {
    guard let request = request() else { return nil }
    do throws(NoteStoreError) {
      try journal.perform(request)
      return nil
    } catch {
      return error.message
    }
  }

  /// Returns a request to store the unsaved text, or to remove it once the text is the file's again.
  /// Nil while that is unknown, and while the journal has more than this text.
  private func request() -> UnsavedTextJournal.Request? {
    if document.isDirty {
      mayBeStored = true
      return journal.request(document.note, draft: draft, text: document.text)
    }
    guard mayBeStored, document.isLoaded, document.isWhole, !document.isSaving,
      !document.isFileGone, recovered == nil, !isRecoveredUsed
    else { return nil }
    return journal.request(document.note, draft: draft, text: nil)
  }

  func remove() { journal.remove(document.note, draft: draft) }

  // MARK: - While it is saved

  /// Call the returned closure before the text is written, on any thread: a crash right after the write
  /// is then not mistaken for a change by another program. If storing fails, the text is saved anyway.
  func saveBegan(_ sent: TextBeingSaved) -> @Sendable () -> Void {
    let request = journal.saveBegan(document.note, draft: draft, sent)
    return { [journal] in
      if sent.text.byteCount > TextSize.whole { try? journal.perform(request) }
    }
  }

  /// The note was saved, possibly under a new name.
  func noteWasSaved(formerName: NoteID?) {
    if document.isDirty, formerName == document.note { return }
    if noteWasMoved(from: formerName) { isRecoveredUsed = false }
  }

  /// Removes the text stored under the former name, after unsaved text is stored under the new one.
  @discardableResult
  func noteWasMoved(from formerName: NoteID?) -> Bool {
    if document.isDirty, let problem = storeNow() {
      document.send(.storingFailed(problem))
      return false
    }
    journal.remove(formerName, draft: draft)
    return true
  }

  // MARK: - Recovering

  /// Asks the person about a recovered text, unless the file has the same one.
  func offer(_ recovered: RecoveredText?) {
    guard let recovered, let note = document.note else { return }
    let base = document.base
    let time = document.services.clock.civil(recovered.savedAt).shortText()
    self.recovered = recovered
    if document.text.byteCount <= TextSize.whole {
      return offer(differing: Self.differingLines(recovered, base), time)
    }
    document.scope.run(
      { Self.differingLines(recovered, base) },
      then: { [weak self] count in
        if self?.document.note == note { self?.offer(differing: (try? count.get()) ?? 1, time) }
      })
  }

  private func offer(differing: Int, _ time: String) {
    if differing == 0 {
      dropRecovered()
    } else {
      document.send(.recoveredTextFound(storedAt: time, differing: differing))
    }
  }

  private nonisolated static func differingLines(
    _ recovered: RecoveredText, _ base: NoteBase?
  ) -> Int {
    let old = base?.text ?? Rope()
    switch RecoveredRope(recovered, over: base) {
    case .passages(let passages): return max(1, passages.newlineCount)
    case .text(let new):
      if old == new { return 0 }
      if max(old.byteCount, new.byteCount) <= TextSize.merged {
        return LineDifference.count(between: old.bytes, new.bytes)
      }
      return max(1, RopePatch.edit(in: old, becoming: new).changes.count)
    }
  }

  func use(_ recovered: RecoveredText?) {
    self.recovered = recovered
    useRecovered()
  }

  func useRecovered() {
    guard let recovered = recovered.take() else { return }
    // Undoing it does not remove it from the journal: only a save or a no does.
    isRecoveredUsed = true
    // The draft continues under the number that the journal gave it.
    if document.note == nil, let number = recovered.draft { draft = number }
    switch RecoveredRope(recovered, over: document.base) {
    case .text(let text):
      document.incorporate(RopePatch.edit(in: document.text, becoming: text), as: .recovered)
      if document.note == nil, let problem = storeNow() { document.send(.storingFailed(problem)) }
    case .passages(let passages): makeNote(of: passages)
    }
  }

  /// Saves the typed passages as a note of their own, because the file has another text by now.
  private func makeNote(of passages: Rope) {
    guard let note = document.note else { return }
    let (journal, draft) = (journal, draft)
    let clock = document.services.clock
    let time = clock.civil(clock.now).shortText(between: "")
    let title = EditorWords.recoveredTitle(document.name, at: time)
    document.scope.run(
      document.creation(of: passages, titled: title),
      done: { [weak document] made in
        journal.remove(note, draft: draft)
        document?.send(.passagesSaved(as: made.note))
      },
      failed: { [weak document] in document?.send(.savingFailed($0.explanation)) })
  }

  func dropRecovered() {
    recovered = nil
    isRecoveredUsed = false
    remove()
  }

  /// Compares the file with the recovered text while the person is asked about it, otherwise with this
  /// text.
  func findDifference(then show: @escaping @MainActor ([DifferenceLine]) -> Void) {
    if let recovered {
      let base = document.base
      return compare(then: show) {
        switch RecoveredRope(recovered, over: base) {
        case .text(let text): (base?.text ?? Rope(), text)
        case .passages(let passages): (Rope(), passages)
        }
      }
    }
    guard let note = document.note else { return }
    let (reader, text) = (document.files.reader, document.text)
    compare(then: show) { (try await reader.readAll(note).text, text) }
  }

  private func compare(
    then show: @escaping @MainActor ([DifferenceLine]) -> Void,
    _ texts: @escaping @Sendable @concurrent () async throws -> (old: Rope, new: Rope)
  ) {
    document.scope.run(
      {
        let (old, new) = try await texts()
        let span = TextSpan(from: old, to: new).onWholeLines(of: old)
        guard max(span.old.byteCount, span.new.byteCount) <= TextSize.merged else {
          return [DifferenceLine(.gap, EditorWords.tooDifferent)]
        }
        if max(old.byteCount, new.byteCount) <= TextSize.merged {
          return LineDifference.listing(of: TextLines(old.bytes), TextLines(new.bytes))
        }
        return LineDifference.listing(
          of: TextLines(old.bytes(in: span.old)), TextLines(new.bytes(in: span.new)))
      },
      done: show,
      failed: { [weak document] in document?.send(.savingFailed($0.explanation)) })
  }
}
