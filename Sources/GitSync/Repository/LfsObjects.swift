import Bytes
import Entities
import Files
import Services

/// The text that git stores instead of a file of git-lfs.
struct LfsPointer: Hashable {
  /// The SHA-256 of the content, in hexadecimal.
  let hash: String
  let size: Int

  /// Larger files stay pointers: a sync holds a file in memory.
  private static let largest = 1 << 30
  /// The longest pointer.
  static let mostBytes = 1024
  private static let start = Array("version https://git-lfs.github.com/spec/".utf8)

  /// Whether it is a pointer of any kind.
  static func isOne(_ bytes: [UInt8]) -> Bool { bytes.starts(with: start) }

  /// Nil if it is not a pointer, or if git-lfs would have to run its content through a program.
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

/// The store of git-lfs for contents: `.git/lfs/objects/4d/7a/4d7a…`.
struct LfsObjects: Sendable {
  private let folder: String

  /// `storage` is a folder inside the git folder, or an absolute path.
  init(gitFolder: String, storage: String) {
    var git = gitFolder
    // For a linked worktree, the repository's main git folder is elsewhere.
    if let path = try? Posix.contents(Array("\(git)/commondir".utf8), limit: 1 << 12) {
      let common = String(decoding: path.prefix { $0 != Byte.lineFeed }, as: UTF8.self)
      git = common.hasPrefix("/") ? common : "\(git)/\(common)"
    }
    folder = storage.hasPrefix("/") ? storage : "\(git)/\(storage)"
  }

  func has(_ pointer: LfsPointer) -> Bool {
    (try? Posix.facts(path(pointer)))?.size == pointer.size
  }

  /// Returns the content; nil if it is missing or incomplete.
  func bytes(of pointer: LfsPointer) -> [UInt8]? {
    guard has(pointer), let bytes = try? Posix.contents(path(pointer), limit: pointer.size),
      bytes.count == pointer.size
    else { return nil }
    return bytes
  }

  /// Whether a file in the folder equals git's version, which may be a pointer to it.
  func areSame(_ there: SyncedFile, _ file: SyncedFile?) -> Bool {
    if there.holdsSame(as: file) { return true }
    guard there.kind != .link, let file, file.kind != .link, let pointer = LfsPointer(file.bytes),
      pointer.size == there.bytes.count
    else { return false }
    // With the stored content, the file can be overwritten and still be recovered.
    return bytes(of: pointer) == there.bytes
  }

  private func path(_ pointer: LfsPointer) -> [UInt8] {
    let hash = pointer.hash
    return Array("\(folder)/objects/\(hash.prefix(2))/\(hash.dropFirst(2).prefix(2))/\(hash)".utf8)
  }
}

/// The pointers in a vault's folder, and the contents that git-lfs has for them.
struct LfsFiles {
  let repository: GitRepository
  let files: any SyncedFiles

  struct Waiting {
    var path: NotePath
    var there: SyncedFile
    /// Nil if a sync cannot write the content.
    var pointer: LfsPointer?
  }

  static let notHere = "git-lfs does not have its content here, so it is a pointer now."

  /// Returns the files of git-lfs that are only pointers in the folder.
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

  /// Returns those whose content must be fetched first.
  func missing(of waiting: [Waiting]) -> [Waiting] {
    let objects = repository.lfsObjects
    return waiting.filter { $0.pointer.map { !objects.has($0) } ?? false }
  }

  /// Replaces the pointer with the content. Returns nil if done, else the reason.
  func write(_ file: Waiting) async -> String? {
    guard let pointer = file.pointer, let bytes = repository.lfsObjects.bytes(of: pointer) else {
      return Self.notHere
    }
    do throws(NoteStoreError) {
      try await files.write(
        SyncedFile(bytes, as: file.there.kind), at: file.path, replacing: file.there)
      return nil
    } catch {
      // Someone changed the file in the meantime.
      if case .changedOutside = error { return nil }
      return error.message
    }
  }
}
