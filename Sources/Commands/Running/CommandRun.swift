import Comparing
import Entities
import Secrets
import Services
import Undo
import UseCases
import VaultLayers

/// The state of one run. It is shared with the trial before a guarded command, so that passphrases
/// are asked for and input is read only once.
@MainActor
final class CommandRun {
  /// The vault with the layers of this run.
  var vault: CommandVault?
  /// The name under which the run is recorded; nil for the command's own.
  var recordedName: String?
  /// The simulated changes of a dry run.
  private var trial: TrialFiles?
  private var read: [UInt8]?
  /// Notes that were unlocked during the trial.
  var openLocks: [NoteID: any OpenLock] = [:]
  private var newPassphrase: TypedSecret?
  /// What the command did to notes, for hooks.
  let changes = CommandChanges()
  /// The answer of the program of an own command, which runs once.
  var ownResult: OwnResult?

  /// Returns a vault that only simulates changes.
  func tried(_ vault: CommandVault) -> CommandVault {
    let files = TrialFiles()
    trial = files
    return vault.tried(in: files)
  }

  /// Returns the simulated changes, file by file.
  func difference(from vault: CommandVault?) async -> [UnifiedFile] {
    guard let trial, let vault else { return [] }
    return await vault.difference(made: trial)
  }

  func input(
    _ readInput: () throws(CommandFailure) -> [UInt8]
  ) throws(CommandFailure) -> [UInt8] {
    if let read { return read }
    let input = try readInput()
    read = input
    return input
  }

  func passphrase(
    _ ask: () throws(CommandFailure) -> TypedSecret
  ) throws(CommandFailure) -> TypedSecret {
    if let newPassphrase { return newPassphrase }
    let asked = try ask()
    newPassphrase = asked
    return asked
  }

  static func changedCount(_ steps: [DoneCommand.Step]) -> Int {
    Set(steps.flatMap(\.files).map(\.path)).count
  }

  /// Throws if the number of changed notes is not the expected one.
  func check(_ expected: Int?) throws(CommandFailure) {
    guard let expected else { return }
    guard let recorder = vault?.recorder else { return try Self.check(0, is: expected) }
    try Self.check(Self.changedCount(recorder.steps) + recorder.otherCount, is: expected)
  }

  static func check(_ count: Int, is expected: Int) throws(CommandFailure) {
    guard count != expected else { return }
    let would = count == 1 ? "1 note would change" : "\(count) notes would change"
    throw CommandFailure(
      "\(would), not \(expected). Nothing was written.", code: .unexpected)
  }

  /// Undoes the changes, because another program wrote between the trial and the real run.
  func takenBack(_ failure: CommandFailure) async -> CommandFailure {
    guard let vault, let command = vault.recorder?.done else { return failure }
    let outcome = await vault.undo.takeBack(command)
    await vault.reindex(outcome.touched)
    guard let error = outcome.failure ?? outcome.refusals.first else { return failure }
    return CommandFailure(
      "More notes were changed than expected, and not all could be taken back: \(error.message)",
      details: ["“undo” tries it again."])
  }
}

extension CommandContext {
  /// The context with all output suppressed.
  var silent: CommandContext {
    var context = self
    context.output = CommandOutput(
      isTerminal: false, hasColors: false, send: { _ in nil }, tell: { _ in })
    return context
  }
}
