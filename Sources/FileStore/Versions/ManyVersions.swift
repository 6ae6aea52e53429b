import Entities
import Files
import Glibc
import Services

/// Versions of several notes at once. A new log is on the disk before it takes its name, as with one; but
/// of many the disk is waited for once.
///
/// A kill leaves each log as it was, with its new record, or with a piece of one, which the next look
/// takes for what it is.
struct ManyVersions {
  /// Of fewer each is waited for by itself: what others write is not waited for then, and what is known
  /// of a log is not read again.
  static let fewest = 16
  /// Each new log holds a file open.
  static let most = 200

  private let folder: VersionFolder
  private let raw: Int32
  private let now: Timestamp

  init(_ folder: VersionFolder, in raw: Int32, now: Timestamp) {
    self.folder = folder
    self.raw = raw
    self.now = now
  }

  /// One that fails keeps the others from nothing.
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

  /// A log that has no name yet, where the note had none.
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
    folder.troubles.add(error.noteError(note.path, "keep a version of").message, about: note)
  }
}

/// A log on its way to its name.
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
  /// The first log of a note, with its first version.
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
