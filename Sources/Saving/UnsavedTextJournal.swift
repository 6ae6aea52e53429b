package import Entities
package import Services
import Synchronization
package import TextEngine

/// Stores the unsaved text of one editor in the recovery journal: a small text whole, a large one as
/// its edits since the file was read or written.
///
/// Every edit is recorded on the main actor, which only adds it to a list. `perform` may be called on
/// any thread.
///
/// ```swift
/// unsaved.begin(over: TextBase(base.stamp))
/// unsaved.record(edit)
/// let request = unsaved.request(note, draft: draft, text: text)
/// try unsaved.perform(request)                      // in the background
/// ```
package final class UnsavedTextJournal: Sendable {
  /// A text that is to be stored. Without a text, the stored one is removed: the file has it all.
  package struct Request: Sendable {
    var name: Name
    var text: Rope?
    var number: Int
    var revision: Int
  }

  /// The journal's name for a text: its note, or the number of a draft without one.
  struct Name: Hashable {
    var note: NoteID?
    var draft: Int
  }

  struct State {
    /// The file's text; nil without a file.
    var base: TextBase?
    /// The steps from the file's text to the text before the pending ones.
    var stored: [JournaledStep] = []
    /// Two texts whose difference is the first step. It is not computed yet.
    var uncompared: (old: Rope, new: Rope)?
    var pending: [JournaledStep] = []
    /// The pending steps since a save began; nil without a save.
    var afterSave: [JournaledStep]?
    /// The number of bytes added at the end of the text since the beginning.
    var grown = 0
    /// Counts beginnings, so that a write of an older text is not mistaken for one of this text.
    var beginning = 0
    /// Whether the stored steps are those that the journal has.
    var canAppend = false
    /// Counts all changes of this state.
    var revision = 0
    /// The revision and the name under which the text was last stored.
    var storedRevision: Int?
    var storedName: Name?
  }

  struct Writing {
    /// The names under which this editor has something in the journal.
    var names: Set<Name> = []
    /// Requests up to this one are obsolete: a later one was performed, or the text was removed.
    var last = 0
  }

  /// With more pending steps than this they are joined: with many cursors each key makes hundreds.
  static let mostSteps = 1_000

  let journal: any RecoveryJournal
  let state = Mutex(State())
  let requestCount = Atomic(0)
  /// Held during a write, so that an older text is never written after a newer one.
  let writing = Mutex(Writing())

  package init(_ journal: any RecoveryJournal) { self.journal = journal }

  /// Begins with the file's text; without a file it is empty. `texts` are the file's and the current text
  /// if they differ.
  package func begin(over base: TextBase?, comparing texts: (old: Rope, new: Rope)? = nil) {
    state.withLock {
      $0 = State(
        base: base, uncompared: texts, beginning: $0.beginning + 1, revision: $0.revision + 1)
    }
  }

  package func record(_ edit: Edit) {
    state.withLock { state in
      state.pending.append(.edit(edit))
      state.afterSave?.append(.edit(edit))
      state.revision += 1
      if state.pending.count > Self.mostSteps, state.afterSave == nil { state.joinPending() }
    }
  }

  /// More of the file was read and added to the text.
  package func textGrew(by bytes: Int) {
    state.withLock { state in
      state.grown += bytes
      state.stored = state.stored.map { $0.withTextGrown(by: bytes) }
      state.pending = state.pending.map { $0.withTextGrown(by: bytes) }
    }
  }

  /// The file was read to its end, so its digest is known.
  package func baseIsKnown(_ base: TextBase) {
    state.withLock { state in
      state.base = base
      // What the journal has names the text by its time alone.
      state.canAppend = false
      if !state.stored.isEmpty || !state.pending.isEmpty { state.revision += 1 }
    }
  }

  /// Makes a request to store the current text, or to remove the stored one.
  package func request(_ note: NoteID?, draft: Int, text: Rope?) -> Request {
    Request(
      name: Name(note: note, draft: draft), text: text,
      number: requestCount.wrappingAdd(1, ordering: .relaxed).newValue,
      revision: state.withLock { $0.revision })
  }

  /// The current text is about to become the file's. Perform the returned request before the text is
  /// written: a crash right after the write is then not mistaken for a change by another program.
  package func saveBegan(_ note: NoteID?, draft: Int, _ sent: TextBeingSaved) -> Request {
    state.withLock { state in
      state.afterSave = []
      if sent.text.byteCount > TextSize.whole {
        state.pending.append(.saving(sent))
        state.revision += 1
      }
    }
    return request(note, draft: draft, text: sent.text)
  }

  /// The file has the text that was sent. Only the steps since then are unsaved.
  package func saveEnded(as base: TextBase) {
    state.withLock { state in
      state = State(
        base: base, pending: state.afterSave ?? [], beginning: state.beginning + 1,
        revision: state.revision + 1)
    }
  }

  package func saveFailed() { state.withLock { $0.afterSave = nil } }

  // MARK: - Writing, on any thread

  /// Removes the stored text and makes all earlier requests obsolete.
  package func remove(_ note: NoteID?, draft: Int) {
    writing.withLock { writing in
      writing.last = requestCount.load(ordering: .relaxed)
      remove(Name(note: note, draft: draft), &writing)
    }
  }

  private func remove(_ name: Name, _ writing: inout Writing) {
    journal.forget(name.note, draft: name.draft)
    writing.names.remove(name)
    state.withLock { state in
      state.canAppend = false
      state.storedRevision = nil
    }
  }

  /// Writes the text, or a newer one, unless that was done.
  package func perform(_ request: Request) throws(NoteStoreError) {
    try writing.withLock { (writing) throws(NoteStoreError) in
      guard request.number > writing.last else { return }
      let name = request.name
      guard let text = request.text else {
        writing.last = request.number
        // What earlier runs left is not this editor's to remove.
        if writing.names.contains(name) { remove(name, &writing) }
        return
      }
      let now = state.withLock { $0 }
      if let stored = now.storedRevision, stored >= request.revision, now.storedName == name {
        return
      }
      // A failure from here on may leave a part of it.
      writing.names.insert(name)
      if text.byteCount <= TextSize.whole {
        try journal.keep(text.bytes, of: name.note, draft: name.draft)
        stored(nil, of: now, as: name, revision: request.revision)
      } else {
        // Until all of it is written, nothing may be appended to a part of it.
        state.withLock { $0.canAppend = false }
        let steps = now.steps
        try store(steps, of: now, as: name)
        stored(steps, of: now, as: name, revision: now.revision)
      }
      writing.last = request.number
    }
  }

  private func store(
    _ steps: [JournaledStep], of now: State, as name: Name
  ) throws(NoteStoreError) {
    if now.canAppend, now.storedName == name, try append(now.pending.joined[...], as: name) {
      return
    }
    let first = steps.prefix(1)
    try replace(by: first.edit, of: now, as: name)
    if try append(first.edit == nil ? steps[...] : steps.dropFirst(), as: name) { return }
    // A journal that takes no second step gets all edits as one.
    try replace(by: steps.edit, of: now, as: name)
  }

  private func replace(by edit: Edit?, of now: State, as name: Name) throws(NoteStoreError) {
    let none = Edit(in: Rope(), replacing: .zero ..< .zero, with: [])
    try journal.keep(
      edits: JournaledStep.edit(edit ?? none).encoded, since: now.base, of: name.note,
      draft: name.draft)
  }

  private func append(
    _ steps: ArraySlice<JournaledStep>, as name: Name
  ) throws(NoteStoreError) -> Bool {
    for step in steps {
      guard try journal.keepMore(edits: step.encoded, of: name.note, draft: name.draft) else {
        return false
      }
    }
    return true
  }

  /// Notes that the text of `now` was stored, by its steps or whole. Later steps stay pending.
  private func stored(_ steps: [JournaledStep]?, of now: State, as name: Name, revision: Int) {
    state.withLock { state in
      guard state.beginning == now.beginning else { return }
      state.storedRevision = revision
      state.storedName = name
      state.canAppend = steps != nil && state.base == now.base
      guard let steps else { return }
      state.uncompared = nil
      state.pending.removeFirst(now.pending.count)
      state.stored = steps.map { $0.withTextGrown(by: state.grown - now.grown) }
    }
  }
}

extension UnsavedTextJournal.State {
  /// Joins the pending steps. They cannot be appended to the journal's, and a write that is under way
  /// is not mistaken for one of them.
  mutating func joinPending() {
    stored = steps
    (uncompared, pending, canAppend) = (nil, [], false)
    beginning += 1
  }

  /// The steps from the file's text to the current one, joined.
  fileprivate var steps: [JournaledStep] {
    let first = uncompared.map { [.edit(RopePatch.edit(in: $0.old, becoming: $0.new))] } ?? stored
    return (first + pending).joined
  }
}
