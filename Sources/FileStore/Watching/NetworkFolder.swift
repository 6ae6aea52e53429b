import CSystem
import Files

/// Folders that other machines change, of which the system gives no notice.
enum NetworkFolder {
  /// By the number that the system gives each kind of file system.
  private static let kinds: [UInt32: String] = [
    0x6969: "an NFS share", 0xff53_4d42: "a Windows share", 0xfe53_4d42: "a Windows share",
    0x517b: "a Windows share", 0x0102_1997: "a shared folder of a virtual machine",
    0x6a65_6a63: "a shared folder of a virtual machine", 0x6573_5546: "a mounted service (FUSE)",
    0x00c3_6400: "a Ceph file system", 0x5346_414f: "an AFS share",
    0x786f_4256: "a shared folder of a virtual machine",
  ]

  /// What the folder lies on, where that is a network; nil on a disk of this machine.
  static func kind(of folder: [UInt8]) -> String? {
    let kind = try? Posix.withPath(folder) { (path) throws(SystemError) in
      csystem_file_system_kind(path)
    }
    return kind.flatMap { kinds[$0] }
  }
}
