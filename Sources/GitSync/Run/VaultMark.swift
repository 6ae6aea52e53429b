import Entities
import Files
import Services

/// What makes a clone of a vault a vault. Git keeps no empty folder, so there is a file in it. Nobody
/// reads that: it says nothing of keys, programs or paths.
enum VaultMark {
  static let path = NotePath(".notes-tui/vault")
  static let text = "This folder is a vault of notes-tui.\n"

  /// Where the vault has such a folder already; true where it was written now. A mark that cannot be
  /// written keeps nothing from being synced; the next sync tries again.
  static func write(
    in repository: GitRepository, _ files: any SyncedFiles, _ manner: SyncManner,
    _ request: SyncRequest
  ) async -> Bool {
    let folder = Array("\(repository.root)/\(repository.prefix)".utf8) + path.folder.bytes
    guard !manner.isSecret, !request.isDryRun, (try? Posix.facts(folder))?.kind == .folder else {
      return false
    }
    return (try? await write(files)) ?? false
  }

  /// A file that is there stays as it is.
  @discardableResult
  static func write(_ files: any SyncedFiles) async throws(NoteStoreError) -> Bool {
    if try await files.file(at: path) != nil { return false }
    try await files.write(SyncedFile(Array(text.utf8)), at: path, replacing: nil)
    return true
  }
}
