import Entities
import Files
import Glibc

/// The folder with the version logs of one vault: a file for each note, named after its path.
struct VersionFolder: Sendable {
  let path: [UInt8]
  let disk: Disk
  let problems: ProblemList
  let seal: StateSeal

  /// The largest log; a note with this much gets no more versions.
  static let largestLog = 512 << 20

  /// A log with its file.
  struct OpenLog: ~Copyable {
    let file: Descriptor
    var log: VersionLog
    var tail: VersionLog.Tail
    /// The file's facts when it was read.
    let facts: FileFacts
    let seal: StateSeal

    var encoder: VersionEncoder {
      VersionEncoder(log: log, source: .file(file.raw), seal: seal)
    }
  }

  func fileName(of note: NoteID) -> [UInt8] {
    Array("note-\(seal.name(note.path.bytes))".utf8)
  }

  /// Opens the folder for one change, alone among all programs. Returns nil if it is missing and
  /// not to be made.
  func alone<Value: ~Copyable>(
    making: Bool, _ body: (_ folder: Int32) throws(SystemError) -> Value
  ) throws(SystemError) -> Value? {
    let folder: Descriptor
    do {
      folder = try PrivateFolder.open(path, making: making)
    } catch  where error.code == ENOENT && !making {
      return nil
    }
    let lock = try Posix.open(
      Array("lock".utf8), in: folder.raw, O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    // Some network folders have no locks: checksums separate simultaneous writes. A stopped program
    // that holds the lock must not block every save.
    try Posix.lock(lock.raw, for: .seconds(1))
    return try body(folder.raw)
  }

  /// Returns nil if nothing is stored of the note. The known part of a log is not read again.
  func open(
    _ note: NoteID, in folder: Int32, known: VersionLog? = nil
  ) throws(SystemError) -> OpenLog? {
    guard let log = try open(file: fileName(of: note), in: folder, known: known) else {
      return nil
    }
    // Two paths with the same short name: the first one has it.
    guard log.log.note == note else { throw SystemError(EEXIST) }
    return log
  }

  /// Opens a log and repairs damage.
  func open(
    file name: [UInt8], in folder: Int32, known: VersionLog? = nil
  ) throws(SystemError) -> OpenLog? {
    guard let found = try read(name, in: folder, known: known) else { return nil }
    switch consume found {
    case .open(let log):
      if log.tail == .damaged { return try mend(log, name, in: folder) }
      return log
    case .headless:
      try setAside(name, in: folder)
      problems.add(
        "The saved versions of a note were damaged beyond reading. They were set aside as "
          + "\(shownPath(Self.damagedName(name))); new versions are saved from here on.")
      return nil
    }
  }

  private enum Found: ~Copyable {
    case open(OpenLog)
    case headless
  }

  private func read(
    _ name: [UInt8], in folder: Int32, known: VersionLog?
  ) throws(SystemError) -> Found? {
    guard
      let file = try ifThere(Posix.open(name, in: folder, O_RDWR | O_NONBLOCK | O_NOFOLLOW))
    else { return nil }
    let facts = try Posix.facts(of: file.raw)
    guard facts.kind == .file else { throw SystemError(EINVAL) }
    guard facts.size <= Self.largestLog else { throw SystemError(EFBIG) }
    if let known, known.end <= facts.size,
      try Posix.read(file.raw, from: 8, atMost: 8) == known.identityBytes
    {
      var log = known
      let tail = log.take(
        try Posix.read(file.raw, from: log.end, atMost: facts.size - log.end), seal: seal)
      return .open(OpenLog(file: file, log: log, tail: tail, facts: facts, seal: seal))
    }
    let bytes = try Posix.read(file.raw, from: 0, atMost: facts.size)
    switch VersionLog.head(in: bytes, seal: seal) {
    case .log(var log):
      let tail = log.take(Array(bytes[log.end...]), seal: seal)
      return .open(OpenLog(file: file, log: log, tail: tail, facts: facts, seal: seal))
    case .later: throw SystemError(EPROTONOSUPPORT)
    case .damaged: return .headless
    }
  }

  // MARK: - Writing

  /// Appends a record, completely or not at all. Without `syncing` the caller has to flush.
  func append(
    _ bytes: [UInt8], to log: borrowing OpenLog, syncing: Bool = true
  ) throws(SystemError) {
    let (file, end) = (log.file.raw, log.log.end)
    guard end + bytes.count <= Self.largestLog else { throw SystemError(EFBIG) }
    // After the end there is at most part of a record that a crash cut off.
    try Posix.retrying { ftruncate(file, off_t(end)) }
    try Posix.retrying { lseek(file, off_t(end), SEEK_SET) }
    do {
      try disk.write(bytes, to: file)
      if syncing { try disk.sync(file) }
    } catch {
      // If this fails too, the next reader recognizes the incomplete record.
      _ = ftruncate(file, off_t(end))
      throw error
    }
  }

  /// Replaces the log by a new one in one step. Unless it `waits`, a power failure within the next
  /// seconds may leave an empty file, or none.
  func replace(
    _ name: [UInt8], with bytes: [UInt8], in folder: Int32, waits: Bool = true
  ) throws(SystemError) {
    if waits { return try NewFile.put(bytes, as: name, in: folder, disk: disk) }
    var file = try NewFile(in: folder, mode: 0o600, disk: disk)
    try file.write(bytes)
    try file.takePlace(name)
  }

  // MARK: - Damage

  /// Writes everything readable to a new log and sets the old one aside.
  private func mend(
    _ damaged: consuming OpenLog, _ name: [UInt8], in folder: Int32
  ) throws(SystemError) -> OpenLog? {
    let form = VersionForm(identity: .random(in: .min ... .max), seal: seal)
    var bytes = try VersionLog.head(of: damaged.log.note, identity: form.identity, seal: seal)
    for record in damaged.log.records {
      bytes += try form.bytes(of: record, try damaged.encoder.payload(of: record))
    }
    // A hard link first, so that there is always a log.
    try setAside(name, in: folder, keepingName: true)
    try replace(name, with: bytes, in: folder)
    problems.add(
      "Some saved versions of “\(damaged.log.note.path.text)” were damaged. "
        + "\(damaged.log.records.count) can still be read; the damaged file was set aside as "
        + "\(shownPath(Self.damagedName(name))).", about: damaged.log.note)
    guard let mended = try read(name, in: folder, known: nil) else { throw .damaged }
    switch consume mended {
    case .open(let log): return log
    case .headless: throw .damaged
    }
  }

  private func setAside(
    _ name: [UInt8], in folder: Int32, keepingName: Bool = false
  ) throws(SystemError) {
    let aside = Self.damagedName(name)
    if keepingName {
      try? Posix.remove(aside, in: folder)
      do {
        try Posix.link(name, to: aside, in: folder)
        return
      } catch {
        // A disk without hard links: everything readable is in memory, and is written next.
      }
    }
    try Posix.rename(name, in: folder, to: aside, in: folder)
  }

  static func damagedName(_ name: [UInt8]) -> [UInt8] { Array("damaged-".utf8) + name }

  private func shownPath(_ name: [UInt8]) -> String { NotePath(bytes: path + [slash] + name).text }
}

extension VersionLog {
  var identityBytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(number: identity)
    return bytes
  }
}

extension Posix {
  /// Gives a file a second name in its folder.
  static func link(_ old: [UInt8], to new: [UInt8], in folder: Int32) throws(SystemError) {
    try withPath(old) { (old) throws(SystemError) in
      try withPath(new) { (new) throws(SystemError) in
        try retrying { linkat(folder, old, folder, new, 0) }
      }
    }
  }
}
