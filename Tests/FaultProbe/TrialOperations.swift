import Entities
import FileStore
import OpenVault
import Services
import TestSupport
import Undo

/// Commands by chance, each as a run of its own, and what takes them back.
struct TrialOperations {
  var vault: [UInt8]
  var state: [UInt8]

  /// False where there is no such operation.
  func run(_ operation: String) async throws -> Bool {
    let words = operation.split(separator: " ")
    guard words.first == "trial" else { return false }
    let store = FolderStore(root: vault, clock: ProbeClock())
    let moves = FolderMoves(
      root: vault, stateFolder: state, vault: VaultID(NotePath(bytes: vault)), clock: ProbeClock())
    let steps = UndoneSteps(done, store: store, moves: moves)
    let numbers = words.compactMap { Int($0) }
    if let number = numbers.first {
      var random = SeededRandom(seed: UInt64(number))
      let command = TrialCommand(
        number, in: done, store: store, moves: moves, notes: notes, at: ProbeClock().now
      ) { say($0) }
      arm()
      say(await command.run(&random, kind: numbers.dropFirst().first))
    } else if words.last == "undo" {
      guard let command = await done.load().all.last else { return true }
      arm()
      say("\(await steps.takeBack(command))")
    } else {
      while let command = await done.load().all.last {
        let outcome = await steps.takeBack(command)
        if outcome.failure == nil || outcome.isPassedOver { continue }
        try await done.change { $0.drop(command) }
      }
    }
    return true
  }

  private var done: StoredValue<DoneCommands> {
    StateFiles(stateFolder: state, vault: VaultID(NotePath(bytes: vault))).state().done
  }

  private var notes: [NotePath] {
    let survey = FolderFiles(root: vault, clock: ProbeClock()).survey(isCancelled: { false })
    return survey.entries.map { survey.path(of: $0) }.sorted()
  }
}
