package import Entities
package import Services
import Synchronization

/// A store whose saves leave versions behind. What was there before is kept too, if this run has
/// not seen it yet; a version that cannot be kept never stands in the way of the note.
package final class VersionedStore: ForwardingStore {
  package let store: any NoteStore
  private let versions: any NoteVersions
  /// The state of each note that is known to be kept.
  private let kept = Mutex<[NoteID: NoteStamp]>([:])
  private static let mostRemembered = 10_000

  package init(_ store: any NoteStore, versions: any NoteVersions) {
    self.store = store
    self.versions = versions
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let before = await unkept(id, at: stamp)
    let new = try await store.save(text, to: id, replacing: stamp)
    if let before { await keep(before.bytes, of: id, written: before.stamp.modified, at: nil) }
    await keep(text, of: id, written: nil, at: new)
    return new
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let made = try await store.create(text, titled: title, in: folder)
    await keepFirst(text, of: made.id, at: made.stamp)
    return made
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let made = try await store.create(text, titled: title, in: folder, keptAs: other)
    await keepFirst(text, of: made.id, at: made.stamp)
    return made
  }

  package func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError)
    -> NoteStamp
  {
    let stamp = try await store.create(text, at: id)
    await keepFirst(text, of: id, at: stamp)
    return stamp
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    // A note that cannot be read can be trashed all the same.
    let last = await smallText(id)
    let trashed = try await store.trash(id)
    if let last, !isKept(id, at: last.stamp) {
      await keep(last.bytes, of: id, written: last.stamp.modified, at: nil)
    }
    kept.withLock { $0[id] = nil }
    return trashed
  }

  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    var last: [NoteID: NoteContent] = [:]
    for id in ids { last[id] = await smallText(id) }
    let answers = await store.trashMany(ids)
    var states: [NoteState] = []
    for case .success(let trashed) in answers {
      let id = trashed.original
      if let content = last[id], !isKept(id, at: content.stamp) {
        states.append(
          NoteState(note: id, bytes: content.bytes, written: content.stamp.modified))
      }
      kept.withLock { $0[id] = nil }
    }
    await versions.keep(states)
    return answers
  }

  /// What a save will replace, where nobody has kept it.
  private func unkept(_ id: NoteID, at stamp: NoteStamp) async -> NoteContent? {
    if isKept(id, at: stamp) || stamp.size > versions.largestText { return nil }
    guard let content = try? await store.read(id), content.stamp == stamp else { return nil }
    return content
  }

  /// What may be kept of a note; nil where it cannot be read, or would not be kept.
  private func smallText(_ id: NoteID) async -> NoteContent? {
    guard id.path.isOfNote, let reading = try? await store.open(id),
      reading.seen.size <= versions.largestText
    else { return nil }
    return try? await store.read(id)
  }

  private func isKept(_ id: NoteID, at stamp: NoteStamp) -> Bool {
    kept.withLock { $0[id] == stamp }
  }

  private func keep(
    _ text: any ByteSource, of id: NoteID, written moment: Timestamp?, at stamp: NoteStamp?
  ) async {
    await keep(text, of: id, at: stamp) { (bytes) async throws(NoteStoreError) in
      try await versions.keep(bytes, of: id, written: moment)
    }
  }

  /// Of a note that was made just now. An attachment has no versions.
  private func keepFirst(_ text: any ByteSource, of id: NoteID, at stamp: NoteStamp) async {
    guard id.path.isOfNote else { return }
    await keep(text, of: id, at: stamp) { (bytes) async throws(NoteStoreError) in
      try await versions.keepFirst(bytes, of: id)
    }
  }

  private func keep(
    _ text: any ByteSource, of id: NoteID, at stamp: NoteStamp?,
    as way: ([UInt8]) async throws(NoteStoreError) -> Void
  ) async {
    guard text.byteCount <= versions.largestText else { return await versions.leftOut(id) }
    do throws(NoteStoreError) {
      try await way(text.gathered)
    } catch {
      // The versions tell of it among their problems; the note is safe.
      return
    }
    remember(id, at: stamp)
  }

  private func remember(_ id: NoteID, at stamp: NoteStamp?) {
    kept.withLock { kept in
      if kept.count >= Self.mostRemembered { kept = [:] }
      kept[id] = stamp
    }
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    let id = try await store.restore(trashed)
    await versions.noteWasRestored(trashed, to: id)
    return id
  }

  package func restoreMany(_ notes: [TrashedNote]) async -> [Result<NoteID, NoteStoreError>] {
    let answers = await store.restoreMany(notes)
    for (note, answer) in zip(notes, answers) {
      if case .success(let id) = answer { await versions.noteWasRestored(note, to: id) }
    }
    return answers
  }
}
