import Embedding
package import Entities
import Markdown
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
  package var foreign: any ForeignSettings
  package var clock: any WallClock

  package init(
    root: NotePath, isEncrypted: Bool, store: any NoteStore, index: any NoteIndex,
    tables: any FileTables, search: any NoteSearch, links: any NoteLinks, tasks: any TaskIndex,
    files: any VaultFiles, foreign: any ForeignSettings, clock: any WallClock
  ) {
    self.root = root
    self.isEncrypted = isEncrypted
    self.store = store
    self.index = index
    self.tables = tables
    self.search = search
    self.links = links
    self.tasks = tasks
    self.files = files
    self.foreign = foreign
    self.clock = clock
  }

  /// As an export sees the notes.
  fileprivate func opening(_ notes: Set<NotePath>) -> ExportServices {
    var services = self
    services.store = OpenedNotes(store, opened: notes)
    return services
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
    let vault = try await gathered(for: request)
    var plan = try await ExportPlanner(services.opening(vault.opened), vault, watch).plan(request)
    plan.vault = services.root.name.text
    return plan
  }

  @concurrent
  package func carryOut(
    _ plan: ExportPlan, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportReport {
    if plan.notes.isEmpty { throw .noNotes }
    if plan.unlocked > 0, !plan.request.mayLeaveLock {
      throw .needsAgreement(notes: plan.unlocked)
    }
    try ExportPlace.check(plan.request, outside: services.root)
    let vault = try await gathered(for: plan.request)
    let services = services.opening(vault.opened)
    let writer = try plan.makeWriter(vault.names, services.files)
    let embeds = services.embedReader(vault.names, hiding: plan.hidden)
    var report = ExportReport()
    for note in plan.notes {
      guard watch(ExportProgress(notes: report.notes, of: plan.notes.count)) else { throw .stopped }
      let text = try await Self.text(of: note, in: services.store)
      let shown =
        writer.showsEmbeds ? await embeds.all(in: text, of: NoteID(note.path)) : Embeds()
      try writer.add(note, text, shown)
      report.notes += 1
    }
    for file in plan.files {
      guard watch(ExportProgress(notes: report.notes, of: plan.notes.count)) else { throw .stopped }
      try writer.add(
        ExportedFile(
          path: file.path, size: file.size, modified: file.modified, files: services.files))
      report.files += 1
    }
    report.problems = try await writer.finish()
    return report
  }

  private func gathered(
    for request: ExportRequest
  ) async throws(ExportError) -> GatheredVault {
    do throws(NoteIndexError) {
      return try await GatheredVault(services, opening: request.opened)
    } catch {
      throw .index(error)
    }
  }

  private static func text(
    of note: ExportedNote, in store: any NoteStore
  ) async throws(ExportError) -> [UInt8] {
    do throws(NoteStoreError) {
      let content = try await store.read(NoteID(note.path))
      guard content.stamp.digest == note.digest else { throw .changedOutside(note.path) }
      return content.bytes
    } catch {
      throw .note(error)
    }
  }
}
