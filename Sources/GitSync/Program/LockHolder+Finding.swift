import Files

extension LockHolder {
  /// Looks among this user's programs for the one that has the file open.
  static func find(_ path: String) -> LockHolder {
    let wanted = Array(path.utf8)
    for name in (try? names("/proc")) ?? [] {
      guard let process = Int32(String(decoding: name, as: UTF8.self)) else { continue }
      let folder = "/proc/\(process)/fd"
      guard let files = try? names(folder) else { continue }
      let holds = files.contains { file in
        let target = try? Posix.linkTarget(
          Array("\(folder)/".utf8) + file, in: Posix.noFolder)
        return target == wanted
      }
      guard holds else { continue }
      let said = (try? Self.start(of: "/proc/\(process)/comm")) ?? []
      let words = String(decoding: said.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      return LockHolder(path: path, program: words.isEmpty ? "A program" : words, process: process)
    }
    return LockHolder(path: path)
  }

  /// Whether a git of this user works in a folder, or below it.
  static func worksGit(in root: String) -> Bool {
    let folder = Array(root.utf8)
    return ((try? names("/proc")) ?? []).contains { name in
      let process = "/proc/\(String(decoding: name, as: UTF8.self))"
      guard let said = try? start(of: "\(process)/comm"), said.elementsEqual("git\n".utf8),
        let place = try? Posix.linkTarget(Array("\(process)/cwd".utf8), in: Posix.noFolder)
      else { return false }
      return place.starts(with: folder)
    }
  }

  private static func start(of path: String) throws(SystemError) -> [UInt8] {
    let file = try Posix.open(Array(path.utf8), 0)
    return try Posix.read(file.raw, from: 0, atMost: 64)
  }

  private static func names(_ folder: String) throws(SystemError) -> [[UInt8]] {
    let open = try Posix.openFolder(Array(folder.utf8))
    return try Posix.names(in: open.raw)
  }
}
