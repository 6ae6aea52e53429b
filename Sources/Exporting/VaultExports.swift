package import Entities
package import Services

/// What an export reads of a vault.
package struct ExportServices: Sendable {
  package var root: NotePath
  /// All notes are sealed together: what is written is open to everyone.
  package var isEncrypted: Bool
  package var store: any NoteStore
  package var index: any NoteIndex
  package var tables: any FileTables
  package var search: any NoteSearch
  package var links: any NoteLinks
  package var tasks: any TaskIndex
  package var files: any VaultFiles

  package init(
    root: NotePath, isEncrypted: Bool, store: any NoteStore, index: any NoteIndex,
    tables: any FileTables, search: any NoteSearch, links: any NoteLinks, tasks: any TaskIndex,
    files: any VaultFiles
  ) {
    self.root = root
    self.isEncrypted = isEncrypted
    self.store = ClosedNotes(store)
    self.index = index
    self.tables = tables
    self.search = search
    self.links = links
    self.tasks = tasks
    self.files = files
  }
}

/// Exports of one vault.
package struct VaultExports: NoteExports {
  private let services: ExportServices

  package init(_ services: ExportServices) { self.services = services }

  @concurrent
  package func plan(
    _ request: ExportRequest, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportPlan {
    try ExportPlace.check(request, outside: services.root)
    let vault: GatheredVault
    do throws(NoteIndexError) {
      vault = try await GatheredVault(services)
    } catch {
      throw .index(error)
    }
    return try await ExportPlanner(services, vault, watch).plan(request)
  }

  @concurrent
  package func carryOut(
    _ plan: ExportPlan, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportReport {
    if plan.notes.isEmpty { throw .noNotes }
    if services.isEncrypted, !plan.request.mayLeaveEncryption {
      throw .needsAgreement(notes: plan.notes.count)
    }
    try ExportPlace.check(plan.request, outside: services.root)
    let writer = try plan.makeWriter()
    var report = ExportReport()
    for note in plan.notes {
      guard watch(ExportProgress(notes: report.notes, of: plan.notes.count)) else { throw .stopped }
      try writer.add(note, try await text(of: note))
      report.notes += 1
    }
    for file in plan.files {
      guard watch(ExportProgress(notes: report.notes, of: plan.notes.count)) else { throw .stopped }
      try writer.add(
        ExportedFile(
          path: file.path, size: file.size, modified: file.modified, files: services.files))
      report.files += 1
    }
    report.problems = try writer.finish()
    return report
  }

  private func text(of note: ExportedNote) async throws(ExportError) -> [UInt8] {
    do throws(NoteStoreError) {
      let content = try await services.store.read(NoteID(note.path))
      guard content.stamp.digest == note.digest else { throw .changedOutside(note.path) }
      return content.bytes
    } catch {
      throw .note(error)
    }
  }
}
