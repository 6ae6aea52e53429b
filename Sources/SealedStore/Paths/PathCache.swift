import Files
import Glibc
import Synchronization

/// The facts of the sealed files, in a sealed file outside the vault, so that the next start need
/// not open each of them. Deleting or damaging it costs that time once, and nothing else.
///
/// The first part lists all files, the others list later changes. A part that does not open ends
/// the reading: its files are read again.
final class PathCache: Sendable {
  private let folder: [UInt8]
  private let chain: PartChain
  private let sizes = Mutex(Sizes())

  private struct Sizes {
    /// The size of the last complete list, and of the changes appended since.
    var full = 0
    var appended = 0
    /// Part of the file is unreadable, so nothing appended after it could be read.
    var isDamaged = false
  }

  private static let name = Array("places".utf8)
  private static let bond = Array("places 4".utf8)
  private static let mostAppended = 64 << 10

  /// Stored in `<cacheFolder>/places/<name made of the vault's path>`.
  init(cacheFolder: [UInt8], vault: [UInt8], seal: StateSeal) {
    folder = seal.folder("places", of: vault, in: cacheFolder)
    chain = PartChain(seal: seal, bond: Self.bond)
  }

  enum Change: Equatable {
    case set(SealedID, PathRecord)
    case remove(SealedID)
  }

  /// Reads the file into a table that is empty yet.
  func read(into table: inout PathTable) {
    guard let open = try? PrivateFolder.open(folder, making: false),
      let file = try? Posix.contents(Self.name, in: open.raw)
    else { return }
    var sizes = Sizes()
    let isWhole = chain.read(file) { part, size in
      guard PathCachePart.read(part, into: &table) else { return false }
      if sizes.full == 0 { sizes.full = size } else { sizes.appended += size }
      return true
    }
    sizes.isDamaged = !isWhole
    self.sizes.withLock { [sizes] in $0 = sizes }
  }

  /// Saves changes. If many have piled up, it writes the complete list that `all` returns.
  func write(_ changes: [Change], all: () -> [Change]) {
    if changes.isEmpty { return }
    let isFull = sizes.withLock {
      $0.full == 0 || $0.isDamaged || $0.appended > $0.full / 2 + Self.mostAppended
    }
    // If this fails, the next start takes longer.
    do {
      let folder = try PrivateFolder.open(self.folder, making: true)
      // Two programs at once would append to the same end. Closing the folder unlocks it.
      try Posix.lock(folder.raw, for: .seconds(1))
      if isFull {
        try replace(with: PathCachePart.bytes(of: all()), in: folder.raw)
      } else {
        try append(PathCachePart.bytes(of: changes), in: folder.raw)
      }
    } catch {
      sizes.withLock { $0.isDamaged = true }
    }
  }

  private func replace(with all: [UInt8], in folder: Int32) throws(SystemError) {
    let part = try chain.part(all)
    var file = try NewFile(in: folder, mode: 0o600, disk: .real)
    try file.write(part)
    try file.replace(Self.name)
    sizes.withLock { $0 = Sizes(full: part.count) }
  }

  private func append(_ changes: [UInt8], in folder: Int32) throws(SystemError) {
    let file = try Posix.open(
      Self.name, in: folder, O_RDWR | O_APPEND | O_NONBLOCK | O_NOFOLLOW)
    let size = try Posix.facts(of: file.raw).size
    guard let end = try PartChain.end(of: file.raw, size) else { throw .cutShort }
    let part = try chain.part(changes, at: size, after: end.proof)
    try Disk.real.write(part, to: file.raw)
    sizes.withLock { $0.appended += part.count }
  }
}

/// The facts as bytes: numbers of fixed size, little-endian, and a path each.
private enum PathCachePart {
  private enum Kind {
    static let set = UInt8(1)
    static let remove = UInt8(2)
  }

  static func bytes(of changes: [PathCache.Change]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(changes.count * 128)
    for change in changes {
      switch change {
      case .remove(let id):
        bytes.append(Kind.remove)
        bytes += id.bytes
      case .set(let id, let record):
        bytes.append(Kind.set)
        bytes += id.bytes
        bytes.append(number: record.facts.inode)
        bytes.append(number: record.facts.size)
        bytes.append(record.facts.modified)
        bytes.append(record.facts.changed)
        bytes.append(number: record.textSize)
        bytes.append(number: record.mark.bits)
        bytes.append(record.path)
      }
    }
    return bytes
  }

  /// Returns false if `bytes` did not make this.
  static func read(_ bytes: [UInt8], into table: inout PathTable) -> Bool {
    // Each takes 77 bytes and a path; a reserve that is too large does no harm.
    table.reserve(bytes.count / 100)
    return bytes.withUnsafeBytes { bytes in
      var reader = PartReader(bytes: bytes)
      while !reader.isAtEnd {
        guard let kind = reader.byte(), let id = reader.bytes(16).flatMap(SealedID.init(bytes:))
        else { return false }
        if kind == Kind.remove {
          table.remove(id)
          continue
        }
        guard kind == Kind.set, let record = record(&reader) else { return false }
        table.set(id, record)
      }
      return true
    }
  }

  private static func record(_ reader: inout PartReader) -> PathRecord? {
    guard let inode = reader.number(), let size = reader.size(), let modified = reader.time(),
      let changed = reader.time(), let textSize = reader.size(), let mark = reader.number(),
      let location = reader.path(), SealedHead.fits(location)
    else { return nil }
    return PathRecord(
      facts: SealedFacts(inode: inode, size: size, modified: modified, changed: changed),
      path: location, textSize: textSize, mark: FileMark(bits: mark))
  }
}
