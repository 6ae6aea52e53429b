import Entities
import OpenVault
import Services
import Undo

/// The changes of one run of a command, recorded so that one undo takes all of them back.
struct OwnChange: Sendable {
  /// The vault's services, recorded.
  let services: VaultServices
  private let recorder: DoneRecorder
  private let name: String
  private let plain: VaultServices

  /// `tell` shows a message if nothing could be recorded.
  @MainActor
  init(
    _ name: String, in vault: VaultScope, clock: any WallClock,
    tell: @escaping @MainActor @Sendable (String) -> Void
  ) {
    self.name = name
    plain = vault.services
    recorder = DoneRecorder(DoneCommand("run \(name)", began: clock.now), in: plain, tell: tell)
    services = plain.recorded(by: recorder)
  }

  /// Makes the changes in the name of the command, which the history of each note then shows.
  func made<Value>(_ change: () async throws -> Value) async throws -> Value {
    try await VersionWriter.$current.withValue(VersionWriter(.command, name: "run \(name)")) {
      try await change()
    }
  }

  /// Takes all of them back; returns the notes.
  var takeBack: @Sendable () async throws -> [NoteID] {
    { [recorder, plain] in
      guard let done = recorder.done else { return [] }
      let outcome = await UndoneSteps(plain).takeBack(done)
      if let failure = outcome.failure ?? outcome.refusals.first { throw failure }
      return outcome.touched
    }
  }
}
