import Entities
import Services
import Synchronization
import TextEngine

/// On any thread.
extension DraftJournal {
  /// Forgets what was kept, and every request that came before.
  func forget(_ note: NoteID?, draft: Int) {
    writing.withLock { writing in
      writing.last = taken.load(ordering: .relaxed)
      forget(note, draft: draft, &writing)
    }
  }

  private func forget(_ note: NoteID?, draft: Int, _ writing: inout Writing) {
    journal.forget(note, draft: draft)
    writing.kept.remove(Name(note: note, draft: draft))
    state.withLock { state in
      state.grows = false
      state.keptRevision = nil
    }
  }

  /// Writes the text, or a newer one, unless that was done.
  func perform(_ request: Request) throws(NoteStoreError) {
    try writing.withLock { (writing) throws(NoteStoreError) in
      guard request.number > writing.last else { return }
      let name = Name(note: request.note, draft: request.draft)
      guard let text = request.text else {
        writing.last = request.number
        // What earlier runs left is not this editor's to forget.
        if writing.kept.contains(name) { forget(name.note, draft: name.draft, &writing) }
        return
      }
      let now = state.withLock { $0 }
      if let kept = now.keptRevision, kept >= request.revision, now.keptName == name { return }
      let isWhole = text.byteCount <= TextSize.whole
      // Whatever fails from here on may have left a part of it.
      writing.kept.insert(name)
      if isWhole {
        try journal.keep(text.bytes, of: request.note, draft: request.draft)
      } else {
        // Until all of it is written, nothing may be put behind a part of it.
        state.withLock { $0.grows = false }
        try keepEdits(of: now, as: name)
      }
      took(now, as: name, revision: isWhole ? request.revision : now.revision, grows: !isWhole)
      writing.last = request.number
    }
  }

  private func keepEdits(of now: State, as name: Name) throws(NoteStoreError) {
    if now.grows, now.keptName == name, try keepMore(now.fresh.coded, as: name) { return }
    let all = now.all
    try keepAnew(all.since, of: now, as: name)
    let rest = [all.mark, all.after.map { JournaledStep.edit($0) }].compactMap(\.self)
    if try keepMore(rest, as: name) { return }
    // A journal that takes no second step gets all of them as one.
    try keepAnew([all.since, all.after].compactMap(\.self).composed, of: now, as: name)
  }

  private func keepAnew(_ edit: Edit?, of now: State, as name: Name) throws(NoteStoreError) {
    let none = Edit(in: Rope(), replacing: .zero ..< .zero, with: [])
    try journal.keep(
      edits: JournaledStep.edit(edit ?? none).encoded, since: now.base, of: name.note,
      draft: name.draft)
  }

  private func keepMore(_ steps: [JournaledStep], as name: Name) throws(NoteStoreError) -> Bool {
    for step in steps {
      let isKept = try journal.keepMore(edits: step.encoded, of: name.note, draft: name.draft)
      if !isKept { return false }
    }
    return true
  }

  /// What was told since `now` stays to be written.
  private func took(_ now: State, as name: Name, revision: Int, grows: Bool) {
    // Of a small text they are not worth being joined.
    let joined = grows ? now.all : JournaledEdits()
    state.withLock { state in
      guard state.beginning == now.beginning else { return }
      state.keptRevision = revision
      state.keptName = name
      state.grows = grows && state.base == now.base
      guard grows else { return }
      state.unlike = nil
      state.fresh.removeFirst(now.fresh.count)
      state.kept = joined.withTextGrown(by: state.grown - now.grown)
    }
  }
}

extension DraftJournal.State {
  /// Makes one edit of the fresh steps. The journal has nothing that this one could go behind, and what
  /// is just written is not taken for it.
  mutating func joinFresh() {
    kept = all
    (unlike, fresh, grows) = (nil, [], false)
    beginning += 1
  }

  /// From the file to the text of now.
  fileprivate var all: JournaledEdits {
    var all = kept
    if let unlike { all.since = RopePatch.edit(in: unlike.old, becoming: unlike.new) }
    all.add(fresh)
    return all
  }
}
