import Files
import Glibc

/// An archive of an archive, in a file without a name: nothing of it stays, however the program ends.
enum TemporaryCopy {
  static func of(
    _ entry: SourceTree.Entry, in source: SourceTree
  ) throws(SourceFailure) -> Descriptor {
    let folder = getenv("TMPDIR").map { Array(String(cString: $0).utf8) } ?? Array("/var/tmp".utf8)
    let copy = try file(in: folder, for: entry.path)
    let raw = copy.raw
    try source.stream(entry) { part throws(SourceFailure) in
      var rest = part
      while !rest.isEmpty {
        let chunk = rest
        do throws(SystemError) {
          let count = try Posix.retrying { write(raw, chunk.baseAddress, chunk.count) }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } catch {
          throw .unreadable(
            entry.path,
            reason: "no copy of it in \(String(decoding: folder, as: UTF8.self)): \(error.reason)")
        }
      }
    }
    return copy
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
