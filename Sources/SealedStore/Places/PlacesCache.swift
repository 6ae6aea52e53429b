import Entities
import Files
import Glibc
import Synchronization

/// What is known of the sealed files, written down beside the vault and closed, so that the next start
/// need not open each of them. Deleted or damaged it costs that time once, and nothing else.
///
/// One file of parts, each closed by itself: the first tells of all files, the others of what changed
/// since. A part that does not open ends the reading: what it told of is found out anew.
final class PlacesCache: Sendable {
  private let folder: [UInt8]
  private let seal: StateSeal
  private let sizes = Mutex(Sizes())

  private struct Sizes {
    /// What the last full writing took, and what was appended since.
    var full = 0
    var appended = 0
    /// Something in the file cannot be read: what is appended behind it would not be either.
    var isDamaged = false
  }

  private static let name = Array("places".utf8)
  private static let bond = Array("places 2".utf8)
  private static let mostAppended = 64 << 10

  /// Kept in `<cacheFolder>/places/<name made of the vault's path>`.
  init(cacheFolder: [UInt8], vault: [UInt8], seal: StateSeal) {
    folder = seal.folder("places", of: vault, in: cacheFolder)
    self.seal = seal
  }

  enum Change: Equatable {
    case set(SealedID, PlaceRecord)
    case remove(SealedID)
  }

  /// Everything that was written, in its order; the table knows nothing yet.
  func read(into table: inout PlaceTable) {
    guard let open = try? PrivateFolder.open(folder, making: false),
      let file = try? Posix.contents(Self.name, in: open.raw)
    else { return }
    var rest = file[...]
    var sizes = Sizes()
    while !rest.isEmpty {
      let head = rest.prefix(4)
      let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
      guard head.count == 4, rest.count - 4 >= length,
        let part = seal.open(Array(rest.dropFirst(4).prefix(length)), at: Self.bond),
        PlacesPart.read(part, into: &table)
      else {
        sizes.isDamaged = true
        break
      }
      if sizes.full == 0 { sizes.full = length + 4 } else { sizes.appended += length + 4 }
      rest = rest.dropFirst(4 + length)
    }
    self.sizes.withLock { [sizes] in $0 = sizes }
  }

  /// Writes down what changed. Where that is much by now, `all` is asked for the block that tells of
  /// everything, and that is written anew.
  func write(_ changes: [Change], all: () -> [UInt8]) {
    if changes.isEmpty { return }
    let isFull = sizes.withLock {
      $0.full == 0 || $0.isDamaged || $0.appended > $0.full / 2 + Self.mostAppended
    }
    // What cannot be written is found out by the next start, which takes longer then.
    do {
      let folder = try PrivateFolder.open(self.folder, making: true)
      if isFull {
        try replace(with: all(), in: folder.raw)
      } else {
        try append(PlacesPart.bytes(of: changes), in: folder.raw)
      }
    } catch {
      sizes.withLock { $0.isDamaged = true }
    }
  }

  private func part(_ bytes: [UInt8]) throws(SystemError) -> [UInt8] {
    let sealed = try seal.close(bytes, at: Self.bond)
    return (0..<4).map { UInt8(truncatingIfNeeded: sealed.count >> (8 * $0)) } + sealed
  }

  private func replace(with all: [UInt8], in folder: Int32) throws(SystemError) {
    let part = try part(all)
    var file = try NewFile(in: folder, mode: 0o600, disk: .real)
    try file.write(part)
    try file.replace(Self.name)
    sizes.withLock { $0 = Sizes(full: part.count) }
  }

  private func append(_ changes: [UInt8], in folder: Int32) throws(SystemError) {
    let part = try part(changes)
    let file = try Posix.open(
      Self.name, in: folder, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, mode: 0o600)
    // In one call: another program may append just now.
    let raw = file.raw
    let taken = try part.withRawBytes { (part) throws(SystemError) in
      try Posix.retrying { Glibc.write(raw, part.baseAddress, part.count) }
    }
    if taken < part.count { throw SystemError(ENOSPC) }
    sizes.withLock { $0.appended += part.count }
  }
}

extension [UInt8] {
  /// The bytes, for a body whose errors keep their type.
  fileprivate func withRawBytes<Value>(
    _ body: (UnsafeRawBufferPointer) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    try span.bytes.withUnsafeBytes(body)
  }
}
