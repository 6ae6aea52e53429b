import Entities
import Services

/// Takes back what the last command changed.
@MainActor
struct UndoCommand {
  let context: CommandContext

  private var output: CommandOutput { context.output }
  /// So many files go to the trash before that is written down.
  private static let mostAtOnce = 500

  func undo(_ request: CommandRequest) async throws(CommandFailure) -> ExitCode {
    let vault = try await context.vault(request)
    let stored = vault.services.state.done
    guard let command = await stored.load().all.last else {
      throw CommandFailure(
        "nothing is left to undo: no command changed notes here since. “history” lists the versions"
          + " of a note.", code: .notFound)
    }
    let results = ResultWriter(request, output)
    if request.isTrial {
      for step in command.steps.reversed() { add(UndoneSteps.files(of: step), to: results) }
      results.finish()
      let began = WrittenTime.onWall(command.began, context.clock)
      output.message("\(command.name), of \(began), would be undone; nothing was changed.")
      return .done
    }
    let undoing = UndoneSteps(vault.services)
    var touched: Set<NoteID> = []
    var kept: [NoteStoreError] = []
    var failure: CommandFailure?
    var steps = command.steps[...]
    while let step = steps.last, failure == nil {
      let made = steps.suffix(Self.mostAtOnce).reversed().prefix(while: \.isMade)
      do throws(NoteStoreError) {
        if made.count > 1 {
          let answer = await undoing.takeBackMade(Array(made))
          add(answer.files, to: results)
          touched.formUnion(answer.files.map { NoteID($0.path) })
          kept += answer.kept
          steps.removeLast(made.count)
          try await stored.change { $0.dropLastSteps(made.count, of: command) }
          continue
        }
        let files = try await undoing.takeBack(step)
        add(files, to: results)
        touched.formUnion(
          files.flatMap { [$0.path] + ($0.from.map { [$0] } ?? []) }.map(NoteID.init))
        steps.removeLast()
        try await stored.change { $0.dropLastSteps(of: command) }
      } catch {
        failure = CommandFailure(error)
        if case .beyond = step {
          failure?.details = [
            "It is passed over: the next undo takes back what was done before it."
          ]
          _ = try? await stored.change { $0.dropLastSteps(of: command) }
        }
      }
    }
    results.finish()
    _ = try? await vault.services.index.refresh(touched.sorted { $0.path < $1.path })
    if let failure { throw failure }
    if !kept.isEmpty {
      throw CommandFailure(
        "undone: \(command.name), but for what could not be.", details: kept.map(\.message))
    }
    output.message("undone: \(command.name).")
    return .done
  }

  private func add(_ files: [UndoneSteps.File], to results: ResultWriter) {
    for file in files {
      results.add(
        [JSONMember("did", .string(file.act.rawValue))] + output.members(of: file.path)
          + (file.from.map { output.members(of: $0, named: "from") }
            ?? [JSONMember("from", .null)])
      ) {
        "\(file.act.rawValue) \(output.shown(file.path))"
          + (file.from.map { " (was \(output.shown($0)))" } ?? "")
      }
    }
  }
}

extension DoneCommand.Step {
  fileprivate var isMade: Bool { if case .made = self { true } else { false } }
}
