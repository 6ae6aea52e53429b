import Entities
import Services
import Synchronization
import TextEngine

/// On any thread.
extension TextKeeper {
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
      let isWhole = request.text.byteCount <= TextSize.whole
      if isWhole {
        try journal.keep(request.text.bytes, of: request.note, draft: request.draft)
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
    // Anew: all until the last save that was begun, that, and what came after it.
    let last = now.fresh.lastIndex { if case .saving = $0 { true } else { false } } ?? 0
    let before = [now.before].compactMap(\.self) + now.fresh[..<last].edits
    let edit = before.composed.map { KeptStep.edit($0).encoded } ?? KeptStep.nothing
    try journal.keep(edits: edit, since: now.base, of: name.note, draft: name.draft)
    if try keepMore(Array(now.fresh[last...]).coded, as: name) { return }
    let all = ([now.before].compactMap(\.self) + now.fresh[...].edits).composed
    try journal.keep(
      edits: all.map { KeptStep.edit($0).encoded } ?? KeptStep.nothing, since: now.base,
      of: name.note, draft: name.draft)
  }

  private func keepMore(_ steps: [KeptStep], as name: Name) throws(NoteStoreError) -> Bool {
    for step in steps {
      let isKept = try journal.keepMore(edits: step.encoded, of: name.note, draft: name.draft)
      if !isKept { return false }
    }
    return true
  }

  /// What was told since `now` stays to be written.
  private func took(_ now: State, as name: Name, revision: Int, grows: Bool) {
    // A few edits of a small text are not worth being joined; too many would be held for nothing.
    let isJoined = grows || now.fresh.count > 1_000
    let joined = isJoined ? ([now.before].compactMap(\.self) + now.fresh[...].edits).composed : nil
    state.withLock { state in
      guard state.beginning == now.beginning else { return }
      state.keptRevision = revision
      state.keptName = name
      state.grows = grows && state.base == now.base
      guard isJoined else { return }
      state.unlike = nil
      state.fresh.removeFirst(now.fresh.count)
      state.since = joined?.withTextGrown(by: state.grown - now.grown)
    }
  }
}

extension TextKeeper.State {
  /// From the file to the text before the fresh steps.
  fileprivate var before: Edit? {
    unlike.map { RopePatch.edit(in: $0.old, becoming: $0.new) } ?? since
  }
}

extension KeptStep {
  /// An edit that changes nothing, whatever the text.
  fileprivate static var nothing: [UInt8] {
    KeptStep.edit(Edit(in: Rope(), replacing: .zero ..< .zero, with: [])).encoded
  }
}

extension [TextKeeper.Step] {
  /// As few steps as say the same.
  fileprivate var coded: [KeptStep] {
    var steps: [KeptStep] = []
    for part in split(omittingEmptySubsequences: false, whereSeparator: \.isSaving) {
      if let edit = part.edits.composed { steps.append(.edit(edit)) }
      if part.endIndex < endIndex, case .saving(let text) = self[part.endIndex] {
        steps.append(.saving(byteCount: text.byteCount, digest: text.digest))
      }
    }
    return steps
  }
}

extension ArraySlice<TextKeeper.Step> {
  fileprivate var edits: [Edit] {
    compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
  }
}

extension TextKeeper.Step {
  fileprivate var isSaving: Bool { if case .saving = self { true } else { false } }
}
