import Files
package import Entities
import Glibc
package import Services
import Synchronization

/// Unsaved text of one vault's notes, kept as files outside the vault.
///
/// Each run of the program writes files of its own, so that what an earlier run left is never
/// written over before someone has seen it. Only `forget` takes away what `recovered` has shown.
package final class FolderJournal: RecoveryJournal {
  private struct State: ~Copyable, Sendable {
    var run: JournalRun?
    /// Files of earlier runs that were shown, by note.
    var shownNotes: [NoteID: [UInt8]] = [:]
    /// The same for drafts, by the number that each was given here.
    var shownDrafts: [Int: [UInt8]] = [:]
    /// Recovered drafts that go on as drafts of this run.
    var adopted: Set<Int> = []
  }

  private let folder: [UInt8]
  private let clock: any WallClock
  private let disk: Disk
  private let state = Mutex(State())

  /// Keeps its files in `<stateFolder>/recovery/<name made of the vault's path>/`.
  package convenience init(stateFolder: [UInt8], vault: VaultID, clock: any WallClock) {
    self.init(stateFolder: stateFolder, vault: vault, clock: clock, disk: .real)
  }

  init(stateFolder: [UInt8], vault: VaultID, clock: any WallClock, disk: Disk) {
    folder = stateFolder + Array("/recovery/\(ShortName.of(vault.path.bytes))".utf8)
    self.clock = clock
    self.disk = disk
  }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    let entry = JournalEntry(note: note, kept: clock.now, bytes: bytes)
    let path = note?.path ?? NotePath("the new note")
    try state.withLock { (state) throws(NoteStoreError) in
      try onBehalf(of: path, to: "keep a recovery copy of") { () throws(SystemError) in
        let folder = try PrivateFolder.open(folder, making: true)
        let name = try name(note, draft, makingRunIn: folder.raw, &state)
        var file = try NewFile(in: folder.raw, mode: 0o600, disk: disk)
        try file.write(entry.file)
        _ = try file.finish()
        try file.replace(name.file)
      }
      if note == nil, state.shownDrafts[draft] != nil { state.adopted.insert(draft) }
    }
  }

  package func forget(_ note: NoteID?, draft: Int) {
    state.withLock { state in
      guard let folder = try? PrivateFolder.open(folder, making: false) else { return }
      // A file that cannot be removed is offered once more; that is the worst of it.
      if let run = state.run?.name {
        let name = note.map { JournalName($0, run: run) } ?? JournalName(draft: draft, run: run)
        try? Posix.remove(name.file, in: folder.raw)
      }
      let shown =
        if let note {
          state.shownNotes.removeValue(forKey: note)
        } else {
          state.shownDrafts.removeValue(forKey: draft)
        }
      if note == nil { state.adopted.remove(draft) }
      if let shown { try? Posix.remove(shown, in: folder.raw) }
    }
  }

  /// The newest that was kept of a note; of drafts (nil) the oldest that nobody works on yet. A
  /// recovered draft has a number of its own in `draft`, for `keep` and `forget`.
  package func recovered(_ note: NoteID?) -> RecoveredText? {
    state.withLock { state in
      guard let folder = try? PrivateFolder.open(folder, making: false) else { return nil }
      removeEndedRuns(in: folder.raw, but: state.run?.name)
      let found = left(for: note, in: folder.raw, by: state.run?.name)
      if let note {
        guard let newest = found.last else { return nil }
        state.shownNotes[note] = newest.file
        return RecoveredText(note: note, bytes: newest.entry.bytes, kept: newest.entry.kept)
      }
      let adopted = state.adopted.compactMap { state.shownDrafts[$0] }
      guard let oldest = found.first(where: { !adopted.contains($0.file) }) else { return nil }
      let draft =
        state.shownDrafts.first { $0.value == oldest.file }?.key
        ?? (state.shownDrafts.keys.min() ?? 0) - 1
      state.shownDrafts[draft] = oldest.file
      return RecoveredText(
        note: nil, bytes: oldest.entry.bytes, kept: oldest.entry.kept, draft: draft)
    }
  }

  private func name(
    _ note: NoteID?, _ draft: Int, makingRunIn folder: Int32, _ state: inout State
  ) throws(SystemError) -> JournalName {
    if state.run == nil { state.run = try JournalRun(in: folder) }
    let run = state.run?.name ?? ""
    return note.map { JournalName($0, run: run) } ?? JournalName(draft: draft, run: run)
  }

  /// What runs that have ended left of one note, or of all drafts, the oldest first.
  private func left(
    for note: NoteID?, in folder: Int32, by own: String?
  ) -> [(file: [UInt8], entry: JournalEntry)] {
    let key = note.map { ShortName.of($0.path.bytes) }
    let names = ((try? Posix.names(in: folder)) ?? []).compactMap(JournalName.init(file:))
    let found = names.compactMap { name -> (file: [UInt8], entry: JournalEntry)? in
      // A note that was left unsaved in this very run is offered again; a draft of this run may
      // still be open.
      let isLeft =
        name.run == own ? note != nil : JournalRun.hasEnded(name.run, in: folder)
      guard name.note == key, isLeft,
        let bytes = try? Posix.contents(name.file, in: folder)
      else { return nil }
      guard let entry = JournalEntry(file: bytes) else {
        setAside(name.file, in: folder)
        return nil
      }
      return entry.note == note ? (name.file, entry) : nil
    }
    return found.sorted {
      ($0.entry.kept, NotePath(bytes: $0.file)) < ($1.entry.kept, NotePath(bytes: $1.file))
    }
  }

  /// Out of the way of the journal, but there for a person to look at.
  private func setAside(_ file: [UInt8], in folder: Int32) {
    try? Posix.rename(file, in: folder, to: Array("bad-".utf8) + file, in: folder)
  }

  /// Lock files of ended runs that left no text.
  private func removeEndedRuns(in folder: Int32, but own: String?) {
    let names = (try? Posix.names(in: folder)) ?? []
    let needed = Set(names.compactMap { JournalName(file: $0)?.run })
    for name in names where name.starts(with: "run-".utf8) {
      let run = String(decoding: name.dropFirst(4), as: UTF8.self)
      if run != own, !needed.contains(run), JournalRun.hasEnded(run, in: folder) {
        try? Posix.remove(name, in: folder)
      }
    }
  }
}
