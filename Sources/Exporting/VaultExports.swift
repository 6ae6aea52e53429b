import Embedding
package import Entities
import Files
import Glibc
import Markdown
package import OpenVault
package import Services

/// What an export needs of a vault.
package struct ExportServices: Sendable {
  var root: NotePath
  /// Whether the whole vault is encrypted. An export of it is plain text.
  var isEncrypted: Bool
  package var vault: VaultServices
  package var tables: any FileTables
  /// Finds the tasks of query blocks.
  var tasks: any TaskScanning
  var clock: any WallClock
  /// The folder in which an export to a pipe is made first.
  var temporary: @Sendable (_ isSecret: Bool) -> NotePath

  package init(
    root: NotePath, isEncrypted: Bool, vault: VaultServices, tables: any FileTables,
    tasks: any TaskScanning, clock: any WallClock,
    temporary: @escaping @Sendable (_ isSecret: Bool) -> NotePath = { _ in NotePath("/tmp") }
  ) {
    (self.root, self.isEncrypted) = (root, isEncrypted)
    (self.vault, self.tables, self.tasks, self.clock) = (vault, tables, tasks, clock)
    self.temporary = temporary
  }

  /// The same services with these locked notes opened.
  fileprivate func opening(_ notes: Set<NotePath>) -> ExportServices {
    var services = self
    services.vault.store = OpenedNotes(vault.store, opened: notes)
    return services
  }
}

/// Plans and writes the exports of one vault.
package struct VaultExports: NoteExports {
  private let services: ExportServices

  package init(_ services: ExportServices) { self.services = services }

  @concurrent
  package func plan(
    _ request: ExportRequest, watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportPlan {
    if request.output == nil { try ExportDestination.check(request, outside: services.root) }
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
    guard let output = plan.request.output else { return try await write(plan, watch) }
    var inside = plan
    let piped = try PipedExport(
      in: services.temporary(plan.unlocked > 0), for: plan.request.format)
    (inside.request.output, inside.request.destination) = (nil, piped.file)
    var report = try await write(inside, watch)
    try piped.send(to: output)
    report.receipt = nil
    return report
  }

  @concurrent
  package func takeBack(_ receipt: ExportReceipt) async -> UndoneExport {
    MadeExport.takeBack(receipt)
  }

  private func write(
    _ plan: ExportPlan, _ watch: @escaping ExportWatch
  ) async throws(ExportError) -> ExportReport {
    try ExportDestination.check(plan.request, outside: services.root)
    let path = plan.request.destination
    let hadFolder = Posix.exists(path.bytes, in: Posix.noFolder)
    let vault = try await gathered(for: plan.request)
    let services = services.opening(vault.opened)
    let writer = try plan.makeWriter(vault.names, services.vault.files)
    let embeds = services.embedReader(vault.names, hiding: plan.hidden)
    var report = ExportReport()
    for note in plan.notes {
      guard watch(ExportProgress(notes: report.notes, of: plan.notes.count)) else { throw .stopped }
      let text = try await Self.text(of: note, in: services.vault.store)
      let shown =
        writer.showsEmbeds ? await embeds.all(in: text, of: NoteID(note.path)) : Embeds()
      try writer.add(note, text, shown)
      report.notes += 1
    }
    for file in plan.files {
      guard watch(ExportProgress(notes: report.notes, of: plan.notes.count)) else { throw .stopped }
      try writer.add(
        ExportedFile(
          path: file.path, size: file.size, modified: file.modified, files: services.vault.files))
      report.files += 1
    }
    report.problems = try await writer.finish()
    if !plan.request.replacesEarlier {
      report.receipt = MadeExport.receipt(at: path, hadFolder: hadFolder)
    }
    return report
  }

  private func gathered(
    for request: ExportRequest
  ) async throws(ExportError) -> GatheredVault {
    return try await rethrow(
      await GatheredVault(services, opening: request.opened), as: ExportError.index)
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

/// Checks the destination of an export.
private enum ExportDestination {
  /// Throws if the export would overwrite a file or folder, or be inside the vault.
  static func check(_ request: ExportRequest, outside root: NotePath) throws(ExportError) {
    let path = request.destination
    let (folder, vault): (NotePath, NotePath)
    do throws(SystemError) {
      folder = NotePath(bytes: try Posix.realPath(path.parent.bytes))
      vault = NotePath(bytes: try Posix.realPath(root.bytes))
    } catch {
      throw .unwritable(path, reason: "its folder is not there (\(error.reason))")
    }
    let real = folder.appending(path.name)
    if real == vault || real.isBelow(vault) { throw .insideVault(path) }
    guard let facts = try? Posix.facts(path.bytes) else { return }
    guard request.makesFolder, facts.kind == .folder, let names = names(in: path) else {
      throw .taken(path)
    }
    let isEarlier =
      request.replacesEarlier && names.contains(NewFolder.marker(request.format).bytes)
    if !names.isEmpty, !isEarlier { throw .taken(path) }
  }

  private static func names(in folder: NotePath) -> [[UInt8]]? {
    guard let open = try? Posix.openFolder(folder.bytes) else { return nil }
    return try? Posix.names(in: open.raw)
  }
}

extension NotePath {
  /// The folder of an absolute path; `/` for a path at the top.
  var parent: NotePath { folder.bytes.isEmpty ? NotePath("/") : folder }
}

/// An export to a pipe. It is first made as a whole in a temporary folder, so that an export that fails
/// sends nothing.
private struct PipedExport {
  private let folder: NewFolder
  /// The export in the temporary folder.
  let file: NotePath

  init(in temporary: NotePath, for format: ExportFormat) throws(ExportError) {
    folder = try onBehalf(
      of: temporary, NewFolder(beside: temporary.appending(NotePath("notes")), for: format))
    file = folder.path.appending(NotePath("notes"))
  }

  func send(to output: ExportOutput) throws(ExportError) {
    var refusal: String?
    do throws(SystemError) {
      let made = try Posix.open(file.bytes, O_RDONLY | O_NOFOLLOW)
      let raw = made.raw
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while refusal == nil {
        let count = try Posix.retrying { read(raw, &buffer, buffer.count) }
        if count == 0 { return }
        refusal = buffer[..<count].withUnsafeBytes(output.write)
      }
    } catch {
      throw .unwritable(file, reason: error.reason)
    }
    if let refusal { throw .unwritable(NotePath("Standard output"), reason: refusal) }
  }
}
