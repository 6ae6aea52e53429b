import Entities
import Files
import Glibc

/// The undo histories of one vault's notes, one file each. They are a convenience: a file that
/// cannot be written or read is only missing.
struct UndoFolder: Sendable {
  let path: [UInt8]
  let disk: Disk
  let seal: StateSeal

  /// The size of all files; those that were not written for longest are removed first.
  static let largestFolder = 128 << 20

  /// Binds an encrypted file to its name, so that a note's history opens for no other note.
  private func context(of note: NoteID) -> [UInt8] { Array("undo ".utf8) + fileName(of: note) }

  func fileName(of note: NoteID) -> [UInt8] {
    Array("undo-\(seal.name(note.path.bytes))".utf8)
  }

  func keep(_ bytes: [UInt8], of note: NoteID) throws(SystemError) {
    let folder = try PrivateFolder.open(path, making: true)
    let sealed = try seal.close(bytes, at: context(of: note))
    guard sealed.count <= Self.largestFolder else { throw SystemError(EFBIG) }
    try NewFile.put(sealed, as: fileName(of: note), in: folder.raw, disk: disk)
    makeRoom(in: folder.raw)
  }

  func bytes(of note: NoteID) -> [UInt8]? {
    guard let folder = try? PrivateFolder.open(path, making: false) else { return nil }
    let sealed = try? Posix.contents(
      fileName(of: note), in: folder.raw, limit: Self.largestFolder)
    return sealed.flatMap { seal.open($0, at: context(of: note)) }
  }

  func remove(_ note: NoteID) throws(SystemError) {
    guard let folder = try ifThere(PrivateFolder.open(path, making: false)) else { return }
    try ifThere(Posix.remove(fileName(of: note), in: folder.raw))
  }

  /// Moves the file to a note's new path. If that fails it is missing there, and does no harm under
  /// the old path, because it fits no text of a new note.
  func move(_ old: NoteID, to new: NoteID) {
    guard let folder = try? PrivateFolder.open(path, making: false) else { return }
    if seal.isPlain {
      try? Posix.rename(
        fileName(of: old), in: folder.raw, to: fileName(of: new), in: folder.raw)
      return
    }
    guard let bytes = bytes(of: old), (try? keep(bytes, of: new)) != nil else { return }
    try? remove(old)
  }

  /// Checks all files only once in sixteen writes, so that the excess stays small.
  private func makeRoom(in folder: Int32) {
    guard UInt8.random(in: 0..<16) == 0 else { return }
    removeOldest(in: folder, keeping: Self.largestFolder)
  }

  func removeOldest(in folder: Int32, keeping limit: Int) {
    let names = (try? Posix.names(in: folder)) ?? []
    var files: [(name: [UInt8], facts: FileFacts)] = []
    for name in names {
      if TemporaryName.matches(name) {
        _ = NewFile.removeIfAbandoned(name, in: folder)
      } else if let facts = try? Posix.facts(name, in: folder) {
        files.append((name, facts))
      }
    }
    var left = files.reduce(0) { $0 + $1.facts.size }
    for file in files.sorted(by: { $0.facts.modified < $1.facts.modified }) where left > limit {
      try? Posix.remove(file.name, in: folder)
      left -= file.facts.size
    }
  }
}
