import CSystem

/// What a file or a folder lies on, by the number that the system gives each kind of file system.
package struct FileSystemKind: Sendable {
  private let number: UInt32

  /// Nil where the system does not say.
  package init?(of file: Int32) {
    var facts = statfs()
    guard fstatfs(file, &facts) == 0 else { return nil }
    number = UInt32(truncatingIfNeeded: facts.f_type)
  }

  package init?(ofFolder path: [UInt8]) {
    var facts = statfs()
    guard (try? Posix.withPath(path) { statfs($0, &facts) }) == 0 else { return nil }
    number = UInt32(truncatingIfNeeded: facts.f_type)
  }

  /// In words, where other machines share it: then neither locks, times nor notices of changes are those
  /// of one machine. Nil on a disk of this machine, as far as can be told.
  package var network: String? {
    switch number {
    case 0x6969: "an NFS share"
    case 0x517b, 0xff53_4d42, 0xfe53_4d42: "a Windows share"
    case 0x0102_1997, 0x6a65_6a63, 0x786f_4256: "a shared folder of a virtual machine"
    case 0x6573_5546: "a mounted service (FUSE)"
    case 0x00c3_6400: "a Ceph file system"
    case 0x5346_414f: "an AFS share"
    default: nil
    }
  }

  /// Whether it is memory and no disk.
  package var isMemory: Bool { number == Self.temporary || number == 0x8584_58f6 }

  /// Whether a folder has a link for its name, one for its own dot, and one for each subfolder's two dots.
  package var countsSubfolders: Bool {
    // Ext 2 to 4, XFS.
    number == 0xef53 || number == 0x5846_5342 || number == Self.temporary
  }

  private static let temporary: UInt32 = 0x0102_1994
}
