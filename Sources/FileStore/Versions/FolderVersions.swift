package import Entities
package import Files
import Glibc
package import Services
import Synchronization

/// Versions of one vault's notes, as files outside the vault.
package actor FolderVersions: NoteVersions {
  private nonisolated let folder: VersionFolder
  private nonisolated let clock: any WallClock
  private nonisolated let background: (any TaskExecutor)?
  private var known = KnownLogs()
  /// The thinning that this run started.
  private(set) var thinning: Task<Void, Never>?
  private var mayThin: Bool
  private nonisolated let undo: UndoFolder
  package nonisolated let largestText: Int

  /// Stores its files in `<stateFolder>/versions/<name made of the vault's path>/`, all encrypted
  /// by `seal`. Old versions are thinned out on `background`. Texts of more than `largestText`
  /// bytes are not stored, because each save would read and compress all of it.
  package init(
    stateFolder: [UInt8], vault: VaultID, clock: any WallClock,
    background: (any TaskExecutor)? = nil, largestText: Int = 16 << 20, seal: StateSeal = .none
  ) {
    self.init(
      stateFolder: stateFolder, vault: vault, clock: clock, background: background, disk: .real,
      largestText: largestText, seal: seal)
  }

  init(
    stateFolder: [UInt8], vault: VaultID, clock: any WallClock,
    background: (any TaskExecutor)? = nil, disk: Disk, thinsByItself: Bool = true,
    largestText: Int = 16 << 20, seal: StateSeal = .none
  ) {
    self.largestText = min(largestText, VersionEncoder.largestText)
    mayThin = thinsByItself
    folder = VersionFolder(
      path: seal.folder("versions", of: vault.path.bytes, in: stateFolder), disk: disk,
      problems: ProblemList(), seal: seal)
    undo = UndoFolder(path: folder.path + Array("/undo".utf8), disk: disk, seal: seal)
    self.clock = clock
    self.background = background
  }

  package func keep(_ state: NoteState) async throws(NoteStoreError) {
    try await keep(state, waits: true)
  }

  package func keepFirst(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try await keep(NoteState(note: note, bytes: bytes, written: nil), waits: false)
  }

  /// With `waits`, returns only after a new log is on disk.
  private func keep(_ state: NoteState, waits: Bool) async throws(NoteStoreError) {
    let note = state.note
    guard state.bytes.count <= largestText else { return leftOut(note) }
    let now = clock.now
    let moment = min(state.written ?? now, now)
    do throws(SystemError) {
      _ = try folder.alone(making: true) { (raw) throws(SystemError) in
        let log = try keep(state, at: moment, in: raw, known: known[note], waits: waits)
        if let log { known[note] = log }
      }
    } catch {
      // The versions' folder has no space, not the vault's.
      throw .failed(
        note.path, action: "keep a version of", reason: "\(shownFolder): \(error.reason)")
    }
    thinIfDue()
  }

  /// Returns the earlier log; nil if there was none.
  private nonisolated func keep(
    _ state: NoteState, at moment: Timestamp, in raw: Int32, known: VersionLog?, waits: Bool
  ) throws(SystemError) -> VersionLog? {
    guard let open = try folder.open(state.note, in: raw, known: known) else {
      guard let log = try folder.newLog(of: state, at: moment) else { return nil }
      try folder.replace(folder.fileName(of: state.note), with: log, in: raw, waits: waits)
      return nil
    }
    guard
      let (record, payload) = try open.encoder.next(state.bytes, at: moment, by: state.writer)
    else { return open.log }
    try folder.append(try open.encoder.form.bytes(of: record, payload), to: open)
    // The first version may not have been synced: its name is on disk with the second at the
    // latest. By then the note's file has another text.
    if open.log.records.count == 1 { try Posix.syncFolder(raw, folder.disk) }
    return open.log
  }

  package func keep(_ states: [NoteState]) async {
    if states.count < ManyVersions.fewest {
      for state in states { await keepOrReport(state) }
      return
    }
    keepNow(states)
    if !states.isEmpty { thinIfDue() }
  }

  /// Stores versions synchronously.
  nonisolated func keepNow(_ states: [NoteState]) {
    var rest = states[...]
    while !rest.isEmpty {
      let batch = rest.prefix(ManyVersions.most)
      rest = rest.dropFirst(batch.count)
      for state in batch where state.bytes.count > largestText { leftOut(state.note) }
      let written = batch.filter { $0.bytes.count <= largestText }
      let now = clock.now
      do throws(SystemError) {
        _ = try folder.alone(making: true) { (raw) throws(SystemError) in
          try ManyVersions(folder, in: raw, now: now).keep(written)
        }
      } catch {
        folder.problems.add(
          "Versions of \(written.count) notes could not be saved in"
            + " \(shownFolder): \(error.reason).")
      }
    }
  }

  package func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion] {
    let log = try onBehalf(of: note.path, to: "read the versions of") {
      () throws(SystemError) -> VersionLog? in
      try folder.alone(making: false) { (raw) throws(SystemError) -> VersionLog? in
        try folder.open(note, in: raw, known: known[note])?.log
      } ?? nil
    }
    known[note] = log
    return (log?.records ?? []).reversed().map {
      NoteVersion(
        name: VersionName.text($0.name), note: note, savedAt: $0.savedAt, size: $0.size,
        by: $0.writer)
    }
  }

  package func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8] {
    let path = version.note.path
    let text = try onBehalf(of: path, to: "read a version of") {
      () throws(SystemError) -> [UInt8]? in
      try folder.alone(making: false) { (raw) throws(SystemError) -> [UInt8]? in
        guard let open = try folder.open(version.note, in: raw, known: known[version.note])
        else { return nil }
        known[version.note] = open.log
        let records = open.log.records
        guard let record = records.last(where: { VersionName.text($0.name) == version.name })
        else { return nil }
        return try open.encoder.text(of: record)
      } ?? nil
    }
    guard let text else {
      throw .failed(
        path, action: "read version \(version.name) of", reason: "it no longer exists")
    }
    return text
  }

  package func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError) {
    guard old != new else { return }
    known[old] = nil
    known[new] = nil
    // With a moment, the undo file under the old path is of the note that took the path.
    if moment == nil { undo.move(old, to: new) }
    try onBehalf(of: new.path, to: "take along the versions of") { () throws(SystemError) in
      _ = try folder.alone(making: false) { (raw) throws(SystemError) in
        try folder.move(old, to: new, until: moment, in: raw)
      }
    }
  }

  /// Deletes everything stored of a note for good, including files set aside as damaged.
  package func forget(_ note: NoteID) async throws(NoteStoreError) {
    known[note] = nil
    try onBehalf(of: note.path, to: "remove the versions of") { () throws(SystemError) in
      _ = try folder.alone(making: false) { (raw) throws(SystemError) in
        try folder.remove(note, in: raw)
      }
      try undo.remove(note)
    }
  }

  /// Records that versions will have to follow these moves.
  nonisolated func willMove(_ moves: [NoteMove]) -> PendingMoves? {
    PendingMoves(
      moves, in: PendingMoves.folder(in: folder.path), disk: folder.disk, seal: folder.seal)
  }

  /// Moves the versions of notes that had moved when the program stopped. Called once, after the
  /// notes' own move was finished or undone.
  ///
  /// Only if nothing else can have happened: the move was recorded, there is a note under the new
  /// path and none under the old, and nothing is stored under the new one yet.
  package func recover(isThere: (NoteID) -> Bool) {
    PendingMoves.each(
      in: PendingMoves.folder(in: folder.path), now: clock.now, seal: folder.seal
    ) { moves in
      let sources = Set(moves.map(\.from))
      return moves.reduce(true) { isSettled, move in
        follow(move, isCircle: sources.contains(move.to), isThere) && isSettled
      }
    }
  }

  /// Returns whether nothing is left to do for a recorded move.
  private func follow(_ move: NoteMove, isCircle: Bool, _ isThere: (NoteID) -> Bool) -> Bool {
    // Versions of swapped notes are aside only after the notes have moved.
    let source = isCircle ? PendingMoves.aside(of: move.to) : move.from
    guard isThere(move.to), isCircle || !isThere(move.from) else { return false }
    let done: Void? = try? folder.alone(making: false) { (raw) throws(SystemError) in
      guard isCircle || !Posix.exists(folder.fileName(of: move.to), in: raw) else { return }
      try folder.move(source, to: move.to, until: nil, in: raw)
    }
    return done != nil
  }

  package nonisolated func leftOut(_ note: NoteID) {
    folder.problems.add(
      "“\(note.path.text)” is larger than \(largestText >> 20) MB: it gets no versions.",
      about: note)
  }

  package func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try onBehalf(of: note.path, to: "save the undo history of", undo.keep(bytes, of: note))
  }

  package nonisolated func undo(of note: NoteID) async -> [UInt8]? { undo.bytes(of: note) }

  package func report(_ problem: String, about note: NoteID) async {
    folder.problems.add(problem, about: note)
  }

  /// The folder for all vaults: the last part of the path would mean nothing to the user.
  private nonisolated var shownFolder: String { NotePath(bytes: folder.path).folder.text }

  package func problems() async -> [String] { folder.problems.all }

  package func problems(of note: NoteID) async -> [String] { folder.problems.about(note) }

  // MARK: - Thinning

  /// Thins out old versions in every log that may have some. A kill leaves each log unthinned or
  /// thinned.
  nonisolated func thin() async {
    await VersionThinning(folder: folder, now: clock.now).run()
  }

  /// Thins once in a run, and at most once a day.
  private func thinIfDue() {
    guard mayThin else { return }
    mayThin = false
    let thinning = VersionThinning(folder: folder, now: clock.now)
    guard thinning.isDue else { return }
    self.thinning = Task.detached(executorPreference: background, priority: .background) {
      await thinning.run()
    }
  }
}

/// The logs that were read last, because a saved note is soon saved again.
private struct KnownLogs {
  private static let most = 8
  private var logs: [(note: NoteID, log: VersionLog)] = []

  subscript(note: NoteID) -> VersionLog? {
    get { logs.last { $0.note == note }?.log }
    set {
      logs.removeAll { $0.note == note }
      if let newValue { logs.append((note, newValue)) }
      if logs.count > Self.most { logs.removeFirst() }
    }
  }
}

/// Problems, each listed once, for the user: about one note, or about all versions.
final class ProblemList: Sendable {
  private static let most = 100
  private let problems = Mutex<[(text: String, note: NoteID?)]>([])

  var all: [String] { problems.withLock { $0.map(\.text) } }

  /// Returns the problems without those of other notes.
  func about(_ note: NoteID) -> [String] {
    problems.withLock { $0.filter { $0.note == nil || $0.note == note }.map(\.text) }
  }

  func add(_ text: String, about note: NoteID? = nil) {
    problems.withLock { problems in
      if problems.count < Self.most, !problems.contains(where: { $0.text == text }) {
        problems.append((text, note))
      }
    }
  }
}
