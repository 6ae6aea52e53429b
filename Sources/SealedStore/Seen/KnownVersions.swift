import Entities
import Files
import Glibc
import Synchronization

/// The record of sealed notes on this computer, with the last known state of each. It is in the
/// person's state folder, encrypted with the vault's keys, so that someone with access to the
/// vault's folder cannot change it. Only the doctor reads it. Losing it costs the doctor's findings
/// and nothing else; no write of a note depends on it.
///
/// The first part of the file lists all notes, the others list later events.
final class KnownVersions: Sendable {
  private let path: [UInt8]
  private let chain: PartChain
  private let room: Int
  private let isBegun = Atomic(false)

  static let kind = "seen"
  private static let name = Array("seen".utf8)
  private static let bond = Array("seen 1".utf8)

  enum Event: Equatable {
    /// The complete entry of a note.
    case entry(SealedID, SeenEntry)
    /// It was found in the folder.
    case found(SealedID, SeenState)
    /// This program wrote it.
    case written(SealedID, SeenState)
    case deleted(SealedID)
    case began(Timestamp)
    case damaged
  }

  /// Stored in `<stateFolder>/seen/<name made of the vault's path>`. At least `room` bytes are
  /// appended before the file is rewritten.
  init(stateFolder: [UInt8], vault: [UInt8], seal: StateSeal, room: Int = 1 << 20) {
    path = seal.folder(Self.kind, of: vault, in: stateFolder)
    chain = PartChain(seal: seal, bond: Self.bond)
    self.room = room
  }

  /// Starts the record with all current notes, unless there is one.
  func begin(_ now: Timestamp, all: () -> [Event]) {
    if isBegun.exchange(true, ordering: .relaxed) { return }
    if Posix.exists(path + [slash] + Self.name, in: Posix.noFolder) { return }
    try? change { table in
      if table.began != nil { return false }
      table.began = now
      for event in all() { table.take(event) }
      return true
    }
  }

  /// Records events. A failure is ignored: the note itself is safe. If there is no record yet,
  /// `begin` starts it with everything.
  func add(_ events: [Event], all: () -> [Event]) {
    if events.isEmpty { return }
    try? append(events, all)
  }

  private func append(_ events: [Event], _ all: () -> [Event]) throws(SystemError) {
    let folder = try PrivateFolder.open(path, making: false)
    // Two programs at once would append to the same end. Closing the folder unlocks it.
    try Posix.lock(folder.raw, for: .seconds(1))
    let file = try Posix.open(
      Self.name, in: folder.raw, O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW)
    let size = try Posix.facts(of: file.raw).size
    let end = try PartChain.end(of: file.raw, size)
    if let end, size <= end.first + end.first / 2 + room {
      let part = try chain.part(SeenPart.bytes(of: events), at: size, after: end.proof)
      return try Disk.real.write(part, to: file.raw)
    }
    var table = try read(in: folder.raw)
    // Replace lost parts with the current state.
    for event in all() + events { table.take(event) }
    try replace(with: table, in: folder.raw)
  }

  private func replace(with table: KnownVersionsTable, in folder: Int32) throws(SystemError) {
    try NewFile.put(
      try chain.part(SeenPart.bytes(of: table.events)), as: Self.name, in: folder)
  }

  // MARK: Reading

  /// Returns the file's content. It is marked as damaged if part of it was unreadable: everything
  /// after that is unknown. A missing file is empty.
  private func read(in folder: Int32) throws(SystemError) -> KnownVersionsTable {
    var table = KnownVersionsTable()
    guard let file = try ifThere(Posix.contents(Self.name, in: folder)) else { return table }
    let isWhole = chain.read(file) { part, _ in SeenPart.read(part, into: &table) }
    if !isWhole { table.isDamaged = true }
    return table
  }

  /// Returns the whole record; empty if there never was one. Throws if the disk cannot be read.
  func table() throws(SystemError) -> KnownVersionsTable {
    guard let folder = try ifThere(PrivateFolder.open(path, making: false)) else {
      return KnownVersionsTable()
    }
    try Posix.lock(folder.raw)
    return try read(in: folder.raw)
  }

  /// Applies `change` to the record, and saves it if that returns true.
  func change(_ change: (inout KnownVersionsTable) -> Bool) throws(SystemError) {
    let folder = try PrivateFolder.open(path, making: true)
    try Posix.lock(folder.raw)
    var table = try read(in: folder.raw)
    if change(&table) { try replace(with: table, in: folder.raw) }
  }
}

/// The record as bytes: a kind, then little-endian numbers.
private enum SeenPart {
  private enum Kind {
    static let entry = UInt8(0)
    static let found = UInt8(1)
    static let written = UInt8(2)
    static let deleted = UInt8(3)
    static let began = UInt8(4)
    static let damaged = UInt8(5)
  }

  private enum Flag {
    static let deleted = UInt8(1)
    static let acceptedCopy = UInt8(2)
  }

  static func bytes(of events: [KnownVersions.Event]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(events.count * 96)
    for event in events {
      switch event {
      case .found(let id, let state):
        bytes.append(Kind.found)
        bytes += id.bytes
        append(state, to: &bytes)
      case .written(let id, let state):
        bytes.append(Kind.written)
        bytes += id.bytes
        append(state, to: &bytes)
      case .deleted(let id):
        bytes.append(Kind.deleted)
        bytes += id.bytes
      case .began(let time):
        bytes.append(Kind.began)
        bytes.append(time)
      case .damaged: bytes.append(Kind.damaged)
      case .entry(let id, let entry):
        bytes.append(Kind.entry)
        bytes += id.bytes
        bytes.append(
          (entry.isDeleted ? Flag.deleted : 0) | (entry.isAcceptedCopy ? Flag.acceptedCopy : 0))
        append(entry.last, to: &bytes)
        bytes.append(number: UInt32(entry.earlier.count))
        for mark in entry.earlier { bytes.append(number: mark.bits) }
      }
    }
    return bytes
  }

  private static func append(_ state: SeenState, to bytes: inout [UInt8]) {
    bytes.append(number: state.mark.bits)
    bytes.append(state.modified)
    bytes.append(state.path)
  }

  /// Returns false if `bytes` did not make this; the table then has the events before the fault.
  static func read(_ bytes: [UInt8], into table: inout KnownVersionsTable) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var reader = PartReader(bytes: bytes)
      while !reader.isAtEnd {
        guard let event = event(&reader) else { return false }
        table.take(event)
      }
      return true
    }
  }

  private static func event(_ reader: inout PartReader) -> KnownVersions.Event? {
    guard let kind = reader.byte() else { return nil }
    switch kind {
    case Kind.began:
      return reader.time().map { .began($0) }
    case Kind.damaged: return .damaged
    default: break
    }
    guard let id = reader.bytes(16).flatMap(SealedID.init(bytes:)) else { return nil }
    switch kind {
    case Kind.found: return state(&reader).map { .found(id, $0) }
    case Kind.written: return state(&reader).map { .written(id, $0) }
    case Kind.deleted: return .deleted(id)
    case Kind.entry:
      guard let flags = reader.byte(), let last = state(&reader), let count = reader.short(),
        Int(count) <= reader.left / 8
      else { return nil }
      var entry = SeenEntry(last: last)
      entry.earlier = (0..<count).compactMap { _ in reader.number().map { FileMark(bits: $0) } }
      entry.isDeleted = flags & Flag.deleted != 0
      entry.isAcceptedCopy = flags & Flag.acceptedCopy != 0
      return .entry(id, entry)
    default: return nil
    }
  }

  private static func state(_ reader: inout PartReader) -> SeenState? {
    guard let mark = reader.number(), let modified = reader.time(), let location = reader.path()
    else { return nil }
    return SeenState(mark: FileMark(bits: mark), modified: modified, path: location)
  }
}
