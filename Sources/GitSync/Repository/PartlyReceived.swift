import Files
import Glibc

/// What a fetch leaves that is ended before all came: as large as what came by then, and of no use to git.
enum PartlyReceived {
  private static let start = Array("tmp_pack_".utf8)

  static func files(in gitFolder: String) -> Set<[UInt8]> {
    guard let folder = try? Posix.openFolder(place(gitFolder)),
      let names = try? Posix.names(in: folder.raw)
    else { return [] }
    return Set(names.filter { $0.starts(with: start) })
  }

  /// What another git receives just now stays.
  static func remove(from gitFolder: String, but known: Set<[UInt8]>) {
    for name in files(in: gitFolder).subtracting(known) {
      let path = place(gitFolder) + [UInt8(ascii: "/")] + name
      if isHeld(String(decoding: path, as: UTF8.self)) { continue }
      try? Posix.remove(path, in: Posix.noFolder)
    }
  }

  /// What was ended just now may hold it for a moment still.
  private static func isHeld(_ path: String) -> Bool {
    for _ in 0..<20 {
      if LockHolder.find(path).process == nil { return false }
      usleep(20_000)
    }
    return true
  }

  private static func place(_ gitFolder: String) -> [UInt8] {
    Array("\(gitFolder)/objects/pack".utf8)
  }
}
