import Entities
import Files
import Glibc
import Services

extension VersionFolder {
  /// Takes all that is in this folder to another; false where it was stopped. The folder is empty then.
  func reseal(
    to new: VersionFolder, in folder: Int32, goesOn: () -> Bool
  ) throws(SystemError) -> Bool {
    for name in try Posix.names(in: folder).sorted(by: { $0.lexicographicallyPrecedes($1) })
    where name.starts(with: "note-".utf8) {
      guard goesOn() else { return false }
      try resealLog(name, to: new)
    }
    // A log without a head was set aside just now.
    for name in try Posix.names(in: folder) where name.starts(with: "damaged-".utf8) {
      guard goesOn() else { return false }
      try SetAside.reseal(name, in: folder, seal, to: new.path, new.seal, disk: disk)
    }
    try resealMoves(to: new)
    for inner in ["undo", "moving"] { try Posix.removeTree(path + Array("/\(inner)".utf8)) }
    for name in try Posix.names(in: folder)
    where !["undo", "moving"].contains(String(decoding: name, as: UTF8.self)) {
      try Posix.remove(name, in: folder)
    }
    return true
  }

  private func resealLog(_ name: [UInt8], to new: VersionFolder) throws(SystemError) {
    _ = try alone(making: false) { (folder) throws(SystemError) in
      guard let log = try open(file: name, in: folder) else { return }
      let note = log.log.note
      _ = try new.alone(making: true) { (target) throws(SystemError) in
        try new.take(log, in: target)
      }
      try resealUndo(of: note, to: new)
      try Posix.remove(name, in: folder)
    }
  }

  /// Takes all versions of another folder's log into this one, and looks whether they are there.
  private func take(_ log: borrowing OpenLog, in folder: Int32) throws(SystemError) {
    let note = log.log.note
    let names = log.log.records.map(\.name)
    if let own = try open(note, in: folder) {
      // An earlier run was stopped behind this step, or the vault was of this kind before.
      let known = Set(own.log.records.map(\.name))
      let new = names.map { !known.contains($0) }
      if new.contains(true) { try joined(log, new, own, as: note, in: folder) }
    } else {
      let all = names.map { _ in true }
      try replace(fileName(of: note), with: try thinned(log, staying: all), in: folder)
    }
    guard let made = try open(note, in: folder), try Self.holds(made, log) else { throw .damaged }
  }

  /// Whether every version of one log can be read in another, under its own name.
  private static func holds(
    _ one: borrowing OpenLog, _ other: borrowing OpenLog
  ) throws(SystemError) -> Bool {
    for record in other.log.records {
      guard let same = one.log.records.last(where: { $0.name == record.name }),
        same.kept == record.kept, let text = try? one.encoder.text(of: same),
        try other.encoder.text(of: record) == text
      else { return false }
    }
    return true
  }

  private func resealUndo(of note: NoteID, to new: VersionFolder) throws(SystemError) {
    guard let bytes = undo.bytes(of: note) else { return }
    try new.undo.keep(bytes, of: note)
  }

  /// What can be undone in the notes.
  private var undo: UndoFolder {
    UndoFolder(path: path + Array("/undo".utf8), disk: disk, seal: seal)
  }

  private func resealMoves(to new: VersionFolder) throws(SystemError) {
    var isWhole = true
    let now = Timestamp(seconds: .min / 2)
    PendingMoves.each(in: PendingMoves.folder(in: path), now: now, seal: seal) { moves in
      let written = PendingMoves(
        moves, in: PendingMoves.folder(in: new.path), disk: disk, seal: new.seal)
      if written == nil { isWhole = false }
      return written != nil
    }
    if !isWhole { throw SystemError(EIO) }
  }
}
