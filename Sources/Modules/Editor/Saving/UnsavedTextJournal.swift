import Entities
import Services
import Synchronization
import TextEngine

/// Stores the unsaved text of one editor in the recovery journal: a small one whole, a large one as what
/// was done to its file.
///
/// It is given every edit on the main actor, at the cost of adding it to a list: it holds no text between
/// the requests, so that typing goes on in place. `perform` may be called from any thread.
///
/// ```swift
/// unsaved.begin(over: TextBase(base.stamp))
/// unsaved.record(edit)
/// let request = unsaved.request(note, draft: draft, text: text)
/// try unsaved.perform(request)                      // in the background
/// ```
final class UnsavedTextJournal: Sendable {
  /// The text of a note (nil: of the draft of this number) is to be stored; without a text, nothing of
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
    /// From the file's text to the text before the pending steps.
    var stored = JournaledEdits()
    /// The same, not compared yet.
    var uncompared: (old: Rope, new: Rope)?
    var pending: [Step] = []
    /// Those of the pending steps that came after a save began; nil: none is under way.
    var afterSave: [Step]?
    /// How much was added at the end of the text since it was begun.
    var grown = 0
    /// Counts beginnings, so that what was written of an older text is not mistaken for this one's.
    var beginning = 0
    /// Whether more can be appended to what the journal has.
    var canAppend = false
    /// Counts all changes of this state; and its value when the text was last stored.
    var revision = 0
    var storedRevision: Int?
    /// Under which name it was.
    var storedName: Name?
  }

  enum Step {
    case edit(Edit)
    /// This text is on its way to the file.
    case saving(TextBeingSaved)
  }

  struct Name: Hashable {
    var note: NoteID?
    var draft: Int
  }

  struct Writing {
    /// Under which names this editor has something in the journal.
    var names: Set<Name> = []
    /// Requests up to this one come too late: a later one was done, or all was removed.
    var last = 0
  }

  let journal: any RecoveryJournal
  let state = Mutex(State())
  let requestCount = Atomic(0)
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
    state.withLock { $0.uncompared = (old, text) }
  }

  func record(_ edit: Edit) {
    state.withLock { state in
      state.pending.append(.edit(edit))
      state.afterSave?.append(.edit(edit))
      state.revision += 1
      if state.pending.count > Self.mostSteps, state.afterSave == nil { state.joinPending() }
    }
  }

  /// More steps are joined: with many cursors each key makes hundreds.
  static let mostSteps = 1_000

  /// More of the file was read and added to the text.
  func textGrew(by bytes: Int) {
    state.withLock { state in
      state.grown += bytes
      state.stored = state.stored.withTextGrown(by: bytes)
      state.pending = state.pending.map { step in
        guard case .edit(let edit) = step else { return step }
        return .edit(edit.withTextGrown(by: bytes))
      }
    }
  }

  /// The file was read to its end: now its text has a digest.
  func baseIsKnown(_ base: TextBase) {
    state.withLock { state in
      state.base = base
      // What was stored until now named it by its time alone.
      state.canAppend = false
      if !state.stored.isEmpty || !state.pending.isEmpty { state.revision += 1 }
    }
  }

  /// Asks for the text of now to be stored; nil: for nothing to be.
  func request(_ note: NoteID?, draft: Int, text: Rope?) -> Request {
    Request(
      note: note, draft: draft, text: text,
      number: requestCount.wrappingAdd(1, ordering: .relaxed).newValue,
      revision: state.withLock { $0.revision })
  }

  /// The text of now is to become the file's. Perform the answer before it is written there: a crash
  /// right after that is then not mistaken for a change by someone else.
  func saveBegan(_ note: NoteID?, draft: Int, _ sent: TextBeingSaved) -> Request {
    state.withLock { state in
      state.afterSave = []
      if sent.text.byteCount > TextSize.whole {
        state.pending.append(.saving(sent))
        state.revision += 1
      }
    }
    return request(note, draft: draft, text: sent.text)
  }

  /// It became the file's as it was; what came meanwhile is done to that.
  func saveEnded(as base: TextBase) {
    state.withLock { state in
      state = State(
        base: base, pending: state.afterSave ?? [], beginning: state.beginning + 1,
        revision: state.revision + 1)
    }
  }

  func saveFailed() { state.withLock { $0.afterSave = nil } }

  // MARK: - Writing, on any thread

  /// Removes what was stored, and drops every request that came before.
  func remove(_ note: NoteID?, draft: Int) {
    writing.withLock { writing in
      writing.last = requestCount.load(ordering: .relaxed)
      remove(note, draft: draft, &writing)
    }
  }

  private func remove(_ note: NoteID?, draft: Int, _ writing: inout Writing) {
    journal.forget(note, draft: draft)
    writing.names.remove(Name(note: note, draft: draft))
    state.withLock { state in
      state.canAppend = false
      state.storedRevision = nil
    }
  }

  /// Writes the text, or a newer one, unless that was done.
  func perform(_ request: Request) throws(NoteStoreError) {
    try writing.withLock { (writing) throws(NoteStoreError) in
      guard request.number > writing.last else { return }
      let name = Name(note: request.note, draft: request.draft)
      guard let text = request.text else {
        writing.last = request.number
        // What earlier runs left is not this editor's to remove.
        if writing.names.contains(name) { remove(name.note, draft: name.draft, &writing) }
        return
      }
      let now = state.withLock { $0 }
      if let stored = now.storedRevision, stored >= request.revision, now.storedName == name {
        return
      }
      let isWhole = text.byteCount <= TextSize.whole
      // A failure from here on may leave a part of it.
      writing.names.insert(name)
      if isWhole {
        try journal.keep(text.bytes, of: request.note, draft: request.draft)
      } else {
        // Until all of it is written, nothing may be appended to a part of it.
        state.withLock { $0.canAppend = false }
        try storeEdits(of: now, as: name)
      }
      stored(now, as: name, revision: isWhole ? request.revision : now.revision, asEdits: !isWhole)
      writing.last = request.number
    }
  }

  private func storeEdits(of now: State, as name: Name) throws(NoteStoreError) {
    if now.canAppend, now.storedName == name, try append(now.pending.coded, as: name) { return }
    let all = now.all
    try replace(by: all.since, of: now, as: name)
    let rest = [all.mark, all.after.map { JournaledStep.edit($0) }].compactMap(\.self)
    if try append(rest, as: name) { return }
    // A journal that takes no second step gets all of them as one.
    try replace(by: [all.since, all.after].compactMap(\.self).composed, of: now, as: name)
  }

  private func replace(by edit: Edit?, of now: State, as name: Name) throws(NoteStoreError) {
    let none = Edit(in: Rope(), replacing: .zero ..< .zero, with: [])
    try journal.keep(
      edits: JournaledStep.edit(edit ?? none).encoded, since: now.base, of: name.note,
      draft: name.draft)
  }

  private func append(_ steps: [JournaledStep], as name: Name) throws(NoteStoreError) -> Bool {
    for step in steps {
      guard try journal.keepMore(edits: step.encoded, of: name.note, draft: name.draft) else {
        return false
      }
    }
    return true
  }

  /// Notes that the text of then was stored. What came since stays to be written.
  private func stored(_ now: State, as name: Name, revision: Int, asEdits: Bool) {
    // Of a small text they are not worth being joined.
    let joined = asEdits ? now.all : JournaledEdits()
    state.withLock { state in
      guard state.beginning == now.beginning else { return }
      state.storedRevision = revision
      state.storedName = name
      state.canAppend = asEdits && state.base == now.base
      guard asEdits else { return }
      state.uncompared = nil
      state.pending.removeFirst(now.pending.count)
      state.stored = joined.withTextGrown(by: state.grown - now.grown)
    }
  }
}

extension UnsavedTextJournal.State {
  /// Makes one edit of the pending steps. It cannot be appended to anything that the journal has, and what
  /// is just being written is not mistaken for it.
  mutating func joinPending() {
    stored = all
    (uncompared, pending, canAppend) = (nil, [], false)
    beginning += 1
  }

  /// From the file to the text of now.
  fileprivate var all: JournaledEdits {
    var all = stored
    if let uncompared {
      all.since = RopePatch.edit(in: uncompared.old, becoming: uncompared.new)
    }
    all.add(pending)
    return all
  }
}
