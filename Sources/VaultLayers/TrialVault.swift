import Entities
package import OpenVault
import Services

/// A store that changes nothing: each call returns what it would do. Calls that would fail on the
/// current notes fail here too.
final class TrialStore: ForwardingStore {
  package let store: any NoteStore
  private let files: any VaultFiles
  private let trial: TrialFiles

  init(_ store: any NoteStore, files: any VaultFiles, _ trial: TrialFiles) {
    self.store = store
    self.files = files
    self.trial = trial
  }

  package func read(_ id: NoteID) async throws(NoteStoreError) -> NoteContent {
    switch trial.state(of: id.path) {
    case .gone: throw .notFound(id.path)
    case .there(_, let content?): return content
    case .there(let from?, nil): return try await store.read(NoteID(from))
    case .there(nil, nil), nil: return try await store.read(id)
    }
  }

  package func open(_ id: NoteID) async throws(NoteStoreError) -> any NoteReading {
    if trial.state(of: id.path) == nil { return try await store.open(id) }
    return WholeReading(try await read(id))
  }

  package func save(
    _ text: any ByteSource, to id: NoteID, replacing stamp: NoteStamp
  ) async throws(NoteStoreError) -> NoteStamp {
    let now = try await read(id).stamp
    guard now.digest == stamp.digest, now.size == stamp.size else {
      throw .changedOutside(id.path)
    }
    let content = NoteContent(text, replacing: stamp)
    trial.write(content, to: id.path)
    return content.stamp
  }

  package func create(_ text: any ByteSource, at id: NoteID) async throws(NoteStoreError)
    -> NoteStamp
  {
    if isTaken(id) { throw .changedOutside(id.path) }
    return make(text, at: id)
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    let survey = files.survey(of: [folder])
    let paths = survey.entries.map { survey.path(of: $0) } + trial.made
    // A new name must not differ from another one only in case.
    let taken = Set(paths.filter { $0.folder == folder }.map { $0.name.text.lowercased() })
    let name = NotePath("\(NoteFileName.stem(for: title)).md")
    let id = freeName(name, in: folder) { taken.contains($0.path.name.text.lowercased()) }
    return (id, make(text, at: id))
  }

  package func create(
    _ text: any ByteSource, titled title: String, in folder: NotePath, keptAs other: NoteID
  ) async throws(NoteStoreError) -> (id: NoteID, stamp: NoteStamp) {
    try await create(text, titled: title, in: folder)
  }

  package func createMany(_ files: [NewVaultFile]) async -> [Result<NoteStamp, NoteStoreError>] {
    files.map { file in
      isTaken(file.id)
        ? .failure(.changedOutside(file.id.path)) : .success(make(file.bytes, at: file.id))
    }
  }

  package func trash(_ id: NoteID) async throws(NoteStoreError) -> TrashedNote {
    guard isTaken(id) else { throw .notFound(id.path) }
    trial.remove(id.path)
    return TrashedNote(original: id, resting: NotePath(".trash").appending(id.path.name))
  }

  package func trashMany(_ ids: [NoteID]) async -> [Result<TrashedNote, NoteStoreError>] {
    await ids.answers { (id) throws(NoteStoreError) in try await trash(id) }
  }

  package func putBack(
    _ note: NoteID, as trashed: TrashedNote
  ) async throws(NoteStoreError) -> TrashedNote {
    trial.remove(note.path)
    return trashed
  }

  package func removeMany(_ files: [MadeFile]) async -> [Result<Void, NoteStoreError>] {
    await files.answers { (file) throws(NoteStoreError) in
      try file.check(try await read(file.note).stamp)
      trial.remove(file.note.path)
    }
  }

  package func restore(_ trashed: TrashedNote) async throws(NoteStoreError) -> NoteID {
    var content: NoteContent?
    do throws(NoteStoreError) {
      content = NoteContent(try await store.read(trashed))
    } catch {
      if case .notFound = error { throw error }
    }
    let id = freeName(trashed.original.path.name, in: trashed.original.path.folder)
    trial.make(id.path, content)
    return id
  }

  package func deleteForGood(_ notes: [TrashedNote]) async throws(NoteStoreError) {}

  /// Waiting for a turn would create a file.
  package func turn(at id: NoteID) async -> (any NoteTurn)? { nil }

  private func isTaken(_ id: NoteID) -> Bool {
    switch trial.state(of: id.path) {
    case .gone: false
    case .there: true
    case nil: files.facts(of: id) != nil || files.fact(ofAttachment: id.path) != nil
    }
  }

  private func freeName(
    _ name: NotePath, in folder: NotePath, unless isAlike: (NoteID) -> Bool = { _ in false }
  ) -> NoteID {
    let names = NoteFileName.numbered(name.bytes).lazy.map {
      NoteID(folder.appending(NotePath(bytes: $0)))
    }
    return names.first { !isTaken($0) && !isAlike($0) } ?? NoteID(folder.appending(name))
  }

  private func make(_ text: any ByteSource, at id: NoteID) -> NoteStamp {
    let content = NoteContent(text)
    trial.make(id.path, content)
    return content.stamp
  }
}

/// Versions that can be read but not added.
struct TrialVersions: NoteVersions {
  let versions: any NoteVersions

  func keep(_ state: NoteState) async throws(NoteStoreError) {}

  func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion] {
    try await versions.versions(of: note)
  }

  func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8] {
    try await versions.bytes(of: version)
  }

  func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError) {}

  func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {}
  func undo(of note: NoteID) async -> [UInt8]? { await versions.undo(of: note) }
  var largestText: Int { versions.largestText }
  func leftOut(_ note: NoteID) async {}
  func problems() async -> [String] { await versions.problems() }
  func problems(of note: NoteID) async -> [String] { await versions.problems(of: note) }
}

extension VaultServices {
  /// Returns services that change no file. A command uses them like the real ones and learns what
  /// would happen; `trial` records the effects on files.
  package func trial(_ trial: TrialFiles) -> VaultServices {
    var services = self
    services.store = TrialStore(store, files: files, trial)
    services.versions = TrialVersions(versions: versions)
    services.journal = ReadOnlyJournal()
    services.conflicts = conflicts?.trial
    services.locks = locks?.trial(trial.moveTrial)
    services.moves = moves.trial(trial.moveTrial)
    services.state.done = StoredValue(state.done.value())
    services.state.arrangement = StoredValue(ListArrangement())
    services.state.reminders = StoredValue(state.reminders.value())
    return services
  }
}
