import Entities
import Files
import Glibc
import Services

/// Stores versions of several notes. As with a single one, a new log is on disk before it gets its
/// name; but there is one wait for the disk.
///
/// A kill leaves each log unchanged, with its new record, or with a part of that, which the next
/// reader recognizes.
struct ManyVersions {
  /// With fewer versions each is flushed by itself, to avoid waiting for what other programs write
  /// and reading known logs again.
  static let fewest = 16
  /// Each new log has an open file.
  static let most = 200

  private let folder: VersionFolder
  private let raw: Int32
  private let now: Timestamp

  init(_ folder: VersionFolder, in raw: Int32, now: Timestamp) {
    self.folder = folder
    self.raw = raw
    self.now = now
  }

  /// A version that fails does not stop the others.
  func keep(_ states: some Collection<NoteState>) throws(SystemError) {
    let isMany = states.count >= Self.fewest
    var new: [NewLog] = []
    for state in states {
      do throws(SystemError) {
        if let log = try keep(state, syncing: !isMany) { new.append(log) }
      } catch {
        tell(error, state.note)
      }
    }
    if isMany { try folder.disk.syncAll(raw) }
    for log in new {
      do throws(SystemError) {
        try log.takePlace()
      } catch {
        tell(error, log.note)
      }
    }
    if !new.isEmpty { try Posix.syncFolder(raw, folder.disk) }
  }

  /// Stores a version. If the note had no log, returns a new one without a name.
  private func keep(
    _ state: NoteState, syncing: Bool
  ) throws(SystemError) -> NewLog? {
    let moment = min(state.written ?? now, now)
    guard let open = try folder.open(state.note, in: raw) else {
      return try folder.newLog(of: state, at: moment).map {
        (bytes) throws(SystemError) in
        try NewLog(bytes, of: state.note, folder, in: raw, syncing: syncing)
      }
    }
    guard
      let (record, payload) = try open.encoder.next(state.bytes, at: moment, by: state.writer)
    else { return nil }
    try folder.append(try open.encoder.form.bytes(of: record, payload), to: open, syncing: syncing)
    return nil
  }

  private func tell(_ error: SystemError, _ note: NoteID) {
    folder.problems.add(error.noteError(note.path, "keep a version of").message, about: note)
  }
}

/// A new log that has no name yet.
private final class NewLog {
  let note: NoteID
  private var file: NewFile
  private let name: [UInt8]

  init(
    _ bytes: [UInt8], of note: NoteID, _ folder: VersionFolder, in raw: Int32, syncing: Bool
  ) throws(SystemError) {
    self.note = note
    name = folder.fileName(of: note)
    file = try NewFile(in: raw, mode: 0o600, disk: folder.disk)
    try file.write(bytes)
    if syncing { _ = try file.finish() }
  }

  func takePlace() throws(SystemError) { try file.takePlace(name) }
}

extension VersionFolder {
  /// Returns the first log of a note, with its first version.
  func newLog(
    of state: NoteState, at moment: Timestamp
  ) throws(SystemError) -> [UInt8]? {
    let head = try VersionLog.head(of: state.note, identity: .random(in: .min ... .max), seal: seal)
    guard case .log(let log) = VersionLog.head(in: head, seal: seal) else {
      throw SystemError(ENAMETOOLONG)
    }
    let encoder = VersionEncoder(log: log, source: .memory(head), seal: seal)
    guard let (record, payload) = try encoder.next(state.bytes, at: moment, by: state.writer)
    else { return nil }
    return head + (try encoder.form.bytes(of: record, payload))
  }
}
