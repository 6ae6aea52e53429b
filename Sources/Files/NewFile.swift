import Bytes
package import Entities
package import Glibc
package import Services

/// A file before it gets its name: it is written under a temporary name in the same folder, and
/// then renamed in one step. If that never happens, it is removed on release.
package struct NewFile: ~Copyable {
  private let folder: Descriptor
  private let file: Descriptor
  private var temporaryName: [UInt8]
  private let disk: Disk
  private var isPlaced = false

  /// `mode` is reduced by the user's umask, as for any new file.
  package init(in folder: Int32, mode: mode_t, disk: Disk) throws(SystemError) {
    let own = Descriptor(
      owning: try Posix.retrying { fcntl(folder, F_DUPFD_CLOEXEC, 0) })
    while true {
      // A random name of 64 bits is practically unique.
      let name = TemporaryName.make()
      let file = try Posix.open(
        name, in: folder, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      let raw = file.raw
      // The lock lasts until the file is finished, or until the process dies. It distinguishes a
      // leftover from a file being written. On a disk without locks, the file's age does.
      try? Posix.lock(raw)
      // Another program may have removed it as a leftover before it was locked.
      guard try Posix.isNamed(raw) else { continue }
      self.folder = own
      self.file = file
      self.disk = disk
      temporaryName = name
      return
    }
  }

  /// Writes a small file, replacing any with the same name. Durable on return.
  package static func put(
    _ bytes: [UInt8], as name: [UInt8], in folder: Int32, mode: mode_t = 0o600, disk: Disk = .real
  ) throws(SystemError) {
    var file = try NewFile(in: folder, mode: mode, disk: disk)
    try file.write(bytes)
    _ = try file.finish()
    try file.replace(name)
  }

  /// Removes a temporary file that is no longer being written, and returns true. Returns false if
  /// it is being written, nil if that is unknown.
  package static func removeIfAbandoned(_ name: [UInt8], in folder: Int32) -> Bool? {
    guard let file = try? Posix.open(name, in: folder, O_RDWR | O_NONBLOCK | O_NOFOLLOW),
      FileSystemKind(of: file.raw)?.network == nil
    else { return nil }
    if flock(file.raw, LOCK_EX | LOCK_NB) != 0 { return errno == EWOULDBLOCK ? false : nil }
    guard let facts = try? Posix.facts(of: file.raw), TemporaryName.isOurs(name, facts) else {
      return nil
    }
    // It is still locked here, so that a waiting creator sees that it is gone.
    try? Posix.remove(name, in: folder)
    return true
  }

  deinit {
    // A failure cannot be handled here: the next scan removes such files.
    if !isPlaced { try? Posix.remove(temporaryName, in: folder.raw) }
  }

  /// The descriptor of the file, for reading it back.
  package var raw: Int32 { file.raw }

  /// The descriptor of its folder.
  package var folderRaw: Int32 { folder.raw }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try disk.write(bytes, to: file.raw)
  }

  /// Writes one piece of many, at offset `start`. The disk begins to write immediately, which
  /// shortens the flush at the end.
  package func write(
    _ bytes: UnsafeRawBufferPointer, startingAt start: Int
  ) throws(SystemError) {
    try disk.write(bytes, to: file.raw)
    Posix.beginFlush(of: start..<start + bytes.count, in: file.raw)
  }

  /// Writes a text piece by piece, and returns its digest.
  package func write(_ text: any ByteSource) throws(SystemError) -> UInt64 {
    try GatheredWriting(file: file.raw, disk: disk).write(text)
  }

  /// Copies the owner, mode and attributes of the file that it will replace.
  package func copyMetadata(_ old: FileFacts, attributesOf oldFile: Int32?) throws(SystemError) {
    var permissions = old.permissions
    let own = try Posix.facts(of: file.raw)
    if own.owner != old.owner || own.group != old.group,
      fchown(file.raw, old.owner, old.group) != 0,
      fchown(file.raw, uid_t.max, old.group) != 0
    {
      // The group differs now, so it gets no more rights than everyone has.
      permissions = (permissions & ~0o070) | ((permissions & 0o007) << 3)
    }
    if let oldFile { try Posix.copyAttributes(from: oldFile, to: file.raw) }
    let mode = permissions
    try Posix.retrying { fchmod(file.raw, mode) }
  }

  package func setModified(_ moment: Timestamp) throws(SystemError) {
    let time = timespec(tv_sec: Int(moment.seconds), tv_nsec: Int(moment.nanoseconds))
    let times = [time, time]
    try Posix.retrying { futimens(file.raw, times) }
  }

  /// Flushes the file to the disk, and returns its facts.
  package func finish() throws(SystemError) -> FileFacts {
    try disk.sync(file.raw)
    return try Posix.facts(of: file.raw)
  }

  /// Whether the file reads back as these bytes.
  package func holds(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    try Posix.read(file.raw, size: bytes.count) == bytes
  }

  /// Replaces the file known as `old`, as `replace` does, but flushes nothing. The old file is
  /// removed only when this is released.
  package mutating func exchange(_ name: [UInt8], seen old: FileFacts) throws(SystemError) {
    do {
      try exchange(with: name, seen: old)
    } catch  where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
      return try replace(name)
    }
    let taken = try? Posix.facts(temporaryName, in: folder.raw)
    if taken?.isSameState(as: old) != true {
      putBack(name)
      throw SystemError(ESTALE)
    }
  }

  /// Replaces any file with this name.
  package mutating func replace(_ name: [UInt8]) throws(SystemError) {
    try takePlace(name)
    try Posix.syncFolder(folder.raw, disk)
  }

  /// The same without a flush: for many files at once, or for texts that exist elsewhere too.
  package mutating func takePlace(_ name: [UInt8]) throws(SystemError) {
    try Posix.rename(temporaryName, in: folder.raw, to: name, in: folder.raw)
    isPlaced = true
  }

  /// Replaces the file known as `old`. Throws `ESTALE` if another file has the name by now; that
  /// one stays then, as after every other error.
  package mutating func replace(_ name: [UInt8], seen old: FileFacts) throws(SystemError) {
    do {
      try exchange(with: name, seen: old)
    } catch  where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
      // This disk cannot swap names. A save of another program between this check and the next step
      // would be lost; runs of this program wait for each other.
      guard try Posix.facts(name, in: folder.raw) == old else { throw SystemError(ESTALE) }
      return try replace(name)
    }
    do throws(SystemError) {
      // The old file now has our temporary name, so it can be checked, and no program writes to it
      // by its name any more.
      guard try Posix.facts(temporaryName, in: folder.raw).isSameState(as: old) else {
        throw SystemError(ESTALE)
      }
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      putBack(name)
      throw error
    }
    // If the old file cannot be removed, the next scan does it. The new one has its name.
    isPlaced = true
    try? Posix.remove(temporaryName, in: folder.raw)
  }

  private mutating func exchange(
    with name: [UInt8], seen old: FileFacts
  ) throws(SystemError) {
    let exchanging = TemporaryName.exchanging(old, with: try Posix.facts(of: file.raw))
    try Posix.rename(temporaryName, in: folder.raw, to: exchanging, in: folder.raw)
    temporaryName = exchanging
    guard try Posix.facts(name, in: folder.raw) == old else { throw SystemError(ESTALE) }
    try exchange(with: name)
  }

  func exchange(with name: [UInt8]) throws(SystemError) {
    try Posix.exchange(temporaryName, in: folder.raw, with: name, in: folder.raw)
  }

  /// Gives the name back to the file that lost it in a swap. Other programs may have saved under
  /// the name in the meantime, so the result is checked: only our own file may be removed. If two
  /// files of others are left, the newer one has the name and the other gets a number.
  mutating func putBack(_ name: [UInt8]) {
    for _ in 0..<2 {
      guard (try? exchange(with: name)) != nil else { break }
      if isOurs(temporaryName) { return }
    }
    isPlaced = true
    _ = try? Posix.renameToNumberedName(
      temporaryName, in: folder.raw, like: name, in: folder.raw)
  }

  private func isOurs(_ name: [UInt8]) -> Bool {
    guard let own = try? Posix.facts(of: file.raw),
      let found = try? Posix.facts(name, in: folder.raw)
    else { return false }
    return found.isSameFile(as: own)
  }

  /// Takes this name if it is free; throws `EEXIST` if not, and can try another one. `hasName` is
  /// called before the flush.
  package mutating func take(_ name: [UInt8], hasName: () -> Void = {}) throws(SystemError) {
    try Posix.renameToFreeName(temporaryName, in: folder.raw, to: name, in: folder.raw)
    isPlaced = true
    hasName()
    do {
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      // The caller is about to learn that the file does not exist, so it must not.
      try? Posix.remove(name, in: folder.raw)
      throw error
    }
  }
}

/// Writes a text that arrives in pieces. Large pieces are written directly; small ones are
/// collected first, because a text with many edits has very many of them.
struct GatheredWriting {
  let file: Int32
  let disk: Disk

  /// The size of the buffer for small pieces.
  private static let room = 256 << 10
  /// Pieces of this size are written directly.
  private static let large = 64 << 10
  /// After this number of bytes the disk begins to write, which shortens the flush at the end.
  private static let stretch = 8 << 20

  /// Writes the text and returns its digest.
  func write(_ text: any ByteSource) throws(SystemError) -> UInt64 {
    var digest = RunningDigest()
    var failure: SystemError?
    if text.byteCount > Self.stretch { Posix.reserve(text.byteCount, for: file) }
    withUnsafeTemporaryAllocation(
      byteCount: min(Self.room, max(1, text.byteCount)), alignment: 16
    ) { room in
      var gathered = 0
      var progress = Progress()
      let isWhole = text.forEachPiece { piece in
        digest.add(piece)
        do throws(SystemError) {
          if piece.count > room.count - gathered || piece.count >= Self.large {
            try put(UnsafeRawBufferPointer(rebasing: room[..<gathered]), &progress)
            gathered = 0
          }
          if piece.count >= Self.large || piece.count > room.count {
            try put(piece, &progress)
          } else {
            UnsafeMutableRawBufferPointer(rebasing: room[gathered...]).copyMemory(from: piece)
            gathered += piece.count
          }
          return true
        } catch {
          failure = error
          return false
        }
      }
      guard isWhole else { return }
      do throws(SystemError) {
        try put(UnsafeRawBufferPointer(rebasing: room[..<gathered]), &progress)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return digest.value
  }

  private struct Progress {
    var written = 0
    var begun = 0
  }

  private func put(
    _ bytes: UnsafeRawBufferPointer, _ progress: inout Progress
  ) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = min(Self.stretch, bytes.count - done)
      try disk.write(UnsafeRawBufferPointer(rebasing: bytes[done..<done + count]), to: file)
      done += count
      progress.written += count
      if progress.written - progress.begun >= Self.stretch {
        Posix.beginFlush(of: progress.begun..<progress.written, in: file)
        progress.begun = progress.written
      }
    }
  }
}
