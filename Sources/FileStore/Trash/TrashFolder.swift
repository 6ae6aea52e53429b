import Bytes
package import Entities
import Files
import Glibc

/// The trash is the folder `.trash`, as in Obsidian. For each trashed file `.trash/.origin`
/// contains a file of the same name with its old path and the time.
struct TrashFolder: ~Copyable {
  static let path = NotePath(".trash")
  private static let originName = Array(".origin".utf8)

  let folder: Descriptor
  private let originsFolder: Descriptor?

  /// Nil if there is none: then only other programs have used the trash.
  var origins: Int32? {
    switch originsFolder {
    case .some(let folder): folder.raw
    case nil: nil
    }
  }

  private init(_ folder: consuming Descriptor, _ origins: consuming Descriptor?) {
    self.folder = folder
    originsFolder = origins
  }

  /// Unlocks explicitly: a program that is just being started also holds the folder until it runs.
  deinit {
    if let origins { flock(origins, LOCK_UN) }
  }

  /// Makes the missing folders and locks the trash among our programs, so that a file and its
  /// record always appear and disappear together.
  static func make(in top: Int32, _ disk: Disk) throws(SystemError) -> TrashFolder {
    let folder = try made(path.bytes, in: top, disk)
    let origins = try made(originName, in: folder.raw, disk)
    let raw = origins.raw
    try Posix.lock(raw)
    return TrashFolder(folder, origins)
  }

  /// Opens the trash as it is. Throws `ENOENT` if there is none.
  static func open(in top: Int32) throws(SystemError) -> TrashFolder {
    let folder = try Posix.openFolder(path.bytes, in: top, followingLink: false)
    let raw = folder.raw
    return TrashFolder(
      folder, try? Posix.openFolder(originName, in: raw, followingLink: false))
  }

  private static func made(
    _ name: [UInt8], in folder: Int32, _ disk: Disk
  ) throws(SystemError) -> Descriptor {
    try Posix.makeFolderIfMissing(name, in: folder, mode: 0o777, disk)
    return try Posix.openFolder(name, in: folder, followingLink: false)
  }

  /// Returns the old path and the time of this file, if they were recorded.
  func record(of name: [UInt8]) -> TrashRecord? {
    guard let origins, let bytes = try? Posix.contents(name, in: origins, limit: 1 << 16) else {
      return nil
    }
    return TrashRecord(file: bytes)
  }

  /// Returns an unused name in the trash, and gives it to the record.
  func claim(
    _ name: [UInt8], _ record: TrashRecord, _ disk: Disk
  ) throws(SystemError) -> [UInt8] {
    guard let origins else { throw SystemError(ENOENT) }
    var file = try NewFile(in: origins, mode: 0o666, disk: disk)
    try file.write(record.file)
    _ = try file.finish()
    for candidate in NoteFileName.numbered(name) {
      if Posix.exists(candidate, in: folder.raw) { continue }
      do {
        try file.take(candidate)
        return candidate
      } catch  where error.code == EEXIST {
        continue
      }
    }
    throw SystemError(EEXIST)
  }

  /// Removes a record. If that fails, its name only stays in use until the next cleanup.
  func removeRecord(of name: [UInt8]) {
    if let origins { try? Posix.remove(name, in: origins) }
  }

  /// Shows every hidden file in the trash, and removes records of missing files.
  static func clearAway(in top: Int32, _ hidden: (_ name: [UInt8], _ folder: Int32) -> Void) {
    guard let trash = try? TrashFolder.open(in: top) else { return }
    for name in (try? Posix.names(in: trash.folder.raw)) ?? []
    where name.first == UInt8(ascii: ".") {
      hidden(name, trash.folder.raw)
    }
    // The holder is putting something into the trash.
    guard let origins = trash.origins, flock(origins, LOCK_EX | LOCK_NB) == 0 else { return }
    for name in (try? Posix.names(in: origins)) ?? [] {
      if TemporaryName.matches(name) {
        hidden(name, origins)
      } else if !Posix.exists(name, in: trash.folder.raw) {
        try? Posix.remove(name, in: origins)
      }
    }
  }
}

/// The old path of a trashed note and the time, as two lines.
package struct TrashRecord: Equatable {
  package var original: NotePath
  /// Nil in records of earlier versions.
  package var trashed: Timestamp?

  package init(original: NotePath, trashed: Timestamp?) {
    self.original = original
    self.trashed = trashed
  }

  package var file: [UInt8] {
    let time = trashed.map { "\($0.seconds) \($0.nanoseconds)\n" } ?? ""
    return Percent.encoded(original.bytes) + [UInt8(ascii: "\n")] + Array(time.utf8)
  }

  /// Nil if it contains no valid path of a note.
  package init?(file: [UInt8]) {
    let lines = file.split(separator: UInt8(ascii: "\n"))
    guard let line = lines.first, let path = Percent.decoded(line) else { return nil }
    original = NotePath(bytes: path)
    guard original.isPlain else { return nil }
    let numbers = lines.dropFirst().first?.split(separator: UInt8(ascii: " "))
      .compactMap { Int64(String(decoding: $0, as: UTF8.self)) }
    if let numbers, numbers.count == 2, let nanoseconds = Int32(exactly: numbers[1]) {
      trashed = Timestamp(seconds: numbers[0], nanoseconds: nanoseconds)
    }
  }
}
