import Entities
import Files
import Glibc

/// When what was written is on the disk.
///
/// Thousands of copies are not waited for one by one: nothing old is removed before all of them are on
/// the disk, and until then a copy that the power took away is made again.
enum Durability {
  /// Writes as the real disk does, and waits for nothing.
  static let later = Disk(writeSome: Disk.real.writeSome, flush: { _ in 0 })

  /// Waits for texts, and not for names: what stands under a name is whole.
  static let textsFirst = Disk(
    writeSome: Disk.real.writeSome,
    flush: { file in
      guard let facts = try? Posix.facts(of: file), facts.kind == .folder else {
        return Disk.real.flush(file)
      }
      return 0
    })

  /// Waits for all that was written anywhere in the vault.
  static func wait(in root: [UInt8]) throws(ConversionError) {
    try working(on: .top.named, to: "write all of") { () throws(SystemError) in
      let folder = try Posix.openFolder(root)
      try Disk.real.syncAll(folder.raw)
    }
  }
}
