import Files
import Glibc

/// An archive of an archive, in a file without a name: nothing of it stays, however the program ends.
enum TemporaryCopy {
  static func of(
    _ entry: SourceTree.Entry, in source: SourceTree
  ) throws(SourceFailure) -> Descriptor {
    let copy = try file(in: folder, for: entry.path)
    let raw = copy.raw
    try source.stream(entry) { part throws(SourceFailure) in
      try append(part, to: raw, for: entry.path)
    }
    return copy
  }

  /// The tar that is compressed in a file; nil where none is.
  static func ofTar(
    packedIn packed: Int32, named name: String
  ) throws(SourceFailure) -> Descriptor? {
    let whole = FilePart(file: packed, offset: 0, count: .max)
    guard try isTar(packedIn: packed, named: name) else { return nil }
    guard let inflater = Inflater(.gzip) else { throw .unreadable(name, reason: "no memory") }
    let copy = try file(in: folder, for: name)
    let raw = copy.raw
    var (count, read) = (UInt64(0), UInt64(0))
    try whole.stream(named: name) { part throws(SourceFailure) in
      read += UInt64(part.count)
      let isSound = try inflater.take(part) { bytes throws(SourceFailure) in
        count += UInt64(bytes.count)
        guard count <= ZipSource.smallEnough || count / ZipSource.largestRatio <= read else {
          let ratio = "more than \(ZipSource.largestRatio) times larger than its file"
          throw .refused(name, reason: "it becomes \(ratio)")
        }
        try append(bytes, to: raw, for: name)
      }
      guard isSound else { throw .malformed(name, reason: "it cannot be uncompressed") }
    }
    return copy
  }

  private static func isTar(packedIn packed: Int32, named name: String) throws(SourceFailure)
    -> Bool
  {
    var (head, isSound) = ([UInt8](), false)
    guard let inflater = Inflater(.gzip) else { return false }
    try FilePart(file: packed, offset: 0, count: 4096).stream(named: name) {
      part throws(SourceFailure) in
      guard part.starts(with: [0x1f, 0x8b]) else { return }
      isSound = try inflater.take(part) { bytes throws(SourceFailure) in
        head += bytes.prefix(TarSource.block - head.count)
      }
    }
    return isSound && TarSource.begins(head)
  }

  private static var folder: [UInt8] {
    getenv("TMPDIR").map { Array(String(cString: $0).utf8) } ?? Array("/var/tmp".utf8)
  }

  private static func append(
    _ bytes: UnsafeRawBufferPointer, to file: Int32, for path: String
  ) throws(SourceFailure) {
    var rest = bytes
    while !rest.isEmpty {
      let chunk = rest
      do throws(SystemError) {
        let count = try Posix.retrying { write(file, chunk.baseAddress, chunk.count) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } catch {
        throw .unreadable(
          path,
          reason: "no copy of it in \(String(decoding: folder, as: UTF8.self)): \(error.reason)")
      }
    }
  }

  /// The C library says this in a macro that Swift does not see.
  private static let withoutName: Int32 = 0o20_000_000 | O_DIRECTORY

  private static func file(
    in folder: [UInt8], for path: String
  ) throws(SourceFailure) -> Descriptor {
    do throws(SystemError) {
      return try Posix.open(folder, withoutName | O_RDWR, mode: 0o600)
    } catch {
      throw .unreadable(
        path,
        reason: "no file can be made in \(String(decoding: folder, as: UTF8.self)): \(error.reason)"
      )
    }
  }
}
