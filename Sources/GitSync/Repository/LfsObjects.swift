import Bytes
import Files
import Services

/// What git has in place of a file that git-lfs keeps.
struct LfsPointer: Hashable {
  /// Of the content, in hexadecimal digits.
  let hash: String
  let size: Int

  /// Larger ones stay pointers: a sync holds a file in memory.
  private static let largest = 1 << 30
  /// No pointer is longer.
  static let mostBytes = 1024
  private static let start = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Whether it is one at all, of any kind.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: start) }

  /// Nil for what is none, and for one to something that git-lfs has yet to run through a program.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.mostBytes, Self.isOne(bytes) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.count == 3, lines[1].hasPrefix("oid sha256:"), lines[2].hasPrefix("size ") else {
      return nil
    }
    hash = String(lines[1].dropFirst("oid sha256:".count))
    guard hash.utf8.count == 64, hash.allSatisfy(\.isHexDigit),
      let size = Int(lines[2].dropFirst("size ".count)), (0...Self.largest).contains(size)
    else { return nil }
    self.size = size
  }
}

/// Where git-lfs keeps what pointers mean: `.git/lfs/objects/4d/7a/4d7a…`.
struct LfsObjects: Sendable {
  private let folder: String

  /// `storage` is a folder in the repository's own one, or its whole name.
  init(gitFolder: String, storage: String) {
    var git = gitFolder
    // A second folder of files has the repository's own one elsewhere.
    if let path = try? Posix.contents(Array("\(git)/commondir".utf8), limit: 1 << 12) {
      let common = String(decoding: path.prefix { $0 != Byte.lineFeed }, as: UTF8.self)
      git = common.hasPrefix("/") ? common : "\(git)/\(common)"
    }
    folder = storage.hasPrefix("/") ? storage : "\(git)/\(storage)"
  }

  func has(_ pointer: LfsPointer) -> Bool {
    (try? Posix.facts(path(pointer)))?.size == pointer.size
  }

  /// Nil where it is not here, or not whole.
  func bytes(of pointer: LfsPointer) -> [UInt8]? {
    guard has(pointer), let bytes = try? Posix.contents(path(pointer), limit: pointer.size),
      bytes.count == pointer.size
    else { return nil }
    return bytes
  }

  /// Whether a file of the folder holds what git has of it, which may be a pointer to that.
  func areSame(_ there: SyncedFile, _ file: SyncedFile?) -> Bool {
    if there.holdsSame(as: file) { return true }
    guard there.kind != .link, let file, file.kind != .link, let pointer = LfsPointer(file.bytes),
      pointer.size == there.bytes.count
    else { return false }
    // What is overwritten is still to be had then.
    return bytes(of: pointer) == there.bytes
  }

  private func path(_ pointer: LfsPointer) -> [UInt8] {
    let hash = pointer.hash
    return Array("\(folder)/objects/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)".utf8)
  }
}
