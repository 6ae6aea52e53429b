package import Files
package import Entities
import Glibc
package import Services
import Synchronization

/// The unsaved texts of one vault's notes, stored as files outside the vault.
///
/// Each run of the program writes its own files, so that those of an earlier run are not
/// overwritten before the user has seen them. Only `forget` deletes what `recovered` has returned.
package final class FolderJournal: RecoveryJournal {
  struct State: ~Copyable, Sendable {
    var run: JournalRun?
    /// Files of earlier runs that were shown, by note.
    var shownNotes: [NoteID: [UInt8]] = [:]
    /// Drafts of earlier runs that were shown, by the number that each got here.
    var shownDrafts: [Int: [UInt8]] = [:]
    var bases = JournalBases()
    /// Large texts, stored as their edits.
    var series = JournalSeries()
    /// Recovered drafts that become drafts of this run.
    var adopted: Set<Int> = []
  }

  let folder: [UInt8]
  let clock: any WallClock
  let disk: Disk
  let seal: StateSeal
  private let state = Mutex(State())

  /// Stores its files in `<stateFolder>/recovery/<name made of the vault's path>/`, each encrypted
  /// by `seal` and bound to its name.
  package convenience init(
    stateFolder: [UInt8], vault: VaultID, clock: any WallClock, seal: StateSeal = .none
  ) {
    self.init(stateFolder: stateFolder, vault: vault, clock: clock, seal: seal, disk: .real)
  }

  init(
    stateFolder: [UInt8], vault: VaultID, clock: any WallClock, seal: StateSeal = .none,
    disk: Disk
  ) {
    self.seal = seal
    folder = seal.folder("recovery", of: vault.path.bytes, in: stateFolder)
    self.clock = clock
    self.disk = disk
  }

  /// Closes the journal; its files remain for the next one, even in this process.
  package func end() {
    state.withLock { state in
      state.run = nil
      state.bases = JournalBases()
      state.series = JournalSeries()
      state.adopted = []
    }
  }

  package func keep(_ bytes: [UInt8], of note: NoteID?, draft: Int) throws(NoteStoreError) {
    try keeping(of: note, draft: draft) { (folder, name, state) throws(SystemError) in
      state.series[name] = nil
      try keep(bytes, of: note, as: name, in: folder, &state.bases)
    }
  }

  /// Writes to the journal's folder, one call at a time, with the file name of a note in this run.
  func keeping<Value: Sendable>(
    of note: NoteID?, draft: Int,
    _ body: (_ folder: Int32, _ name: [UInt8], inout State) throws(SystemError) -> Value
  ) throws(NoteStoreError) -> Value {
    let path = note?.path ?? NotePath("the new note")
    return try state.withLock { (state) throws(NoteStoreError) in
      let value = try onBehalf(of: path, to: "keep a recovery copy of") {
        () throws(SystemError) in
        let folder = try PrivateFolder.open(folder, making: true)
        let name = try name(note, draft, makingRunIn: folder.raw, &state)
        return try body(folder.raw, name.file, &state)
      }
      if note == nil, state.shownDrafts[draft] != nil { state.adopted.insert(draft) }
      return value
    }
  }

  /// Saves a large text completely once, then only its differences from that.
  private func keep(
    _ bytes: [UInt8], of note: NoteID?, as file: [UInt8], in folder: Int32,
    _ bases: inout JournalBases
  ) throws(SystemError) {
    let now = clock.now
    let old = bases[file]
    if let old,
      let delta = JournalDelta(note: note, savedAt: now, from: old.bytes, in: old.file, to: bytes)
    {
      return try write(try seal.close(delta.file, at: file), as: file, in: folder)
    }
    let entry = JournalEntry(note: note, savedAt: now, bytes: bytes)
    var base: JournalBases.Base?
    if bytes.count >= JournalBases.smallest {
      // First the new base, then the file that needs it; only then is the old base removed.
      let new = JournalBases.Base(file: bases.newName(for: file), bytes: bytes)
      try write(try seal.close(entry.file, at: new.file), as: new.file, in: folder)
      base = new
    }
    let delta = base.flatMap {
      JournalDelta(note: note, savedAt: now, from: bytes, in: $0.file, to: bytes)
    }
    do throws(SystemError) {
      try write(try seal.close(delta?.file ?? entry.file, at: file), as: file, in: folder)
    } catch {
      // The file may have been replaced, and only flushing it failed.
      let isUsed =
        contents(file, in: folder).map { JournalDelta(file: $0)?.base == base?.file }
      if let base, isUsed == false { try? Posix.remove(base.file, in: folder) }
      throw error
    }
    bases[file] = base
    if let old { try? Posix.remove(old.file, in: folder) }
  }

  /// Reads a file of the journal and decrypts it if the seal encrypted it as one; returns nothing
  /// if that fails. A file of edits is not encrypted as a whole: its records are.
  func contents(_ name: [UInt8], in folder: Int32) -> [UInt8]? {
    (try? Posix.contents(name, in: folder)).map { opened($0, as: name) }
  }

  func opened(_ bytes: [UInt8], as name: [UInt8]) -> [UInt8] {
    JournalEdits.isMarked(bytes) ? bytes : seal.open(bytes, at: name) ?? []
  }

  func write(
    _ bytes: [UInt8], as name: [UInt8], in folder: Int32
  ) throws(SystemError) {
    try NewFile.put(bytes, as: name, in: folder, disk: disk)
  }

  package func forget(_ note: NoteID?, draft: Int) {
    state.withLock { state in
      guard let folder = try? PrivateFolder.open(folder, making: false) else { return }
      // A file that cannot be removed is offered once more, and does no other harm.
      if let run = state.run?.name {
        let name =
          note.map { JournalName($0, run: run, seal: seal) } ?? JournalName(draft: draft, run: run)
        try? Posix.remove(name.file, in: folder.raw)
        if let base = state.bases[name.file] { try? Posix.remove(base.file, in: folder.raw) }
        state.bases[name.file] = nil
        state.series[name.file] = nil
      }
      let shown =
        if let note {
          state.shownNotes.removeValue(forKey: note)
        } else {
          state.shownDrafts.removeValue(forKey: draft)
        }
      if note == nil { state.adopted.remove(draft) }
      if let shown {
        try? Posix.remove(shown, in: folder.raw)
        removeBases(of: shown, in: folder.raw)
      }
    }
  }

  /// Returns the newest copy of a note, or for nil the oldest draft that is not open. A recovered
  /// draft gets a new number in `draft`, for `keep` and `forget`.
  package func recovered(_ note: NoteID?) -> RecoveredText? {
    state.withLock { state in
      guard let folder = try? PrivateFolder.open(folder, making: false) else { return nil }
      removeEndedRuns(in: folder.raw, but: state.run?.name)
      let found = left(for: note, in: folder.raw, by: state.run?.name)
      if let note {
        guard let newest = found.last else { return nil }
        state.shownNotes[note] = newest.file
        return newest.text(draft: nil)
      }
      let adopted = state.adopted.compactMap { state.shownDrafts[$0] }
      guard let oldest = found.first(where: { !adopted.contains($0.file) }) else { return nil }
      let draft =
        state.shownDrafts.first { $0.value == oldest.file }?.key
        ?? (state.shownDrafts.keys.min() ?? 0) - 1
      state.shownDrafts[draft] = oldest.file
      return oldest.text(draft: draft)
    }
  }

  package func unsavedNotes() -> [NoteID] {
    state.withLock { state in
      guard let folder = try? PrivateFolder.open(folder, making: false) else { return [] }
      let names = ((try? Posix.names(in: folder.raw)) ?? []).compactMap(JournalName.init(file:))
      var notes: Set<NoteID> = []
      for name in names where name.note != nil && name.run != state.run?.name {
        guard JournalRun.hasEnded(name.run, in: folder.raw),
          let bytes = contents(name.file, in: folder.raw),
          let note = JournalEntry(file: bytes)?.note ?? JournalDelta(file: bytes)?.note
            ?? JournalEdits(file: bytes, named: name.file, seal: seal)?.note
        else { continue }
        notes.insert(note)
      }
      return notes.sorted { $0.path < $1.path }
    }
  }

  private func name(
    _ note: NoteID?, _ draft: Int, makingRunIn folder: Int32, _ state: inout State
  ) throws(SystemError) -> JournalName {
    if state.run == nil { state.run = try JournalRun(in: folder) }
    let run = state.run?.name ?? ""
    return note.map { JournalName($0, run: run, seal: seal) } ?? JournalName(draft: draft, run: run)
  }

  /// Returns what ended runs left of one note, or of all drafts, oldest first.
  private func left(
    for note: NoteID?, in folder: Int32, by own: String?
  ) -> [Left] {
    let key = note.map { seal.name($0.path.bytes) }
    let names = ((try? Posix.names(in: folder)) ?? []).compactMap(JournalName.init(file:))
    let found = names.compactMap { name -> Left? in
      // A note that was left unsaved in this run is offered again; a draft of this run may still be
      // open.
      let isLeft =
        name.run == own ? note != nil : JournalRun.hasEnded(name.run, in: folder)
      guard name.note == key, isLeft,
        let bytes = contents(name.file, in: folder)
      else { return nil }
      guard let left = left(bytes, as: name.file, in: folder) else {
        setAside(name.file, in: folder)
        return nil
      }
      return left.note == note ? left : nil
    }
    return found.sorted {
      ($0.savedAt, NotePath(bytes: $0.file)) < ($1.savedAt, NotePath(bytes: $1.file))
    }
  }

  func left(_ bytes: [UInt8], as file: [UInt8], in folder: Int32) -> Left? {
    if JournalEdits.isMarked(bytes) {
      return JournalEdits(file: bytes, named: file, seal: seal).map {
        Left(
          file: file, note: $0.note, savedAt: $0.savedAt,
          edits: RecoveredEdits(base: $0.base, edits: $0.edits))
      }
    }
    return (JournalEntry(file: bytes) ?? entry(ofDelta: bytes, as: file, in: folder)).map {
      Left(file: file, note: $0.note, savedAt: $0.savedAt, bytes: $0.bytes)
    }
  }

  /// The content of one file of an earlier run.
  struct Left: Equatable {
    var file: [UInt8]
    var note: NoteID?
    var savedAt: Timestamp
    var bytes: [UInt8] = []
    var edits: RecoveredEdits?

    func text(draft: Int?) -> RecoveredText {
      var text = RecoveredText(note: note, bytes: bytes, savedAt: savedAt, draft: draft)
      text.edits = edits
      return text
    }
  }

  /// Renames a damaged file so that the journal ignores it, but a person can still look at it.
  func setAside(_ file: [UInt8], in folder: Int32) {
    try? Posix.rename(file, in: folder, to: Array("bad-".utf8) + file, in: folder)
  }

  /// Returns the reconstructed text; if that fails, the older text that it is based on.
  private func entry(
    ofDelta bytes: [UInt8], as file: [UInt8], in folder: Int32
  ) -> JournalEntry? {
    let delta = JournalDelta(file: bytes)
    let names = (try? Posix.names(in: folder)) ?? []
    let bases = names.filter { JournalBases.isBase($0, of: file) }
    for name in bases where delta == nil || delta?.base == name {
      guard let whole = contents(name, in: folder), let base = JournalEntry(file: whole)
      else { continue }
      return delta?.entry(over: base.bytes) ?? base
    }
    return nil
  }

  func removeBases(of file: [UInt8], in folder: Int32) {
    for name in (try? Posix.names(in: folder)) ?? [] where JournalBases.isBase(name, of: file) {
      try? Posix.remove(name, in: folder)
    }
  }

  /// Removes files of ended runs that are not needed: lock files without text, unused bases,
  /// unfinished files.
  private func removeEndedRuns(in folder: Int32, but own: String?) {
    let names = (try? Posix.names(in: folder)) ?? []
    let known = Set(names)
    let needed = Set(names.compactMap { JournalName(file: $0)?.run })
    var isAlone = true
    for name in names where name.starts(with: "run-".utf8) {
      let run = String(decoding: name.dropFirst(4), as: UTF8.self)
      if run == own { continue }
      guard JournalRun.hasEnded(run, in: folder) else {
        isAlone = false
        continue
      }
      if !needed.contains(run) { try? Posix.remove(name, in: folder) }
    }
    // A running program may be about to need them.
    guard isAlone else { return }
    for name in names {
      let isOrphan = JournalBases.owner(of: name).map { !known.contains(Array($0)) } ?? false
      if isOrphan || TemporaryName.matches(name) { try? Posix.remove(name, in: folder) }
    }
  }
}
