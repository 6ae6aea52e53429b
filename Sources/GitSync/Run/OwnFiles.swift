import Bytes
import Entities
import Files
import Glibc
import Services

/// What of the vault's folder git must not see, or must not change. That is said in files of the
/// repository's that are not among the vault's.
enum OwnFiles {
  private static let limit = 1 << 20
  private static let special = Array("*?[]\\!# ".utf8)

  /// Not seen are the trash, which is each device's own, and files on their way to their names; in an
  /// encrypted vault all that is not closed. What is closed git takes byte by byte.
  static func exclude(from repository: GitRepository, isSecret: Bool) throws(SyncFailure) {
    let own = patterns(repository.prefix)
    let secret = secretPatterns(repository.prefix)
    try write("exclude", of: repository) { lines in
      // The last line that fits wins: those of an encrypted vault stay together, and go when it is plain.
      let others = lines.filter { !secret.contains($0) }
      let known = Set(others)
      return others + own.filter { !known.contains($0) } + (isSecret ? secret : [])
    }
    // A text's line ends are changed by some settings, and so would be bytes that look like a text.
    let closed = Array("*.age -text -ident -filter -working-tree-encoding".utf8)
    try write("attributes", of: repository) { lines in
      lines.contains(closed) ? lines : lines + [closed]
    }
  }

  private static func write(
    _ name: String, of repository: GitRepository, _ change: ([[UInt8]]) -> [[UInt8]]
  ) throws(SyncFailure) {
    let folder = Array("\(repository.gitFolder)/info".utf8)
    do throws(SystemError) {
      try PrivateFolder.make(folder, mode: 0o777)
      let info = try Posix.openFolder(folder)
      let file = Array(name.utf8)
      let old = try ifThere(Posix.contents(file, in: info.raw, limit: limit)) ?? []
      let lines = old.split(separator: Byte.lineFeed, omittingEmptySubsequences: true)
        .map(Array.init)
      let new = change(lines)
      if new == lines { return }
      try NewFile.put(
        new.flatMap { $0 + [Byte.lineFeed] }, as: file, in: info.raw, mode: 0o644)
    } catch {
      throw .state(
        "\(repository.gitFolder)/info/\(name) could not be written: \(error.reason)."
          + " Check its owner and mode, then sync again.")
    }
  }

  static func patterns(_ prefix: String) -> [[UInt8]] {
    [start(prefix) + Array(".trash/".utf8), Array(".notes-tui-*.tmp".utf8)]
      + ofOneComputer(prefix)
  }

  /// Everything but notes under the names that they have in an encrypted vault, its keys, and git's files.
  static func secretPatterns(_ prefix: String) -> [[UInt8]] {
    let start = start(prefix)
    let sealed = String(repeating: "[a-z2-7]", count: 26) + ".age"
    let seen = [sealed, ".gitignore", ".gitattributes", ".notes-tui/"]
    return [start + [UInt8(ascii: "*")]]
      + seen.map { [UInt8(ascii: "!")] + start + Array($0.utf8) }
      + [start + Array(".notes-tui/*".utf8)]
      + [[UInt8(ascii: "!")] + start + Array(".notes-tui/*.age".utf8)]
      + ofOneComputer(prefix)
  }

  /// What `PathRefusal` keeps from coming is not sent either.
  private static func ofOneComputer(_ prefix: String) -> [[UInt8]] {
    ["converting", "removing/", "set-aside/", "next-*", "both-keys.age"].map {
      start(prefix) + Array(".notes-tui/\($0)".utf8)
    }
  }

  private static func start(_ prefix: String) -> [UInt8] {
    [Byte.slash] + prefix.utf8.flatMap { special.contains($0) ? [Byte.backslash, $0] : [$0] }
  }
}
