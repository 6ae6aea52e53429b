import Bytes
package import Entities
import Files
import Glibc

/// The trash is the folder `.trash`, as Obsidian's is. Besides the trashed files, `.trash/.origin`
/// holds a file of the same name that says where it came from and when.
struct TrashFolder: ~Copyable {
  static let path = NotePath(".trash")
  private static let originName = Array(".origin".utf8)

  let folder: Descriptor
  private let originsFolder: Descriptor?

  /// Nil where there is none: only other programs have put something there.
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

  /// At once: a program that is started just now holds the folder, too, until it runs.
  deinit {
    if let origins { flock(origins, LOCK_UN) }
  }

  /// Makes its missing folders. One at a time holds it, of all programs of ours: a record and what
  /// it is about come and go together.
  static func make(in top: Int32, _ disk: Disk) throws(SystemError) -> TrashFolder {
    let folder = try made(path.bytes, in: top, disk)
    let origins = try made(originName, in: folder.raw, disk)
    let raw = origins.raw
    try Posix.lock(raw)
    return TrashFolder(folder, origins)
  }

  /// As it is. Throws `ENOENT` where there is no trash.
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

  /// Where the file of this name came from, and when, if that was written down.
  func record(of name: [UInt8]) -> TrashRecord? {
    guard let origins, let bytes = try? Posix.contents(name, in: origins, limit: 1 << 16) else {
      return nil
    }
    return TrashRecord(file: bytes)
  }

  /// A free name in the trash, which the record has from then on.
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

  /// A record that stays costs a name in the trash, until the next look, and nothing else.
  func removeRecord(of name: [UInt8]) {
    if let origins { try? Posix.remove(name, in: origins) }
  }

  /// Shows every hidden file in the trash, and takes away records of what is not there.
  static func clearAway(in top: Int32, _ hidden: (_ name: [UInt8], _ folder: Int32) -> Void) {
    guard let trash = try? TrashFolder.open(in: top) else { return }
    for name in (try? Posix.names(in: trash.folder.raw)) ?? []
    where name.first == UInt8(ascii: ".") {
      hidden(name, trash.folder.raw)
    }
    // Its holder is putting something there just now.
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

/// Where a trashed note came from and when, as two lines.
package struct TrashRecord: Equatable {
  package var original: NotePath
  /// Nil in records of earlier versions.
  package var trashed: Timestamp?

  package init(original: NotePath, trashed: Timestamp?) {
    self.original = original
    self.trashed = trashed
  }

  /// The file's content.
  package var file: [UInt8] {
    let time = trashed.map { "\($0.seconds) \($0.nanoseconds)\n" } ?? ""
    return Percent.encoded(original.bytes) + [UInt8(ascii: "\n")] + Array(time.utf8)
  }

  /// Nil where there is no path in it that a note can have.
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
