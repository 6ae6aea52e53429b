import Bytes
import Files

/// What is wrong with a folder `.git` that git passes over: it would look further up for another one, or
/// have a new one made in its place.
enum RepositoryDamage {
  /// Throws `.damaged`. A folder without anything of a repository in it is none.
  static func check(_ git: String) throws(GitError) {
    guard let folder = try? Posix.openFolder(Array(git.utf8)),
      let names = try? Posix.names(in: folder.raw)
    else { return }
    let known = Set(names.map { String(decoding: $0, as: UTF8.self) })
    guard !known.isDisjoint(with: ["objects", "refs", "config"]) else { return }
    if !known.contains("objects") {
      throw .damaged(
        folder: git, "its folder objects is missing",
        mending: "move it away, mv '\(git)' '\(git).damaged', and set the sync up again: what the"
          + " remote has is merged with what is here.")
    }
    if !known.contains("refs") {
      throw .damaged(
        folder: git, "its folder refs is missing", mending: "mkdir '\(git)/refs', then sync again.")
    }
    let head = try? Posix.contents(Array("HEAD".utf8), in: folder.raw, limit: 1 << 12)
    if let head, isReadable(head) { return }
    let what = head == nil ? "missing" : head == [] ? "empty" : "not readable"
    throw .damaged(
      folder: git, "its file HEAD is \(what)",
      mending: "echo 'ref: refs/heads/\(branch(git))' > '\(git)/HEAD', then sync again.")
  }

  private static func isReadable(_ head: [UInt8]) -> Bool {
    head.starts(with: "ref: refs/".utf8)
      || head.prefix { Hex.isLowercaseDigit($0) }.count >= 40
  }

  /// The only branch, or the usual one.
  private static func branch(_ git: String) -> String {
    var names: Set<String> = []
    if let folder = try? Posix.openFolder(Array("\(git)/refs/heads".utf8)) {
      for name in (try? Posix.names(in: folder.raw)) ?? [] {
        names.insert(String(decoding: name, as: UTF8.self))
      }
    }
    let packed = (try? Posix.contents(Array("\(git)/packed-refs".utf8), limit: 1 << 20)) ?? []
    for line in packed.split(separator: Byte.lineFeed) {
      let text = String(decoding: line, as: UTF8.self)
      guard let name = text.split(separator: " ").last, name.hasPrefix("refs/heads/") else {
        continue
      }
      names.insert(String(name.dropFirst("refs/heads/".count)))
    }
    // It is part of a command that a person may copy.
    let plain = names.filter { name in
      name.utf8.allSatisfy {
        Byte.isLetter($0) || Byte.isDigit($0) || [Byte.dash, Byte.dot].contains($0)
      } && !name.hasSuffix(".lock")
    }
    return plain.count == 1 ? plain.first ?? "main" : plain.contains("master") ? "master" : "main"
  }
}
