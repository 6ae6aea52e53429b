import Bytes
import Entities
import Files
import Services

/// What git stores instead of a file that git-lfs keeps.
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

  /// Nil where it is not a pointer, and for one to something that git-lfs has yet to run through a
  /// program.
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
    // The overwritten file is still available then.
    return bytes(of: pointer) == there.bytes
  }

  private func path(_ pointer: LfsPointer) -> [UInt8] {
    let hash = pointer.hash
    return Array("\(folder)/objects/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)".utf8)
  }
}

/// The pointers in a vault's folder, and what git-lfs keeps for them.
struct LfsFiles {
  let repository: GitRepository
  let files: any SyncedFiles

  struct Waiting {
    var path: NotePath
    var there: SyncedFile
    /// Nil where no sync writes what it means.
    var pointer: LfsPointer?
  }

  static let notHere = "git-lfs does not have its content here, so it is a pointer now."

  /// Files that git-lfs keeps, and of which only the pointer is in the folder.
  func waiting(untracked: Bool) async throws -> [Waiting] {
    guard repository.usesLfs else { return [] }
    var found: [Waiting] = []
    for path in try await repository.storedByLfs(untracked: untracked)
    where repository.size(of: path) <= LfsPointer.mostBytes {
      guard let there = try? await files.file(at: path), there.kind != .link,
        LfsPointer.isOne(there.bytes)
      else { continue }
      found.append(Waiting(path: path, there: there, pointer: LfsPointer(there.bytes)))
    }
    return found
  }

  /// Those that must be fetched first.
  func missing(of waiting: [Waiting]) -> [Waiting] {
    let objects = repository.lfsObjects
    return waiting.filter { $0.pointer.map { !objects.has($0) } ?? false }
  }

  /// Replaces the pointer by the content. Nil once that is done, else why not.
  func write(_ file: Waiting) async -> String? {
    guard let pointer = file.pointer, let bytes = repository.lfsObjects.bytes(of: pointer) else {
      return Self.notHere
    }
    do throws(NoteStoreError) {
      try await files.write(
        SyncedFile(bytes, as: file.there.kind), at: file.path, replacing: file.there)
      return nil
    } catch {
      // Someone wrote it in the meantime.
      if case .changedOutside = error { return nil }
      return error.message
    }
  }
}
