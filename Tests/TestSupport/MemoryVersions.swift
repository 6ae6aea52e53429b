package import Entities
package import Services

/// Versions in memory, which fail when a test says so.
package actor MemoryVersions: NoteVersions {
  private let clock: any WallClock
  private var kept: [NoteID: [(version: NoteVersion, bytes: [UInt8])]] = [:]
  private var undos: [NoteID: [UInt8]] = [:]
  private var count = 0
  private var failures: [NoteStoreError] = []
  private var said: [String] = []

  package init(clock: any WallClock = StillClock()) {
    self.clock = clock
  }

  /// The next call fails so; several wait in line.
  package func fail(next error: NoteStoreError) { failures.append(error) }

  package func setProblems(_ problems: [String]) { said = problems }

  /// The texts of a note's versions, the newest first.
  package func texts(of note: NoteID) -> [String] {
    (kept[note] ?? []).reversed().map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  // MARK: NoteVersions

  package func keep(_ state: NoteState) async throws(NoteStoreError) {
    try failIfAsked()
    if kept[state.note]?.last?.bytes == state.bytes { return }
    count += 1
    let version = NoteVersion(
      name: "v\(count)", note: state.note, savedAt: state.written ?? clock.now,
      size: state.bytes.count, by: state.writer)
    kept[state.note, default: []].append((version, state.bytes))
  }

  package func versions(of note: NoteID) async throws(NoteStoreError) -> [NoteVersion] {
    try failIfAsked()
    return (kept[note] ?? []).reversed().map(\.version)
  }

  package func bytes(of version: NoteVersion) async throws(NoteStoreError) -> [UInt8] {
    try failIfAsked()
    guard let found = kept[version.note]?.first(where: { $0.version.name == version.name }) else {
      throw .notFound(version.note.path)
    }
    return found.bytes
  }

  package func noteMoved(
    from old: NoteID, to new: NoteID, until moment: Timestamp?
  ) async throws(NoteStoreError) {
    try failIfAsked()
    if moment == nil, let undo = undos.removeValue(forKey: old) { undos[new] = undo }
    let all = kept.removeValue(forKey: old) ?? []
    for piece in all {
      let goes = moment.map { piece.version.savedAt <= $0 } ?? true
      kept[goes ? new : old, default: []].append(piece)
    }
  }

  package func keepUndo(_ bytes: [UInt8], of note: NoteID) async throws(NoteStoreError) {
    try failIfAsked()
    undos[note] = bytes
  }

  package func undo(of note: NoteID) async -> [UInt8]? { undos[note] }

  package func problems() async -> [String] { said }

  private func failIfAsked() throws(NoteStoreError) {
    if !failures.isEmpty { throw failures.removeFirst() }
  }
}
