import Entities
import Files
import Glibc
import SealedStore
import Services
import Synchronization
import Vault

/// The address of a note in an encrypted vault.
struct SealedAddress: Hashable, Comparable {
  var path: NotePath
  var isTrashed: Bool

  init(_ path: NotePath, isTrashed: Bool) {
    self.path = path
    self.isTrashed = isTrashed
  }

  static func < (left: SealedAddress, right: SealedAddress) -> Bool {
    left.isTrashed == right.isTrashed ? left.path < right.path : right.isTrashed
  }
}

/// A sealed note with a readable head.
struct SealedFile: Equatable {
  var id: SealedID
  var at: SealedAddress
  var facts: FileFacts
  var textSize: Int

  /// The file's path from the vault's root.
  var path: NotePath {
    (at.isTrashed ? NotePath.trash : .top).appending(NotePath(bytes: id.fileName))
  }
}

/// The sealed notes of a vault, for both directions of a conversion.
struct SealedSide {
  let root: [UInt8]
  let folder: SealedFolder

  /// Returns all sealed notes, each read up to its head. Throws if any cannot be opened, naming all
  /// such notes: it is unknown what would be lost. With `movingDamagedTo`, a note that a power
  /// cut may have truncated is moved away, and will be made again from its plain file.
  func all(movingDamagedTo: SetAsideFolder? = nil) throws(ConversionError) -> [SealedFile] {
    var damaged: [NotePath] = []
    var files: [SealedFile] = []
    var refusals: [String] = []
    for item in try folder.listed() {
      switch item.file {
      case .success(let file): files.append(file)
      case .failure(let fault) where movingDamagedTo != nil && fault.isOfTheFile:
        damaged.append(item.path)
      case .failure(let fault):
        refusals.append(fault.refusal(of: item.path, in: root))
      }
    }
    if !refusals.isEmpty { throw .refused(refusals.sorted()) }
    for path in damaged { try movingDamagedTo?.move(path) }
    return files
  }

  /// Seals a plain file; returns nil if it changed in the meantime.
  func add(
    _ file: borrowing Descriptor, _ facts: FileFacts, at address: SealedAddress, path: NotePath,
    watching: Watching
  ) throws(ConversionError) -> SealedFile? {
    let reading = PlainReading(file.raw, facts, path, watching)
    do throws(NoteStoreError) {
      let id = try folder.add(
        reading, at: address.path, modified: facts.modified, inTrash: address.isTrashed)
      var sealed = SealedFile(id: id, at: address, facts: facts, textSize: facts.size)
      sealed.facts = try onBehalf(
        of: path, to: "encrypt", Enclosure.facts(of: sealed.path, in: root))
      return sealed
    } catch {
      if reading.wasCancelled { throw .cancelled }
      if case .changedOutside = error { return nil }
      throw ConversionError(error, path)
    }
  }

  /// Whether the sealed note holds exactly the content of an open file.
  func isSame(
    _ note: SealedFile, as file: borrowing Descriptor, size: Int, watching: Watching
  ) throws(ConversionError) -> Bool {
    if note.textSize != size { return false }
    var offset = 0
    var isSame = true
    try read(note) { (piece) throws(ConversionError) in
      try watching.check()
      if !isSame { return }
      let start = offset
      isSame = try working(
        on: note.at.path, to: "compare", Self.holds(piece, file.raw, from: start))
      offset += piece.count
    }
    return isSame && offset == size
  }

  private static func holds(
    _ piece: UnsafeRawBufferPointer, _ file: Int32, from start: Int
  ) throws(SystemError) -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: max(1, piece.count), alignment: 16) {
      (room) throws(SystemError) in
      let part = UnsafeMutableRawBufferPointer(rebasing: room[..<piece.count])
      guard try Posix.read(file, from: start, into: part, size: piece.count) == piece.count else {
        return false
      }
      guard let own = room.baseAddress, let other = piece.baseAddress else { return true }
      return memcmp(own, other, piece.count) == 0
    }
  }

  /// Passes the whole text to `body`, in blocks. Only on return is the text known to be complete,
  /// and from one state of the file.
  func read(
    _ note: SealedFile, _ body: (UnsafeRawBufferPointer) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    let path = note.at.path
    try withUnsafeTemporaryAllocation(byteCount: 256 << 10, alignment: 16) {
      (room) throws(ConversionError) in
      let reading = try opening(
        path, folder.open(note.id, isTrashed: note.at.isTrashed, as: path))
      while true {
        let count = try opening(path, reading.read(into: room))
        if count == 0 { break }
        try body(UnsafeRawBufferPointer(rebasing: room[..<count]))
      }
      _ = try opening(path, reading.finish())
    }
  }

  private func opening<Value>(
    _ path: NotePath, _ call: @autoclosure () throws(NoteStoreError) -> Value
  ) throws(ConversionError) -> Value {
    do {
      return try call()
    } catch {
      throw ConversionError(error, path)
    }
  }

  func remove(_ note: SealedFile) throws(ConversionError) {
    let path = note.path
    try working(on: path, to: "remove") { () throws(SystemError) in
      let parent = try Enclosure(root).openFolder(path.folder.bytes)
      try ifThere(Posix.remove(path.name.bytes, in: parent.raw))
    }
  }
}

extension SealedFolder {
  func listed() throws(ConversionError) -> [SealedItem] {
    do {
      return try items()
    } catch {
      throw .failed(.top.named, action: "read", reason: "its encrypted notes cannot be listed")
    }
  }
}

extension SealedItem {
  var file: Result<SealedFile, SealedFault> {
    content.map {
      SealedFile(
        id: id, at: SealedAddress($0.path, isTrashed: isTrashed), facts: facts,
        textSize: $0.textSize)
    }
  }
}

extension SealedFault {
  /// Whether the fault is in the file's contents, and not in reading it just now.
  fileprivate var isOfTheFile: Bool {
    switch self {
    case .system, .changed, .age(.noMemory): false
    default: true
    }
  }

  /// Returns the reason why a note blocks the conversion, with the remedy.
  func refusal(of path: NotePath, in root: [UInt8]) -> String {
    if case .age(.noMatch) = self, VaultLock.hasForgottenKeys(root) {
      return "\(path.text): it is closed with another key. \(VaultLock.forgottenKeys)"
    }
    return "\(path.text): it \(obstacle.words). Move it out of the vault"
  }
}

extension ConversionError {
  /// Keeps only the reason: the note's own message repeats its name and advises on saving.
  init(_ error: NoteStoreError, _ path: NotePath) {
    self =
      switch error {
      case .failed(_, let action, let reason): .failed(path, action: action, reason: reason)
      case .notPermitted(_, let action):
        .failed(path, action: action, reason: SystemError(EACCES).reason)
      case .noSpace: .failed(path, action: "write", reason: SystemError(ENOSPC).reason)
      case .notFound: .failed(path, action: "read", reason: SystemError(ENOENT).reason)
      case .changedOutside:
        .failed(path, action: "read", reason: "another program changed it meanwhile")
      default: .failed(path, action: "read", reason: error.message)
      }
  }
}

extension Enclosure {
  static func facts(of path: NotePath, in root: [UInt8]) throws(SystemError) -> FileFacts {
    let parent = try Enclosure(root).openFolder(path.folder.bytes)
    return try Posix.facts(path.name.bytes, in: parent.raw)
  }
}

/// A plain file, read from its beginning. The caller keeps it open, and the watcher can cancel the
/// reading.
private final class PlainReading: NoteReading {
  private let file: Int32
  private let facts: FileFacts
  private let path: NotePath
  private let state: Mutex<State>

  private struct State: ~Copyable, Sendable {
    var offset = 0
    var wasCancelled = false
  }

  private let mayGoOn: Watching

  init(_ file: Int32, _ facts: FileFacts, _ path: NotePath, _ watching: Watching) {
    self.file = file
    self.facts = facts
    self.path = path
    mayGoOn = watching
    state = Mutex(State())
  }

  /// Whether the watcher canceled it.
  var wasCancelled: Bool { state.withLock { $0.wasCancelled } }

  var seen: TextBase {
    TextBase(inode: facts.inode, size: facts.size, modified: facts.modified, digest: nil)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(NoteStoreError) -> Int {
    try state.withLock { (state) throws(NoteStoreError) in
      do throws(ConversionError) {
        try mayGoOn.check()
      } catch {
        state.wasCancelled = true
        throw NoteStoreError.failed(path, action: "read", reason: "cancelled")
      }
      let offset = state.offset
      let count = try onBehalf(
        of: path, to: "read",
        Posix.retrying { pread(file, memory.baseAddress, memory.count, off_t(offset)) })
      state.offset += count
      // The file grew: reading would never end while another program writes.
      guard state.offset <= facts.size else { throw .changedOutside(path) }
      return count
    }
  }

  /// Returns a stamp without a digest: the written bytes are compared with the original.
  func finish() throws(NoteStoreError) -> NoteStamp {
    let now = try onBehalf(of: path, to: "read", Posix.facts(of: file))
    guard now == facts, state.withLock({ $0.offset }) == facts.size else {
      throw .changedOutside(path)
    }
    return NoteStamp(
      inode: facts.inode, size: facts.size, modified: facts.modified, digest: 0)
  }
}
