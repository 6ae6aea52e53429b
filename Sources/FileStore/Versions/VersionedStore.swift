package import Entities
package import Services
import Synchronization
import VaultLayers

/// A store that adds a version with each save. The previous text is stored first, unless this run
/// has done so. A text that cannot be read for that is not overwritten; if only the version cannot
/// be written, the note is saved and the problem reported (`NoteVersions`).
package final class VersionedStore: ForwardingStore {
  package let store: any NoteStore
  private let versions: any NoteVersions
  /// The state of each note that is known to be stored.
  private let saved = Mutex<[NoteID: NoteStamp]>([:])
  private static let mostRemembered = 10_000

  package init(_ store: any NoteStore, versions: any NoteVersions) {
    self.store = store
    self.versions = versions
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let problem = try await keepBefore(id, at: stamp)
    let new = try await store.save(text, to: id, replacing: stamp)
    await keep(text, of: id, at: new, after: problem)
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
    // A note that cannot be read can still be trashed.
    let last = await smallText(id)
    let trashed = try await store.trash(id)
    if let last, !isKept(id, at: last.stamp) {
      await versions.keepOrReport(
        NoteState(note: id, bytes: last.bytes, written: last.stamp.modified))
    }
    saved.withLock { $0[id] = nil }
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
      saved.withLock { $0[id] = nil }
    }
    await versions.keep(states)
    return answers
  }

  /// Stores the text that a save will replace, unless that was done, and returns why it could not.
  /// If the text has changed, the save will refuse to replace it.
  private func keepBefore(
    _ id: NoteID, at stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStoreError? {
    if isKept(id, at: stamp) { return nil }
    guard stamp.size <= versions.largestText else {
      await versions.leftOut(id)
      return nil
    }
    let content = try await store.read(id)
    // The file was only touched, its text is the same.
    guard content.stamp.digest == stamp.digest, content.stamp.size == stamp.size else { return nil }
    do throws(NoteStoreError) {
      try await versions.keep(content.bytes, of: id, written: content.stamp.modified)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the text of a note; nil if it cannot be read, or is too large for versions.
  private func smallText(_ id: NoteID) async -> NoteContent? {
    guard id.path.isOfNote, let reading = try? await store.open(id),
      reading.seen.size <= versions.largestText
    else { return nil }
    return try? await store.read(id)
  }

  private func isKept(_ id: NoteID, at stamp: NoteStamp) -> Bool {
    saved.withLock { $0[id] == stamp }
  }

  /// Stores the saved text. Problems are reported only now, after the note was really saved.
  private func keep(
    _ text: any ByteSource, of id: NoteID, at stamp: NoteStamp, after earlier: NoteStoreError?
  ) async {
    var problem = earlier
    do throws(NoteStoreError) {
      if text.byteCount <= versions.largestText {
        try await versions.keep(text.gathered, of: id, written: nil)
        remember(id, at: stamp)
      } else {
        await versions.leftOut(id)
      }
    } catch {
      problem = problem ?? error
    }
    guard let problem else { return }
    await versions.report(
      "\(id.path.text) was saved, but no earlier version was stored: \(problem.reason).", about: id)
  }

  /// Stores the first version of a new note. An attachment has no versions.
  private func keepFirst(_ text: any ByteSource, of id: NoteID, at stamp: NoteStamp) async {
    guard id.path.isOfNote else { return }
    guard text.byteCount <= versions.largestText else { return await versions.leftOut(id) }
    do throws(NoteStoreError) {
      try await versions.keepFirst(text.gathered, of: id)
      remember(id, at: stamp)
    } catch {
      await versions.report(
        "\(id.path.text) was saved, but no version of it was stored: \(error.reason).", about: id)
    }
  }

  private func remember(_ id: NoteID, at stamp: NoteStamp) {
    saved.withLock { saved in
      if saved.count >= Self.mostRemembered { saved = [:] }
      saved[id] = stamp
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
