import Entities
import FileStore
import OpenVault
import SearchIndex
import Services
import TestSupport

@testable import Exporting

/// A test's own vault, and the folder for its exports.
struct GivenVault {
  let folder = TemporaryFolder()
  let out = TemporaryFolder()

  func index() -> VaultIndex {
    let files = FolderFiles(root: folder.bytes, clock: StillClock())
    return VaultIndex(
      files: files, folder: Array("/dev/null/index".utf8), clock: StillClock(),
      foreign: ObsidianFolder(root: folder.bytes), isWatched: false)
  }

  func exports(isEncrypted: Bool = false) -> VaultExports {
    let index = index()
    var vault = VaultServices.inMemory(links: index.links)
    vault.store = FolderStore(root: folder.bytes, clock: StillClock())
    (vault.index, vault.queries.search, vault.tasks.index) = (index, index.search, index.tasks)
    vault.files = FolderFiles(root: folder.bytes, clock: StillClock())
    vault.foreign = ObsidianFolder(root: folder.bytes)
    return VaultExports(
      ExportServices(
        root: NotePath(bytes: folder.bytes), isEncrypted: isEncrypted, vault: vault,
        tables: index.tables, tasks: index.tasks, clock: StillClock()))
  }

  @discardableResult
  func export(
    _ format: ExportFormat, to name: String, _ change: (inout ExportRequest) -> Void = { _ in }
  ) async throws -> (plan: ExportPlan, report: ExportReport) {
    var request = ExportRequest(format, to: NotePath(out.path(name)))
    change(&request)
    let exports = exports()
    let plan = try await exports.plan(request) { _ in true }
    return (plan, try await exports.carryOut(plan) { _ in true })
  }
}
