import Entities
import Services
import Trash
import Viper

extension CommandRunner {
  func rename(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let match = try await note(request, in: vault)
    let title = try argument(1, of: request).text
    let old = match.id.path
    let ending = old.name.bytes.dropFirst(old.stem.bytes.count)
    let name = NotePath(bytes: Array(NoteFileName.stem(for: title).utf8) + ending)
    let code = try await move(match, to: old.folder.appending(name), in: vault, request)
    let renamed = try? await vault.services.store.summary(
      of: NoteID(old.folder.appending(name)))
    if let renamed, renamed.title != title, renamed.title != name.stem.text {
      output.message(
        "the note still calls itself “\(output.shown(renamed.title))”: change its heading too.")
    }
    return code
  }

  func move(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let match = try await note(request, in: vault)
    let folder = try folder(argument(1, of: request), in: vault)
    return try await move(match, to: folder.appending(match.id.path.name), in: vault, request)
  }

  private func move(
    _ match: NoteMatch, to path: NotePath, in vault: CommandVault, _ request: CommandRequest
  ) async throws(CommandFailure) -> ExitCode {
    let services = vault.services
    let move = NoteMove(from: match.id, to: NoteID(path))
    let results = ResultWriter(request, output)
    var rewritten: [NoteID] = []
    if move.from != move.to {
      let linking = await notesLinking(to: match.id, services)
      let receipt = try await onBehalf { () async throws(NoteStoreError) in
        try await services.moves.move([move], linking: linking)
      }
      rewritten = receipt.rewritten
      _ = try? await services.index.refresh([move.from, move.to] + rewritten)
    }
    results.add(
      JSONMember.path(path) + JSONMember.path(move.from.path, named: "from") + [
        JSONMember("rewritten", .array(rewritten.map { .string($0.path.text) }))
      ]
    ) { output.shown(path.bytes) }
    results.finish()
    return .done
  }

  /// Nil where the index cannot tell: then all notes are looked through.
  private func notesLinking(to note: NoteID, _ services: VaultServices) async -> [NoteID]? {
    for await progress in services.index.reconcile() {
      if case .problem = progress { return nil }
    }
    guard let links = try? await services.links.backlinks(to: note) else { return nil }
    // The note itself may lead to its neighbours by paths that start where it stood.
    return [note] + Set(links.map(\.source)).subtracting([note]).sorted { $0.path < $1.path }
  }

  func trash(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let address = address(in: vault)
    var notes: [NoteMatch] = []
    for argument in request.arguments {
      let match = try await address.find(argument)
      if !notes.contains(where: { $0.id == match.id }) { notes.append(match) }
    }
    let store = vault.services.store
    for note in notes {
      _ = try await onBehalf { () async throws(NoteStoreError) in try await store.trash(note.id) }
      _ = try? await vault.services.index.refresh([note.id])
    }
    return .done
  }

  func restore(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.openVault()
    let interactor = TrashBuilder(
      trash: vault.services.trash, clock: context.clock, work: context.work
    ).makeInteractor()
    let presenter = TrashedPresenter(interactor, request, output, context.clock)
    presenter.load()
    await context.work.whenIdle()
    if let note = presenter.restored { _ = try? await vault.services.index.refresh([note]) }
    return presenter.code
  }
}
