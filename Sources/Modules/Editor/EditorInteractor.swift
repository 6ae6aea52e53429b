import Entities
import Services
import TextEngine
import Viper

/// Holds one note's text, what was done to it, and how it stands against the file.
@MainActor
package final class EditorInteractor: EditorInteracting {
  weak var output: (any EditorInteractorOutput)?

  var text = Rope()
  var isLoaded = false
  let opening: EditorOpening
  /// What of the note stands here; nil: all of it.
  let part: String?
  let saver: TextSaver
  let keeper: TextKeeper
  let services: Services
  let scope: WorkScope
  var history: UndoTree
  var note: NoteID?
  /// What the file held when it was last read or written: what others did since is told from it.
  var base: NoteBase?
  var loading: Loading?
  var recovered: RecoveredText?
  /// Something of this text may be in the journal.
  var mayBeKept = false
  /// The text of an earlier run was taken in and not saved yet.
  var hasUsedRecovered = false
  var wantedPlace: WantedPlace?
  /// What a note begins with that was not there when it was opened.
  var planned: PlannedNote?
  /// Where the note was left the last time.
  var leftAt: NotePlace?
  /// Counts edits, so that a save knows whether the text went on meanwhile.
  var revision = 0
  var saving = Saving()
  var looking = Looking()
  var counting = Counting()
  private var later: (any Timer)?
  /// Where the note's link leads, while nobody has agreed to follow it.
  var outsideTarget: String?
  /// A locked note stands open for as long as this is held.
  var lock: (any OpenLock)?
  /// Names this unsaved note in the journal.
  var draft: Int

  /// A save that is under way.
  struct Saving {
    var isUnderWay = false
    /// Another was asked for meanwhile, or before the text was read to its end.
    var waits = false
    var waitsInPassing = true
  }

  /// A look at what others did to the file.
  struct Looking {
    var isUnderWay = false
    /// More happened meanwhile.
    var again = false
    /// The file is gone: only a save that someone asked for makes it again.
    var isGone = false
    /// What of the file was told to be in conflict with the text, so that it is told once.
    var conflict: UInt64?
  }

  init(opening: EditorOpening, part: String? = nil, services: Services) {
    self.opening = opening
    self.part = part
    self.services = services
    saver = TextSaver(
      store: services.store, files: services.files, ownMoves: services.ownMoves)
    keeper = TextKeeper(services.journal)
    history = UndoTree(for: Rope(), at: services.clock.now.milliseconds)
    scope = services.work.scope()
    draft = Int.random(in: 1...999_999_999)
    if case .note(let id) = opening { note = id }
  }

  var isWhole: Bool { loading == nil }

  var wholeNote: NoteID? { part == nil ? note : nil }

  var holdsLock: Bool { lock != nil }

  /// Asked with each key: by patterns, which copy nothing.
  var isUnwritten: Bool {
    if case .some = base { return false }
    if case .some = planned { return true }
    return false
  }

  var isDirty: Bool { isLoaded && !history.isAtSavedPoint && !isBlankDraft }

  var draftName: String { text.isEmpty ? "" : DraftTitle.title(of: text, by: services.texts) }

  /// Blanks alone are no note.
  var isBlankDraft: Bool { note == nil && DraftTitle.isBlank(text) }

  var name: String {
    let name = note?.path.stem.text ?? "New note"
    return part.map { "\(name) › \($0)" } ?? name
  }

  // MARK: - Editing

  @discardableResult
  func apply(
    _ edit: Edit, as kind: UndoTree.Kind, from before: Selections, to after: Selections
  ) -> Bool {
    guard isLoaded else { return false }
    if edit.isEmpty { return true }
    history.record(edit, kind: kind, from: before, to: after, at: services.clock.now.milliseconds)
    change(by: edit)
    return true
  }

  func closeStep() { history.closeStep() }

  func undo() -> Selections? { take(history.undo()) }

  func redo() -> Selections? { take(history.redo()) }

  private func take(_ step: UndoTree.Step?) -> Selections? {
    guard let step else { return nil }
    for edit in step.edits { change(by: edit) }
    return step.selections?.clamped(toByteCount: text.byteCount)
  }

  private func change(by edit: Edit) {
    text.apply(edit)
    revision += 1
    keeper.record(edit)
    countWords(after: edit)
    output?.textWasEdited(by: edit)
  }

  func afterThisFrame(_ body: @escaping @MainActor () -> Void) {
    scope.onNextTurn(body)
  }

  func whenNobodyWaits(for pause: Duration, _ body: @escaping @MainActor () -> Void) {
    // What takes long holds nobody up, not even a script that waits for everything to be done.
    guard text.byteCount > Self.quick, let scheduler = services.scheduler else {
      return scope.onNextTurn(body)
    }
    later?.cancel()
    later = scheduler.schedule(after: pause, body)
  }

  /// What is done to all of a text of this size is done in a moment.
  private static let quick = 8 << 20

  func stop() {
    later?.cancel()
    counting.timer?.cancel()
    scope.end()
    lock = nil
  }

  static func message(of error: any Error) -> String {
    (error as? NoteStoreError)?.message ?? "\(error)"
  }
}

extension Timestamp {
  /// Since the epoch, as the history of a text counts.
  var milliseconds: Int64 { seconds * 1000 + Int64(nanoseconds) / 1_000_000 }
}

extension CivilTime {
  /// `2026-03-02 09:00`, or with nothing between the hours and the minutes, for a file's name.
  func shortText(between: String = ":") -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(year)-\(two(month))-\(two(day)) \(two(hour))\(between)\(two(minute))"
  }
}
