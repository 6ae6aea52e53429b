package import Entities
package import OpenVault
import Services
import Undo

/// Stores what imports do, so that they can be taken back: here, and by `notes-tui undo`.
package struct ImportUndoing: Sendable {
  /// An import that is stored as it is done. The closure is told where it cannot be.
  let begin: @Sendable (@escaping @MainActor @Sendable (String) -> Void) -> (any NoteImports)?
  /// Takes the last import back; nil where none is stored.
  let takeBackLast: @Sendable () async -> UndoneSteps.Outcome?

  init(
    begin:
      @escaping @Sendable (@escaping @MainActor @Sendable (String) -> Void) -> (
        any NoteImports
      )?,
    takeBackLast: @escaping @Sendable () async -> UndoneSteps.Outcome?
  ) {
    (self.begin, self.takeBackLast) = (begin, takeBackLast)
  }

  package init(_ services: VaultServices, clock: any WallClock) {
    let name = "import"
    self.init { tell in
      let command = DoneCommand(name, began: clock.now)
      let recorder = DoneRecorder(command, in: services, tell: tell)
      return services.recorded(by: recorder).exchange.imports
    } takeBackLast: {
      let commands = await services.state.done.load().all
      guard let command = commands.last(where: { $0.name == name }) else { return nil }
      return await UndoneSteps(services).takeBack(command)
    }
  }
}
