import Entities
import Services
import Viper

/// Bringing a version back, whole or one hunk of it, and taking that back.
extension HistoryInteractor {
  /// How a restoring is taken back.
  enum Undo: Sendable {
    case save(bytes: [UInt8], before: NoteStamp, after: NoteStamp)
    /// The note was gone before.
    case trash(NoteID)
  }

  func restore(_ index: Int) {
    guard items.indices.contains(index), !isChanging else { return }
    isChanging = true
    let (version, item, versions, store) = (found[index], items[index], versions, store)
    scope.run(
      { try await Self.restore(version, from: versions, in: store) },
      then: { [weak self] result in
        guard let self else { return }
        self.isChanging = false
        switch result {
        case .success((let undo, let id)):
          self.undos.append(undo)
          var created = false
          if case .trash = undo { created = true }
          self.output?.noteWasRestored(id, to: item, created: created)
          self.load()
        case .failure(let error): self.output?.failed(Self.message(of: error))
        }
      })
  }

  @concurrent
  private static func restore(
    _ version: NoteVersion, from versions: any NoteVersions, in store: any NoteStore
  ) async throws(NoteStoreError) -> (Undo, NoteID) {
    let note = version.note
    let text = try await versions.bytes(of: version)
    let present: NoteContent
    do {
      present = try await store.read(note)
    } catch NoteStoreError.notFound {
      _ = try await store.create(text, at: note)
      return (.trash(note), note)
    }
    return (try await replace(present, of: note, by: text, versions, store), note)
  }

  func takeHunk(_ number: Int) {
    guard let seen, !isChanging else { return }
    isChanging = true
    let (note, versions, store) = (note, versions, store)
    scope.run(
      { try await Self.take(number, of: seen, into: note, versions, store) },
      then: { [weak self] (result: Result<Hunk, any Error>) in
        guard let self else { return }
        self.isChanging = false
        switch result {
        case .success(.taken(let undo)):
          self.undos.append(undo)
          self.output?.hunkWasTaken(note)
          self.load()
        case .success(.refused(let refusal)): self.output?.hunkWasRefused(refusal)
        case .failure(let error): self.output?.failed(Self.message(of: error))
        }
      })
  }

  private enum Hunk: Sendable {
    case taken(Undo)
    case refused(HunkRefusal)
  }

  @concurrent
  private static func take(
    _ number: Int, of comparison: VersionComparison, into note: NoteID,
    _ versions: any NoteVersions, _ store: any NoteStore
  ) async throws(NoteStoreError) -> Hunk {
    let present: NoteContent
    do {
      present = try await store.read(note)
    } catch NoteStoreError.notFound {
      return .refused(.noteIsGone)
    }
    switch comparison.taking(number, into: present.bytes) {
    case .refused(let refusal): return .refused(refusal)
    case .text(let text):
      return .taken(try await replace(present, of: note, by: text, versions, store))
    }
  }

  /// Whatever becomes of this, what the note says now can be had back.
  private static func replace(
    _ present: NoteContent, of note: NoteID, by text: [UInt8], _ versions: any NoteVersions,
    _ store: any NoteStore
  ) async throws(NoteStoreError) -> Undo {
    try await versions.keep(present.bytes, of: note, written: present.stamp.modified)
    let stamp = try await store.save(text, to: note, replacing: present.stamp)
    return .save(bytes: present.bytes, before: present.stamp, after: stamp)
  }

  func undoRestore() {
    guard !isChanging else { return }
    guard let undo = undos.popLast() else {
      output?.nothingToUndo()
      return
    }
    isChanging = true
    let (note, store) = (note, store)
    scope.run(
      {
        switch undo {
        case .save(let bytes, _, let stamp):
          return (note, try await store.save(bytes, to: note, replacing: stamp))
        case .trash(let id):
          _ = try await store.trash(id)
          return (id, nil)
        }
      },
      then: { [weak self] (result: Result<(NoteID, NoteStamp?), any Error>) in
        guard let self else { return }
        self.isChanging = false
        switch result {
        case .success((let id, let stamp)):
          self.wasUndone(undo, nowAt: stamp)
          self.output?.restoreWasUndone(id)
          self.load()
        case .failure(let error):
          self.undos.append(undo)
          self.output?.failed(Self.message(of: error))
        }
      })
  }
  /// The text is again what the step before left, in a file that is not the same.
  private func wasUndone(_ undo: Undo, nowAt stamp: NoteStamp?) {
    guard case .save(_, let before, _) = undo, let stamp,
      case .save(let bytes, let first, let after) = undos.last, after == before
    else { return }
    undos[undos.count - 1] = .save(bytes: bytes, before: first, after: stamp)
  }
}
