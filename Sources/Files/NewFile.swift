import Bytes
package import Entities
package import Glibc
package import Services

/// A file before it gets its name: written to a temporary one in the same folder, then given its
/// name in one step. If that never happens, it removes itself.
package struct NewFile: ~Copyable {
  private let folder: Descriptor
  private let file: Descriptor
  private var temporaryName: [UInt8]
  private let disk: Disk
  private var isPlaced = false

  /// `mode` as the system gives it to new files: less what the user's umask takes away.
  package init(in folder: Int32, mode: mode_t, disk: Disk) throws(SystemError) {
    let own = Descriptor(
      owning: try Posix.retrying { fcntl(folder, F_DUPFD_CLOEXEC, 0) })
    while true {
      // Of 2^64 names none is met twice.
      let name = TemporaryName.make()
      let file = try Posix.open(
        name, in: folder, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      let raw = file.raw
      // Held for as long as the file is on its way, and let go by the system however we die: that
      // tells a leftover from a file that is being written. Where there are no locks, its age does.
      try? Posix.lock(raw)
      // Someone may have taken it for a leftover before it was locked.
      guard try Posix.isNamed(raw) else { continue }
      self.folder = own
      self.file = file
      self.disk = disk
      temporaryName = name
      return
    }
  }

  /// Writes a small file over whatever has its name. Durable when it returns.
  package static func put(
    _ bytes: [UInt8], as name: [UInt8], in folder: Int32, mode: mode_t = 0o600, disk: Disk = .real
  ) throws(SystemError) {
    var file = try NewFile(in: folder, mode: mode, disk: disk)
    try file.write(bytes)
    _ = try file.finish()
    try file.replace(name)
  }

  /// Removes a file with such a name if it is no longer being written: true. False where it is;
  /// nil where that is unknown.
  package static func removeIfAbandoned(_ name: [UInt8], in folder: Int32) -> Bool? {
    guard let file = try? Posix.open(name, in: folder, O_RDWR | O_NONBLOCK | O_NOFOLLOW),
      FileSystemKind(of: file.raw)?.network == nil
    else { return nil }
    if flock(file.raw, LOCK_EX | LOCK_NB) != 0 { return errno == EWOULDBLOCK ? false : nil }
    guard let facts = try? Posix.facts(of: file.raw), TemporaryName.isOurs(name, facts) else {
      return nil
    }
    // Still locked by us, so that a waiting creator sees that it is gone.
    try? Posix.remove(name, in: folder)
    return true
  }

  deinit {
    // Nothing can be done about a failure here: the next walk clears such files away.
    if !isPlaced { try? Posix.remove(temporaryName, in: folder.raw) }
  }

  /// The file itself, for reading back what was written.
  package var raw: Int32 { file.raw }

  /// The folder that it is in.
  package var folderRaw: Int32 { folder.raw }

  package func write(_ bytes: [UInt8]) throws(SystemError) {
    try disk.write(bytes, to: file.raw)
  }

  /// Writes one piece of many. The disk is asked to begin with each: the flush at the end has less to
  /// wait for. `start` is its offset.
  package func write(
    _ bytes: UnsafeRawBufferPointer, startingAt start: Int
  ) throws(SystemError) {
    try disk.write(bytes, to: file.raw)
    Posix.beginFlush(of: start..<start + bytes.count, in: file.raw)
  }

  /// Writes a text piece by piece; answers with its digest.
  package func write(_ text: any ByteSource) throws(SystemError) -> UInt64 {
    try GatheredWriting(file: file.raw, disk: disk).write(text)
  }

  /// Takes over who may do what with the file that it will replace.
  package func takeAfter(_ old: FileFacts, attributesOf oldFile: Int32?) throws(SystemError) {
    var permissions = old.permissions
    let own = try Posix.facts(of: file.raw)
    if own.owner != old.owner || own.group != old.group,
      fchown(file.raw, old.owner, old.group) != 0,
      fchown(file.raw, uid_t.max, old.group) != 0
    {
      // The group is another one now: it gets no more than everyone has.
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

  /// Puts the text on the disk and answers with what the file is now.
  package func finish() throws(SystemError) -> FileFacts {
    try disk.sync(file.raw)
    return try Posix.facts(of: file.raw)
  }

  /// Whether it reads back as these bytes.
  package func holds(_ bytes: [UInt8]) throws(SystemError) -> Bool {
    try Posix.read(file.raw, size: bytes.count) == bytes
  }

  /// Replaces the file that the caller has seen under this name, as `replace` does, and
  /// syncs nothing: the old file is removed when this is released, and not before.
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

  /// Replaces whatever has this name.
  package mutating func replace(_ name: [UInt8]) throws(SystemError) {
    try takePlace(name)
    try Posix.syncFolder(folder.raw, disk)
  }

  /// The same, and syncs nothing: for many at once, or for texts that exist elsewhere as well.
  package mutating func takePlace(_ name: [UInt8]) throws(SystemError) {
    try Posix.rename(temporaryName, in: folder.raw, to: name, in: folder.raw)
    isPlaced = true
  }

  /// Replaces the file that the caller has seen under this name. Throws `ESTALE` where
  /// another one is there by now; then, and after every other error, that one stays.
  package mutating func replace(_ name: [UInt8], seen old: FileFacts) throws(SystemError) {
    do {
      try exchange(with: name, seen: old)
    } catch  where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
      // This disk cannot. Between this look and the next step lies the one moment in which the text of
      // a program that is not ours could be lost; ours wait for their turn.
      guard try Posix.facts(name, in: folder.raw) == old else { throw SystemError(ESTALE) }
      return try replace(name)
    }
    do throws(SystemError) {
      // The file that was there is ours to look at now, and can no longer be written under its
      // name.
      guard try Posix.facts(temporaryName, in: folder.raw).isSameState(as: old) else {
        throw SystemError(ESTALE)
      }
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      putBack(name)
      throw error
    }
    // If the old text cannot be removed, the next walk does it. The new one is in place.
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

  /// Gives the name back to the file that an exchange took it from. Other programs may have saved under
  /// the name meanwhile, so what comes out is checked: only our own file is ours to remove. Where two
  /// files of others are left, the newer one keeps the name and the other gets a number.
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

  /// Takes this name if it is free; throws `EEXIST` and can try another if not. `hasName` is called
  /// before the disk is waited for.
  package mutating func take(_ name: [UInt8], hasName: () -> Void = {}) throws(SystemError) {
    try Posix.renameToFreeName(temporaryName, in: folder.raw, to: name, in: folder.raw)
    isPlaced = true
    hasName()
    do {
      try Posix.syncFolder(folder.raw, disk)
    } catch {
      // The caller learns that there is no such file, so there must be none.
      try? Posix.remove(name, in: folder.raw)
      throw error
    }
  }
}

/// Writes a text that comes in pieces. Large ones go to the disk directly; small ones are
/// gathered first, because a text with many changes has very many of them.
struct GatheredWriting {
  let file: Int32
  let disk: Disk

  /// What is gathered at most.
  private static let room = 256 << 10
  /// Pieces of this size go on their own.
  private static let large = 64 << 10
  /// After this number of bytes the disk is asked to begin: the flush at the end has less to wait
  /// for.
  private static let stretch = 8 << 20

  /// Answers with the digest of the text.
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
