import Entities
import History
import Services
import Viper

extension TidyingCommands {
  func history(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let written = try request.argument(at: 0)
    let match = try await context.address(in: vault).lookUp(written)
    let note: NoteID
    // A note that is gone has its versions still: it is named by its path then.
    if let match {
      note = match.id
    } else {
      note = NoteID(try context.address(in: vault).newPath(written))
    }
    // When there were versions anybody may see, not what stands in them.
    let lock =
      request.name == .history ? nil : try await context.openLock(of: note, request, in: vault)
    defer { withExtendedLifetime(lock) {} }
    let interactor = HistoryBuilder(
      versions: vault.services.versions, store: vault.services.store, clock: context.clock,
      work: context.work
    ).makeInteractor(of: note)
    let presenter = HistoryText(
      interactor, request, output, context.clock, isThere: match != nil)
    presenter.load()
    await context.work.whenIdle()
    if presenter.isEmpty {
      // Says so, with what is near.
      if match == nil { _ = try await context.address(in: vault).find(written) }
      if request.name != .history {
        throw CommandFailure(
          "there is no version of “\(output.shown(note.path.bytes))” yet.", code: .notFound)
      }
    }
    if request.name == .historyRestore {
      _ = try? await vault.services.index.refresh([note])
      context.writeDone(request, in: vault)
    }
    return presenter.code
  }
}
