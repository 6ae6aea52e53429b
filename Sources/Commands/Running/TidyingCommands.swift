import Entities
import NoteList
import Services
import Trash
import Viper

/// Notes that get other names and places, and their versions.
@MainActor
struct TidyingCommands {
  let context: CommandContext

  var output: CommandOutput { context.output }

  func rename(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let match = try await context.note(request, in: vault)
    let title = try request.argument(at: 1).text
    guard title.contains(where: { !$0.isWhitespace }) else {
      throw CommandFailure("a note needs a title.", code: .usage)
    }
    return await NotesText(request, in: vault, context).run {
      $0.moving.rename(match.id, to: title)
    }
  }

  func move(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let match = try await context.note(request, in: vault)
    let folder = try context.address(in: vault).folder(request.argument(at: 1))
    return await NotesText(request, in: vault, context).run { $0.moving.move(match.id, to: folder) }
  }

  func trash(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let address = context.address(in: vault)
    var notes: [NoteID] = []
    for argument in request.arguments {
      let match = try await address.find(argument)
      if !notes.contains(match.id) { notes.append(match.id) }
    }
    return await NotesText(request, in: vault, context).run { $0.changing.trash(notes) }
  }

  func restore(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let interactor = TrashBuilder(
      trash: vault.services.store, clock: context.clock, work: context.work
    ).makeInteractor()
    let presenter = TrashText(interactor, request, output, context.clock)
    presenter.load()
    await context.work.whenIdle()
    if let note = presenter.restored { _ = try? await vault.services.index.refresh([note]) }
    return presenter.code
  }

}
