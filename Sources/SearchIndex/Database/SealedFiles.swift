import CSQLite
import Files
import Glibc

/// Lets SQLite keep its files in closed blocks: the database, its log, its temporary files. Nothing of
/// what stands in them can be read on the disk, and what was changed there is damage.
///
/// Each `Database` that was opened through it keeps it alive.
final class SealedFiles: Sendable {
  /// What `sqlite3_open_v2` knows it by.
  let name: String
  private let seal: BlockSeal

  /// Where memory is too short for it, opening a database fails: nothing is ever kept in the open.
  init(_ seal: BlockSeal) {
    self.seal = seal
    name = "sealed-" + String(UInt64.random(in: .min ... .max), radix: 16)
    _ = csqlite_sealed_make(
      name, Unmanaged.passUnretained(self).toOpaque(),
      { owner, name, block, bytes, count, closed in
        SealedFiles.run(\.close, owner, name, block, bytes, Int(count), closed, BlockSeal.extra)
      },
      { owner, name, block, closed, count, bytes in
        SealedFiles.run(\.open, owner, name, block, closed, Int(count), bytes, -BlockSeal.extra)
      })
  }

  deinit { sqlite3_vfs_find(name).map { csqlite_sealed_remove($0) } }

  private static func run(
    _ work: KeyPath<BlockSeal, BlockSeal.Work>, _ owner: UnsafeMutableRawPointer?,
    _ name: UnsafePointer<CChar>?, _ block: UInt64, _ from: UnsafePointer<UInt8>?, _ count: Int,
    _ into: UnsafeMutablePointer<UInt8>?, _ grows: Int
  ) -> Int32 {
    guard let owner, let name, let from, let into else { return 1 }
    let files = Unmanaged<SealedFiles>.fromOpaque(owner).takeUnretainedValue()
    let done = files.seal[keyPath: work](
      UnsafeRawBufferPointer(start: name, count: strlen(name)), block,
      UnsafeRawBufferPointer(start: from, count: count),
      UnsafeMutableRawBufferPointer(start: into, count: count + grows))
    return done ? 0 : 1
  }
}
