import Entities
import Files
import Glibc

/// Rewrites logs: with fewer versions, under another path, or two joined.
extension VersionFolder {
  /// Returns a log for this folder with some of the versions of another, of the same note or of one
  /// that replaces it. Differences whose base stays are copied; the others are made again.
  func thinned(
    _ old: borrowing OpenLog, staying: [Bool], as note: NoteID? = nil
  ) throws(SystemError) -> [UInt8] {
    let form = VersionForm(identity: .random(in: .min ... .max), seal: seal)
    var bytes = try VersionLog.head(
      of: note ?? old.log.note, identity: form.identity, seal: seal)
    /// The new numbers of texts whose version was removed.
    var moved: [UInt32: UInt32] = [:]
    /// The length of the chain of each remaining version.
    var depths: [UInt32: Int] = [:]
    var last: (record: VersionRecord, text: [UInt8])?
    for (record, stays) in zip(old.log.records, staying) where stays {
      var made = record
      var newPayload: [UInt8]?
      if record.kind != .whole, depths[record.base] == nil {
        if record.kind == .same, let base = moved[record.base] {
          made.base = base
        } else {
          let text = try old.encoder.text(of: record)
          if record.kind == .same { moved[record.base] = record.number }
          let base = last.flatMap { depths[$0.record.number, default: 0] < 8 ? $0 : nil }
          (made, newPayload) = try Self.remade(record, text, after: base)
          last = (made, text)
        }
      }
      let payload = if let newPayload { newPayload } else { try old.encoder.payload(of: record) }
      bytes += try form.bytes(of: made, payload)
      depths[record.number] = made.kind == .whole ? 0 : depths[made.base, default: 0] + 1
    }
    return bytes
  }

  /// Makes the same version based on another one if that makes it smaller.
  private static func remade(
    _ record: VersionRecord, _ text: [UInt8],
    after base: (record: VersionRecord, text: [UInt8])?
  ) throws(SystemError) -> (VersionRecord, [UInt8]) {
    var made = record
    if let base, let payload = ZstdText.compressed(text, after: base.text),
      payload.count <= text.count / 2
    {
      (made.kind, made.base) = (.difference, base.record.number)
      return (made, payload)
    }
    guard let payload = ZstdText.compressed(text) else { throw SystemError(ENOMEM) }
    (made.kind, made.base) = (.whole, record.number)
    return (made, payload)
  }

  /// Moves the versions of one note, all or those until a moment, to another note.
  func move(
    _ old: NoteID, to new: NoteID, until moment: Timestamp?, in folder: Int32
  ) throws(SystemError) {
    guard let source = try open(old, in: folder) else { return }
    let going = source.log.records.map { record in moment.map { record.savedAt <= $0 } ?? true }
    guard going.contains(true) || going.isEmpty else { return }
    if let target = try open(new, in: folder) {
      try joined(source, going, target, as: new, in: folder)
    } else {
      let bytes = try thinned(source, staying: going, as: new)
      try replace(fileName(of: new), with: bytes, in: folder)
    }
    // A crash before this leaves the versions under both paths, and none is lost.
    guard going.contains(false) else { return try Posix.remove(fileName(of: old), in: folder) }
    let rest = try thinned(source, staying: going.map { !$0 })
    try replace(fileName(of: old), with: rest, in: folder)
  }

  /// Removes the versions of a note, and those that were set aside.
  func remove(_ note: NoteID, in folder: Int32) throws(SystemError) {
    let name = fileName(of: note)
    for name in [name, Self.damagedName(name)] { try ifThere(Posix.remove(name, in: folder)) }
    try Posix.syncFolder(folder, disk)
  }

  /// Joins some versions of one note with all of another's, in the order of time.
  func joined(
    _ one: borrowing OpenLog, _ going: [Bool], _ other: borrowing OpenLog, as note: NoteID,
    in folder: Int32
  ) throws(SystemError) {
    let order =
      (zip(one.log.records, going).compactMap { $1 ? ($0, true) : nil }
      + other.log.records.map { ($0, false) })
      .sorted { $0.0.savedAt < $1.0.savedAt }
    let form = VersionForm(identity: .random(in: .min ... .max), seal: seal)
    var bytes = try VersionLog.head(of: note, identity: form.identity, seal: seal)
    guard case .log(var log) = VersionLog.head(in: bytes, seal: seal) else { throw .damaged }
    for (record, isOne) in order {
      let text = try isOne ? one.encoder.text(of: record) : other.encoder.text(of: record)
      let encoder = VersionEncoder(log: log, source: .memory(bytes), seal: seal)
      guard let next = try encoder.next(text, at: record.savedAt, by: record.writer) else {
        continue
      }
      var made = next.record
      if !log.records.contains(where: { $0.name == record.name }) { made.name = record.name }
      let added = try form.bytes(of: made, next.payload)
      bytes += added
      guard log.take(added, seal: seal) == .whole else { throw .damaged }
    }
    try replace(fileName(of: note), with: bytes, in: folder)
  }
}
