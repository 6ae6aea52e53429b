import Comparing
import Entities
import OpenVault
import Secrets
import Services
import Undo
import VaultLayers

/// What one run has read and changed so far. A command that is tried first asks for passphrases and reads its
/// input once.
@MainActor
final class CommandRun {
  /// As the command works in it.
  var vault: CommandVault?
  /// What becomes of files where it is only tried.
  private var trial: TrialFiles?
  private var read: [UInt8]?
  /// Notes that were opened by their passphrases while the command was tried.
  var openLocks: [NoteID: any OpenLock] = [:]
  private var newPassphrase: TypedSecret?

  /// The vault, in which nothing is changed.
  func tried(_ vault: CommandVault) -> CommandVault {
    let files = TrialFiles()
    trial = files
    return vault.tried(in: files)
  }

  /// What would be changed, file by file.
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

  /// Throws where another number of notes is changed than the caller expected.
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

  /// Another program wrote between the trial and the change: what was changed is taken back.
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
  /// The same, of which a person sees and hears nothing.
  var silent: CommandContext {
    var context = self
    context.output = CommandOutput(
      isTerminal: false, hasColours: false, send: { _ in nil }, tell: { _ in })
    return context
  }
}
