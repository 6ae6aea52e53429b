import Bytes
import Entities
import NoteSyntax
import OpenVault
import Services

/// Decides which notes and files are exported.
struct ExportPlanner {
  private let services: ExportServices
  private let vault: GatheredVault
  private let gathering: NoteGathering
  private let watch: ExportWatch

  init(_ services: ExportServices, _ vault: GatheredVault, _ watch: @escaping ExportWatch) {
    self.services = services
    self.vault = vault
    self.watch = watch
    gathering = NoteGathering(services: services, vault: vault)
  }

  func plan(_ request: ExportRequest) async throws(ExportError) -> ExportPlan {
    var plan = ExportPlan(request)
    // Query blocks cannot read locked notes, so they do not name them either.
    plan.hidden = vault.hiddenFiles.union(vault.hidden.keys).union(request.opened)
    let asked = try await asked(request)
    plan.leftOut = asked.sorted().compactMap { path in
      vault.hidden[path].map { ExportNotice(of: path, $0) }
    }
    var notes = try await read(asked, linkedSteps: request.linkedSteps)
    let tasks = try await tasks()
    let backlinks = backlinks(among: notes)
    for (path, var note) in notes {
      note.tasks += tasks[NoteID(path)] ?? []
      note.backlinks = backlinks[path] ?? []
      notes[path] = note
    }
    plan.notes = notes.values.sorted { $0.path < $1.path }
    let leaving = Set(vault.opened.map(\.withoutLock))
    plan.unlocked =
      services.isEncrypted ? notes.count : notes.keys.count { leaving.contains($0) }
    let used = Set(notes.values.flatMap { $0.links.compactMap(\.target) })
    // A file that only hidden notes link to is hidden too.
    for row in vault.notes where vault.hidden[row.path] != nil {
      plan.hidden.formUnion(await gathering.files(of: row).subtracting(used))
    }
    for canvas in vault.files.keys where canvas.name.text.lowercased().hasSuffix(".canvas") {
      guard shows(canvas, any: plan.hidden) else { continue }
      plan.hidden.insert(canvas)
      plan.leftOut.append(ExportNotice(of: canvas, "It shows a note or a file that is left out."))
    }
    plan.leftOut.sort { $0.of < $1.of }
    plan.files = files(request, used: used.subtracting(plan.hidden), but: plan.hidden)
    if request.format == .html, !request.isSingle {
      plan.renamed = plan.files.map(\.path).filter { !SiteNames.isInert($0) }.map {
        ExportNotice(of: $0, "A browser could run it: its name ends in .txt there.")
      }
    }
    return plan
  }

  private static let largestCanvas = 64 << 20

  /// Whether a canvas has a card with one of these. A canvas that cannot be read could show any of them.
  private func shows(_ canvas: NotePath, any hidden: Set<NotePath>) -> Bool {
    if hidden.isEmpty { return false }
    guard let size = vault.files[canvas]?.size, size <= Self.largestCanvas else { return true }
    let file = ExportedFile(
      path: canvas, size: size, modified: Timestamp(seconds: 0), files: services.vault.files)
    var bytes: [UInt8] = []
    guard case .success(nil) = Result(catching: { try file.read { bytes += $0 } }),
      case .object(let canvasMembers) = JSONReader.value(of: bytes)
    else { return true }
    guard let nodes = canvasMembers["nodes"], case .array(let cards) = nodes else { return false }
    return cards.contains { card in
      guard case .object(let facts) = card, let named = facts["file"],
        case .string(let name) = named
      else { return false }
      let path = NotePath(name)
      let meant = vault.names.target(of: LinkName(.wiki, path.bytes), from: canvas)
      return hidden.contains(path) || (meant.map { hidden.contains($0) } ?? false)
    }
  }

  // MARK: - Which notes

  private func asked(_ request: ExportRequest) async throws(ExportError) -> Set<NotePath> {
    var asked = Set(request.notes.map { vault.path(of: $0.path) })
    if !asked.isEmpty, request.query == nil, request.folder == nil { return asked }
    var found = vault.notes.map(\.path)
    if let folder = request.folder { found.removeAll { !$0.isBelow(folder) } }
    if let query = request.query {
      let answer = try await rethrow(
        await services.vault.queries.search.search(query, limit: .max, excerpts: false),
        as: ExportError.index)
      let hits = Set(answer.hits.map { vault.path(of: $0.id.path) })
      found.removeAll { !hits.contains($0) }
    }
    asked.formUnion(found)
    return asked
  }

  /// Reads notes and the notes that they link to, except hidden ones.
  private func read(
    _ asked: Set<NotePath>, linkedSteps: Int
  ) async throws(ExportError) -> [NotePath: ExportedNote] {
    let rows = Dictionary(vault.notes.map { ($0.path, $0) }, uniquingKeysWith: { $1 })
    var notes: [NotePath: ExportedNote] = [:]
    var next = asked
    for _ in 0...linkedSteps {
      let new = next.compactMap { vault.hidden[$0] == nil && notes[$0] == nil ? rows[$0] : nil }
      next = []
      for row in new {
        guard watch(ExportProgress(notes: notes.count, of: max(asked.count, notes.count))) else {
          throw .stopped
        }
        let note = try await rethrow(await gathering.note(row), as: ExportError.note)
        notes[row.path] = note
        next.formUnion(note.links.compactMap(\.target))
      }
      if new.isEmpty { break }
    }
    return notes
  }

  private func backlinks(
    among notes: [NotePath: ExportedNote]
  ) -> [NotePath: [ExportedNote.Backlink]] {
    var backlinks: [NotePath: [ExportedNote.Backlink]] = [:]
    for note in notes.values.sorted(by: { $0.path < $1.path }) {
      for link in note.links {
        guard let target = link.target, target != note.path, notes[target] != nil else { continue }
        backlinks[target, default: []].append(.init(source: note.path, line: link.line))
      }
    }
    return backlinks
  }

  /// Returns all tasks by their notes.
  private func tasks() async throws(ExportError) -> [NoteID: [TaskRecord]] {
    var request = TaskRequest()
    request.status = .all
    let catalog = try await rethrow(
      await services.vault.tasks.index.tasks(request), as: ExportError.index)
    return Dictionary(grouping: catalog.tasks(in: 0..<catalog.count), by: \.note)
      .mapValues { $0.sorted { $0.line < $1.line } }
  }

  // MARK: - Which files

  private func files(
    _ request: ExportRequest, used: Set<NotePath>, but hidden: Set<NotePath>
  ) -> [ExportPlan.File] {
    let paths: Set<NotePath> =
      switch request.attachments ?? request.format.attachments {
      case .none: []
      case .used: used
      case .all: Set(vault.files.keys).subtracting(hidden)
      }
    return paths.sorted().compactMap { path in
      vault.files[path].map {
        ExportPlan.File(path: path, size: $0.size, modified: $0.modified)
      }
    }
  }
}
