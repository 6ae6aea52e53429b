import Entities
import Services

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
    for path in try await repository.keptByLfs(untracked: untracked)
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

  /// Writes the content in place of the pointer. Nil once that is done, else why not.
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
