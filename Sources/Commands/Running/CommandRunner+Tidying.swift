import Entities
import NoteList
import Services
import Trash
import Viper

extension CommandRunner {
  func rename(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await vault(request)
    let match = try await note(request, in: vault)
    let title = try argument(1, of: request).text
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure("a note needs a title.", code: .usage)
    }
    return await notesPresenter(request, vault).run { $0.rename(match.id, to: title) }
  }

  func move(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await vault(request)
    let match = try await note(request, in: vault)
    let folder = try folder(argument(1, of: request), in: vault)
    return await notesPresenter(request, vault).run { $0.move(match.id, to: folder) }
  }

  func trash(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await vault(request)
    let address = address(in: vault)
    var notes: [NoteID] = []
    for argument in request.arguments {
      let match = try await address.find(argument)
      if !notes.contains(match.id) { notes.append(match.id) }
    }
    return await notesPresenter(request, vault).run { $0.trash(notes) }
  }

  func restore(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await vault(request)
    let interactor = TrashBuilder(
      trash: vault.services.trash, clock: context.clock, work: context.work
    ).makeInteractor()
    let presenter = TrashedPresenter(interactor, request, output, context.clock)
    presenter.load()
    await context.work.whenIdle()
    if let note = presenter.restored { _ = try? await vault.services.index.refresh([note]) }
    return presenter.code
  }

  /// The list's own use cases, with a presenter that writes.
  func notesPresenter(_ request: CommandRequest, _ vault: CommandVault) -> NotesPresenter {
    let services = vault.services
    let interactor = NoteListBuilder(
      index: services.index, store: services.store, moves: services.moves, links: services.links,
      texts: services.texts, rewriting: services.rewriting, journal: services.journal,
      arrangements: services.arrangements, clock: context.clock, work: context.work
    ).makeInteractor()
    return NotesPresenter(interactor, request, context)
  }
}
