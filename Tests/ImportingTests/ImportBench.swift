import Entities
import FileStore
import OpenVault
import Services
import TestSupport

@testable import Importing

/// A folder of another program's notes, and a vault that imports them.
final class ImportBench {
  let source = TemporaryFolder()
  let vault = TemporaryFolder()
  let state = VaultState()

  func imports() -> VaultImports {
    VaultImports(
      store: FolderStore(root: vault.bytes, clock: StillClock()),
      files: FolderFiles(root: vault.bytes, clock: StillClock()),
      foreign: ObsidianFolder(root: vault.bytes),
      state: state, clock: StillClock())
  }

  var request: ImportRequest {
    var request = ImportRequest(sources: [NotePath(source.path)])
    request.folder = NotePath("In")
    return request
  }

  @discardableResult
  func bring(
    _ request: ImportRequest? = nil, watch: @escaping ImportWatch = { _ in true }
  ) async throws -> ImportReport {
    let imports = imports()
    let plan = try await imports.plan(request ?? self.request, watch: watch)
    return await imports.carryOut(plan, watch: watch)
  }

  /// The text of a note in the import's folder.
  func text(_ note: String) -> String? { vault.text("In/\(note).md") }
}
