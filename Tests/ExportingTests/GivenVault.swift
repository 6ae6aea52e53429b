import Entities
import FileStore
import SearchIndex
import Services
import TestSupport

@testable import Exporting

/// A vault of a test's own, and where its exports go.
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
    return VaultExports(
      ExportServices(
        root: NotePath(bytes: folder.bytes), isEncrypted: isEncrypted,
        store: FolderStore(root: folder.bytes, clock: StillClock()), index: index,
        tables: index.tables, search: index.search, links: index.links, tasks: index.tasks,
        files: FolderFiles(root: folder.bytes, clock: StillClock()),
        foreign: ObsidianFolder(root: folder.bytes), clock: StillClock()))
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
