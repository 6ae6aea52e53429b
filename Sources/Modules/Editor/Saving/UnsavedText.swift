import Comparing
import Entities
import Services
import TextEngine
import Viper

/// Unsaved text outside the vault: stores that of this run, and brings back what an earlier run left.
@MainActor
final class UnsavedText {
  private let document: EditorDocument
  private let journal: UnsavedTextJournal
  /// What an earlier run left, while the person is asked about it.
  private var recovered: RecoveredText?
  /// It is in the text, and not saved yet.
  private var isRecoveredUsed = false
  /// Something of this text may be in the journal.
  private var mayBeStored = false
  /// Names this text in the journal while it has no note.
  private var draft = Int.random(in: 1...999_999_999)

  init(_ document: EditorDocument) {
    self.document = document
    journal = UnsavedTextJournal(document.services.journal)
    document.onEdit = { [journal] in journal.record($0) }
  }

  // MARK: - What the text is compared with

  /// The text is the one that the file has, or differs from it.
  func begin(differing: Bool = false) {
    let base = document.base
    let stamp = base.map { TextBase($0.stamp) }
    if differing {
      journal.begin(over: stamp, from: base?.text ?? Rope(), to: document.text)
    } else {
      journal.begin(over: stamp)
    }
  }

  /// Only the beginning of the file was read.
  func begin(over seen: TextBase) { journal.begin(over: seen) }

  func textGrew(by byteCount: Int) { journal.textGrew(by: byteCount) }

  func readToEnd(_ stamp: NoteStamp) { journal.baseIsKnown(TextBase(stamp)) }

  // MARK: - Storing

  /// Stores the unsaved text, in the background.
  func store() {
    guard let request = request() else { return }
    let journal = journal
    document.scope.run(
      { try journal.perform(request) },
      done: { _ in },
      failed: { [weak document] in document?.send(.storingFailed($0.explanation)) })
  }

  /// Stores it before it returns; answers with why that failed.
  func storeNow() -> String? {
    guard let request = request() else { return nil }
    do throws(NoteStoreError) {
      try journal.perform(request)
      return nil
    } catch {
      return error.message
    }
  }

  /// What the journal should have now: the unsaved text, or nothing once the text is the file's again.
  /// Nil where that is not known yet, or where the journal has more than this text.
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

  /// The text is the file's.
  func remove() { journal.remove(document.note, draft: draft) }

  // MARK: - While it is saved

  /// Call the answer before the text is written, on any thread: a crash right after that is then not
  /// mistaken for a change by someone else. Where it fails the text is saved all the same.
  func saveBegan(_ sent: TextBeingSaved) -> @Sendable () -> Void {
    let request = journal.saveBegan(document.note, draft: draft, sent)
    return { [journal] in
      if sent.text.byteCount > TextSize.whole { try? journal.perform(request) }
    }
  }

  /// The file has the text that was sent.
  func saveEnded(as base: NoteBase) { journal.saveEnded(as: TextBase(base.stamp)) }

  func saveFailed() { journal.saveFailed() }

  /// The note was saved, maybe under another name than it had.
  func noteWasSaved(formerName: NoteID?) {
    if document.isDirty, formerName == document.note { return }
    if noteWasMoved(from: formerName) { isRecoveredUsed = false }
  }

  /// Removes what was stored under the former name, once unsaved text is stored under the new one.
  @discardableResult
  func noteWasMoved(from formerName: NoteID?) -> Bool {
    if document.isDirty, let problem = storeNow() {
      document.send(.storingFailed(problem))
      return false
    }
    journal.remove(formerName, draft: draft)
    return true
  }

  // MARK: - What an earlier run left

  /// Asks the person about it, unless the file has the same text.
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
    // Undoing it is no answer to the question: only a save or a no removes it.
    isRecoveredUsed = true
    // The draft of an earlier run goes on as this one's, under the number the journal gave it.
    if document.note == nil, let number = recovered.draft { draft = number }
    switch RecoveredRope(recovered, over: document.base) {
    case .text(let text):
      document.incorporate(RopePatch.edit(in: document.text, becoming: text), as: .recovered)
      if document.note == nil, let problem = storeNow() { document.send(.storingFailed(problem)) }
    case .passages(let passages): makeNote(of: passages)
    }
  }

  /// The file has another text by now: what was typed into it becomes a note of its own.
  private func makeNote(of passages: Rope) {
    guard let note = document.note else { return }
    let (files, journal, draft) = (document.files, journal, draft)
    let clock = document.services.clock
    let time = clock.civil(clock.now).shortText(between: "")
    let title = EditorWords.recoveredTitle(document.name, at: time)
    document.scope.run(
      {
        try await files.create(passages, titled: title, in: note.path.folder, keptAs: note).note
      },
      done: { [weak document] made in
        journal.remove(note, draft: draft)
        document?.send(.passagesSaved(as: made))
      },
      failed: { [weak document] in document?.send(.savingFailed($0.explanation)) })
  }

  func dropRecovered() {
    recovered = nil
    isRecoveredUsed = false
    remove()
  }

  /// Compares the file with the recovered text while that is asked about, else with this text.
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
