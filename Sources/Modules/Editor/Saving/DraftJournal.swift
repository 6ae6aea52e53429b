import Entities
import Services
import Synchronization
import TextEngine

/// Keeps the unsaved text of one editor in the journal: a small one whole, a large one as what was
/// done to its file.
///
/// Every edit is told to it on the main actor, at the cost of putting it into a list: it holds no text
/// between the requests, so that typing goes on in place. `perform` may be called from any thread.
///
/// ```swift
/// keeper.begin(over: TextBase(base.stamp))
/// keeper.record(edit)
/// let request = keeper.request(note, draft: draft, text: text)
/// try keeper.perform(request)                       // in the background
/// ```
final class DraftJournal: Sendable {
  /// The text of a note (nil: of the draft of this number) is to be kept; without a text, nothing of
  /// it: the file has it all.
  struct Request: Sendable {
    var note: NoteID?
    var draft: Int
    var text: Rope?
    var number: Int
    var revision: Int
  }

  /// What is known of the text.
  struct State {
    /// What the file holds; nil: there is none.
    var base: TextBase?
    /// From the file's text to the text before the fresh steps.
    var kept = JournaledEdits()
    /// The same, where nobody has looked yet what it is.
    var unlike: (old: Rope, new: Rope)?
    var fresh: [Step] = []
    /// Those of the fresh steps that came after a save began; nil: none is under way.
    var afterSave: [Step]?
    /// How much was put behind the text since it was begun.
    var grown = 0
    /// Counts beginnings, so that what was written of an older text is not taken for this one's.
    var beginning = 0
    /// Whether the journal can take more behind what it has.
    var grows = false
    /// Moves with everything that is told, and where it stood when the text was kept last.
    var revision = 0
    var keptRevision: Int?
    /// Under which name.
    var keptName: Name?
  }

  enum Step {
    case edit(Edit)
    /// This text is on its way to the file.
    case saving(SentText)
  }

  struct Name: Hashable {
    var note: NoteID?
    var draft: Int
  }

  struct Writing {
    /// Under which names this editor has put something into the journal and not taken it out again.
    var kept: Set<Name> = []
    /// Requests up to this one come too late: a later one was done, or all was forgotten.
    var last = 0
  }

  let journal: any RecoveryJournal
  let state = Mutex(State())
  let taken = Atomic(0)
  /// One write at a time, and none of an older text after a newer one.
  let writing = Mutex(Writing())

  init(_ journal: any RecoveryJournal) { self.journal = journal }

  /// The text is the file's (nil: there is no file, and it is empty).
  func begin(over base: TextBase?) {
    state.withLock {
      $0 = State(base: base, beginning: $0.beginning + 1, revision: $0.revision + 1)
    }
  }

  /// The text is another one than the file's: recovered, or merged.
  func begin(over base: TextBase?, from old: Rope, to text: Rope) {
    begin(over: base)
    state.withLock { $0.unlike = (old, text) }
  }

  func record(_ edit: Edit) {
    state.withLock { state in
      state.fresh.append(.edit(edit))
      state.afterSave?.append(.edit(edit))
      state.revision += 1
      if state.fresh.count > Self.mostSteps, state.afterSave == nil { state.joinFresh() }
    }
  }

  /// So many are held one by one: with many cursors each key makes hundreds.
  static let mostSteps = 1_000

  /// More of the file was read and put behind the text.
  func textGrew(by bytes: Int) {
    state.withLock { state in
      state.grown += bytes
      state.kept = state.kept.withTextGrown(by: bytes)
      state.fresh = state.fresh.map { step in
        guard case .edit(let edit) = step else { return step }
        return .edit(edit.withTextGrown(by: bytes))
      }
    }
  }

  /// The file was read to its end: now its text can be told from any other.
  func baseIsKnown(_ base: TextBase) {
    state.withLock { state in
      state.base = base
      // What was kept until now named it by its time alone.
      state.grows = false
      if !state.kept.isEmpty || !state.fresh.isEmpty { state.revision += 1 }
    }
  }

  /// To keep the text of now, or nothing.
  func request(_ note: NoteID?, draft: Int, text: Rope?) -> Request {
    Request(
      note: note, draft: draft, text: text,
      number: taken.wrappingAdd(1, ordering: .relaxed).newValue,
      revision: state.withLock { $0.revision })
  }

  /// The text of now is to become the file's. The answer is to be performed before it is written
  /// there: a crash right after that is told from a change by someone else then.
  func saveBegan(_ note: NoteID?, draft: Int, _ sent: SentText) -> Request {
    state.withLock { state in
      state.afterSave = []
      if sent.text.byteCount > TextSize.whole {
        state.fresh.append(.saving(sent))
        state.revision += 1
      }
    }
    return request(note, draft: draft, text: sent.text)
  }

  /// It became the file's as it was; what came meanwhile is done to that.
  func saveEnded(as base: TextBase) {
    state.withLock { state in
      state = State(
        base: base, fresh: state.afterSave ?? [], beginning: state.beginning + 1,
        revision: state.revision + 1)
    }
  }

  func saveFailed() { state.withLock { $0.afterSave = nil } }
}
