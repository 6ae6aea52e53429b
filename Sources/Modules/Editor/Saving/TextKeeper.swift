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
final class TextKeeper: Sendable {
  /// The text of a note (nil: of the draft of this number) is to be kept.
  struct Request: Sendable {
    var note: NoteID?
    var draft: Int
    fileprivate var text: Rope
    fileprivate var number: Int
    fileprivate var revision: Int
  }

  /// What is known of the text.
  struct State {
    /// What the file holds; nil: there is none.
    var base: TextBase?
    /// From the file's text to the text before the fresh edits; nil: they are the same.
    var since: Edit?
    var fresh: [Edit] = []
    /// The same as `since`, where nobody has looked yet what it is.
    var unlike: (old: Rope, new: Rope)?
    /// Those of the fresh edits that came after a save began to write; nil: none is under way.
    var afterMark: [Edit]?
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

  struct Name: Equatable {
    var note: NoteID?
    var draft: Int
  }

  private struct Writing {
    /// Requests up to this one come too late: a later one was done, or all was forgotten.
    var last = 0
  }

  private let journal: any RecoveryJournal
  private let state = Mutex(State())
  private let taken = Atomic(0)
  /// One write at a time, and none of an older text after a newer one.
  private let writing = Mutex(Writing())

  init(_ journal: any RecoveryJournal) { self.journal = journal }

  // MARK: - On the main actor

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
      state.fresh.append(edit)
      state.afterMark?.append(edit)
      state.revision += 1
    }
  }

  /// More of the file was read and put behind the text.
  func textGrew(by bytes: Int) {
    state.withLock { state in
      state.grown += bytes
      state.since = state.since?.withTextGrown(by: bytes)
      state.fresh = state.fresh.map { $0.withTextGrown(by: bytes) }
    }
  }

  /// The file was read to its end: now its text can be told from any other.
  func baseIsKnown(_ base: TextBase) {
    state.withLock { state in
      state.base = base
      // What was kept until now named it by its time alone.
      state.grows = false
      if state.since != nil || !state.fresh.isEmpty { state.revision += 1 }
    }
  }

  /// The text of now is being written to the file.
  func saveBegan() { state.withLock { $0.afterMark = [] } }

  /// It was written as it was; what came meanwhile is done to that.
  func saveEnded(as base: TextBase) {
    state.withLock { state in
      state.base = base
      state.since = nil
      state.unlike = nil
      state.fresh = state.afterMark ?? []
      state.afterMark = nil
      state.beginning += 1
      state.grows = false
      state.revision += 1
    }
  }

  func saveFailed() { state.withLock { $0.afterMark = nil } }

  /// To keep the text of now.
  func request(_ note: NoteID?, draft: Int, text: Rope) -> Request {
    Request(
      note: note, draft: draft, text: text,
      number: taken.wrappingAdd(1, ordering: .relaxed).newValue,
      revision: state.withLock { $0.revision })
  }

  // MARK: - On any thread

  /// Forgets what was kept, and every request that came before.
  func forget(_ note: NoteID?, draft: Int) {
    writing.withLock { writing in
      writing.last = taken.load(ordering: .relaxed)
      journal.forget(note, draft: draft)
      state.withLock { state in
        state.grows = false
        state.keptRevision = nil
      }
    }
  }

  /// Writes the text, or a newer one, unless that was done.
  func perform(_ request: Request) throws(NoteStoreError) {
    try writing.withLock { (writing) throws(NoteStoreError) in
      guard request.number > writing.last else { return }
      let name = Name(note: request.note, draft: request.draft)
      let now = state.withLock { $0 }
      if let kept = now.keptRevision, kept >= request.revision, now.keptName == name { return }
      if request.text.byteCount <= TextSize.whole {
        try journal.keep(request.text.bytes, of: request.note, draft: request.draft)
        state.withLock { state in
          state.keptRevision = request.revision
          state.keptName = name
          state.grows = false
        }
      } else {
        try keepEdits(of: now, request, as: name)
      }
      writing.last = request.number
    }
  }

  private func keepEdits(of now: State, _ request: Request, as name: Name) throws(NoteStoreError) {
    let fresh = now.fresh.composed
    let since = now.composedSince(fresh)
    if now.grows, now.keptName == name {
      let isKept =
        try fresh.map { (edit) throws(NoteStoreError) in
          try journal.keepMore(edits: edit.encoded, of: name.note, draft: name.draft)
        } ?? true
      if isKept { return took(now, as: name, since: since) }
    }
    try journal.keep(
      edits: since?.encoded ?? Edit.none(in: request.text), since: now.base, of: name.note,
      draft: name.draft)
    took(now, as: name, since: since)
  }

  /// What was told since `now` stays to be written.
  private func took(_ now: State, as name: Name, since: Edit?) {
    state.withLock { state in
      guard state.beginning == now.beginning else { return }
      state.keptRevision = now.revision
      state.keptName = name
      state.grows = state.base == now.base
      state.unlike = nil
      state.fresh.removeFirst(now.fresh.count)
      state.since = since?.withTextGrown(by: state.grown - now.grown)
    }
  }
}

extension TextKeeper.State {
  /// From the file to the text of now.
  fileprivate func composedSince(_ fresh: Edit?) -> Edit? {
    let before = unlike.map { RopePatch.edit(in: $0.old, becoming: $0.new) } ?? since
    guard let before, let fresh else { return before ?? fresh }
    return before.followed(by: fresh)
  }
}

extension Edit {
  fileprivate static func none(in text: Rope) -> [UInt8] {
    Edit(in: text, replacing: text.end..<text.end, with: []).encoded
  }
}

extension [Edit] {
  /// All of them as one, neighbours first: each is so joined with few others.
  var composed: Edit? {
    var edits = self
    while edits.count > 1 {
      edits = stride(from: 0, to: edits.count, by: 2).map {
        $0 + 1 < edits.count ? edits[$0].followed(by: edits[$0 + 1]) : edits[$0]
      }
    }
    return edits.first
  }
}
