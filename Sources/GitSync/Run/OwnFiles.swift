import Bytes
import Entities
import Files
import Glibc
import Services

/// What of the vault's folder git must not see: the trash, which is each device's own, and files on their
/// way to their names. That is said in a file of the repository's that is not among the vault's.
enum OwnFiles {
  private static let limit = 1 << 20
  private static let special = Array("*?[]\\!# ".utf8)

  static func exclude(from repository: GitRepository) throws(SyncFailure) {
    let folder = Array("\(repository.gitFolder)/info".utf8)
    do throws(SystemError) {
      try PrivateFolder.make(folder, mode: 0o777)
      let info = try Posix.openFolder(folder)
      let name = Array("exclude".utf8)
      let old = try ifThere(Posix.contents(name, in: info.raw, limit: limit)) ?? []
      let lines = Set(old.split(separator: Byte.lineFeed).map(Array.init))
      let missing = patterns(repository.prefix).filter { !lines.contains($0) }
      if missing.isEmpty { return }
      let start = old.isEmpty || old.last == Byte.lineFeed ? old : old + [Byte.lineFeed]
      let new = start + missing.flatMap { $0 + [Byte.lineFeed] }
      try NewFile.put(new, as: name, in: info.raw, mode: 0o644)
    } catch {
      throw .state(
        "\(repository.gitFolder)/info/exclude could not be written: \(error.reason)."
          + " Check its owner and mode, then sync again.")
    }
  }

  static func patterns(_ prefix: String) -> [[UInt8]] {
    let folder = prefix.utf8.flatMap { special.contains($0) ? [Byte.backslash, $0] : [$0] }
    return [[Byte.slash] + folder + Array(".trash/".utf8), Array(".notes-tui-*.tmp".utf8)]
  }
}
